import type { Address } from '../../chains/address.ts'
import type { Call } from '../../chains/evm/call.ts'
import { type ContractList, scannedEntries } from '../evm/contracts/contract-list.ts'
import { rateOf } from '../evm/drivers/holding.ts'
import type { PricedToken } from '../model/price.ts'

/** The token that backs another one, on the same chain or on the chain it was bridged from. */
export interface Backing {
  of: PricedToken
  /** The call that returns how much, in its smallest unit, backs one whole token of these decimals. Left out: 1:1. */
  rate?: (decimals: number) => Call
}

const onEthereum = (token: Address, decimals: number): PricedToken => ({
  chain: 'Ethereum',
  token,
  decimals,
})
const WETH = onEthereum('0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2', 18)
const USDC = onEthereum('0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', 6)
const USDT = onEthereum('0xdac17f958d2ee523a2206206994597c13d831ec7', 6)
const USDS = onEthereum('0xdc035d45d973e3ec169d2276ddab16f1e407384f', 18)
const SUSDS = onEthereum('0xa3931d71877c0e7a3148cb7eb4463524fec27fbd', 18)

/** Tokens redeemed 1:1 by their issuer or bridge. Keys are `<chain>|<address>`, as for prices. */
const ONE_FOR_ONE: Readonly<Record<string, PricedToken>> = {
  // Lido's stETH and ether.fi's eETH: rebasing, so the balance grows instead of the rate.
  'Ethereum|0xae7ab96520de3a18e5e111b5eaab095312d7fe84': WETH,
  'Ethereum|0x35fa164735182de50811e8e2e824cfb9b6118ac2': WETH,
  // Sky's own bridge.
  'Base|0x820c137fa70c8691f0e44dc420a5e53c168921dc': USDS,
  'Base|0x5875eee11cf8398102fdad704c9e96607675467a': SUSDS,
  // Avalanche's own bridge.
  'Avalanche|0xa7d7079b0fead91f3e65f86e8915cb59c1a4c664': USDC,
  'Avalanche|0xc7198437980c041c805a1edcba50c1ce5db95118': USDT,
  // USDC and USDT issued by Circle and Tether on other chains.
  'Hyperliquid|coingecko:usd-coin': USDC,
  'Solana|EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v': USDC,
  'Solana|Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB': USDT,
}

/** Finds the backing of a token of one chain. */
export type Backings = (token: PricedToken) => Backing | undefined

/**
 * The backings that a chain's contract list and the list above define: liquid staking tokens with a rate, vault shares, aTokens,
 * and tokens redeemed 1:1.
 */
export function backingsOn(chain: string, contracts: ContractList | null): Backings {
  const found = new Map<string, Backing>()
  const priced = ({ address, decimals }: { address: Address; decimals: number }) => ({
    chain,
    token: address,
    decimals,
  })
  for (const entry of contracts ? scannedEntries(contracts) : []) {
    if (entry.driver === 'aave') {
      for (const asset of entry.assets) found.set(asset.aToken, { of: priced(asset) })
    }
    if (entry.driver === 'erc4626' && entry.asset && !entry.inner) {
      found.set(entry.vault, {
        of: priced(entry.asset),
        rate: rateOf({ contract: entry.vault, function: 'convertToAssets(uint256)' }),
      })
    }
    if (entry.driver === 'staked-aave') {
      const rate = { contract: entry.token.address, function: 'previewRedeem(uint256)' }
      found.set(entry.token.address, { of: priced(entry.of), rate: rateOf(rate) })
    }
    if (entry.driver === 'holding' && entry.rate && !entry.rate.decimals && !entry.balance) {
      found.set(entry.token.address, { of: priced(entry.rate.of), rate: rateOf(entry.rate) })
    }
    if (entry.driver === 'holding' && entry.par && !entry.balance) {
      found.set(entry.token.address, { of: priced(entry.par) })
    }
  }
  return ({ token }) => {
    const of = ONE_FOR_ONE[`${chain}|${token}`]
    return of ? { of } : found.get(token)
  }
}
