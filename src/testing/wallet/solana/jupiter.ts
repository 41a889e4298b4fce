import type { JupiterPortfolio } from '../../../wallet/solana/jupiter-schema.ts'
import { SOL } from '../../../wallet/solana/program-ids.ts'

export const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const JUP = 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN'

/** An asset in the shape that SonarWatch published; everything here is invented. */
export function token(address: string, amount: number, attributes: object = {}) {
  return {
    type: 'token',
    networkId: 'solana',
    value: null,
    attributes,
    data: { address, amount, price: null },
  }
}

const solana = { networkId: 'solana', value: null }

/** A portfolio with one element of each kind. */
export function portfolio(): JupiterPortfolio & { elements: Record<string, unknown>[] } {
  return {
    date: 0,
    owner: 'invented',
    fetcherReports: [
      { id: 'jupiter-lend-earn', status: 'succeeded', duration: 1 },
      { id: 'jupiter-exchange-perpetual', status: 'success', duration: 1 },
    ],
    tokenInfo: {
      solana: { [USDC]: { symbol: 'USDC', decimals: 6 }, [JUP]: { symbol: 'JUP', decimals: 6 } },
    },
    elements: [
      {
        ...solana,
        type: 'liquidity',
        platformId: 'jupiter-exchange',
        label: 'Vault',
        name: 'Earn',
        data: {
          liquidities: [
            { assets: [token(USDC, 12.5)], rewardAssets: [token(JUP, 0.25)], ref: 'market-1' },
          ],
        },
      },
      {
        ...solana,
        type: 'borrowlend',
        platformId: 'jupiter-lend',
        label: 'Lending',
        data: {
          suppliedAssets: [token(SOL.mint, 3)],
          borrowedAssets: [token(USDC, 100.000001)],
          rewardAssets: [],
          healthRatio: 0.4,
          ref: 'vault-7',
        },
      },
      {
        ...solana,
        type: 'leverage',
        platformId: 'jupiter-exchange',
        label: 'Leverage',
        data: {
          ref: 'account-3',
          isolated: {
            positions: [
              {
                address: SOL.mint,
                name: 'SOL',
                side: 'short',
                sizeValue: 500,
                collateralValue: 100.5,
                leverage: 5,
                entryPrice: 150,
                markPrice: 149,
                liquidationPrice: null,
                pnlValue: -3,
                value: 97.5,
              },
            ],
            value: 97.5,
          },
          value: 97.5,
        },
      },
      {
        ...solana,
        type: 'multiple',
        platformId: 'jupiter-governance',
        label: 'Staked',
        data: { assets: [token(JUP, 10), token(JUP, 1, { isClaimable: true })] },
      },
      { ...solana, type: 'trade', platformId: 'jupiter-exchange', label: 'LimitOrder', data: {} },
      { ...solana, type: 'multiple', platformId: 'kamino', label: 'Lending', data: { assets: [] } },
    ],
  }
}
