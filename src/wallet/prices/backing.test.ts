import { expect, test } from 'vitest'
import { withNodes } from '../../chains/wallet-nodes.ts'
import { scannedEntries } from '../evm/contracts/contract-list.ts'
import { openContracts } from '../evm/contracts/open-contracts.ts'
import { createPriceSources, traceToOracle } from './oracle-trace.ts'

const { chains } = withNodes({})
const contracts = openContracts()
const sources = createPriceSources({ chains, contracts })

/** No oracle of the contract lists prices these, or what stands behind them: their price is of one source, and marked. */
const ALONE = [
  'Arbitrum RLP',
  'Arbitrum SolvBTC',
  'Arbitrum frxETH',
  'Arbitrum sUSDS',
  'Arbitrum sfrxETH',
  'Arbitrum syrupUSDC',
  'Arbitrum wstUSR',
  'Avalanche SolvBTC',
  'Avalanche ankrAVAX',
  'BNB Chain LBTC',
  'BNB Chain SolvBTC',
  'BNB Chain stkBNB',
  'Base JTRSY',
  'Base RLP',
  'Base SolvBTC',
  'Base USR',
  'Base superOETHb',
  'Berachain SolvBTC',
  'Berachain iBERA',
  'Ethereum ACRDX',
  'Ethereum NXM',
  'Ethereum OETH',
  'Ethereum OUSG',
  'Ethereum PST',
  'Ethereum RLP',
  'Ethereum STBT',
  'Ethereum STONE',
  'Ethereum SolvBTC',
  'Ethereum TruMATIC',
  'Ethereum TruPOL',
  'Ethereum USD0',
  'Ethereum USD0++',
  'Ethereum USDM',
  'Ethereum USDY',
  'Ethereum USR',
  'Ethereum ankrMATIC',
  'Ethereum cUSD',
  'Ethereum cmETH',
  'Ethereum frxETH',
  'Ethereum savUSD',
  'Ethereum sdANGLE',
  'Ethereum sdBAL',
  'Ethereum sdCRV',
  'Ethereum sdFXS',
  'Ethereum sfrxETH',
  'Ethereum stUSDT',
  'Ethereum vETH',
  'Ethereum wM',
  'Ethereum wNXM',
  'Hyperliquid RLP',
  'Hyperliquid SolvBTC',
  'Hyperliquid USR',
  'Hyperliquid WHYPE',
  'Hyperliquid wstHYPE',
  'Mantle SolvBTC',
  'Mantle USDY',
  'Mantle mETH',
  'Mantle wstETH',
  'Optimism frxETH',
  'Optimism sUSDS',
  'Optimism sfrxETH',
  'Polygon OUSG',
  'Soneium wstETH',
  'Tron sTRX',
  'Tron stUSDT',
  'Unichain sUSDS',
  'Unichain wstETH',
]

test('every staking receipt of the contract lists is bound by an oracle, but for those that are named here', () => {
  const receipts = chains.flatMap(({ key, name }) =>
    scannedEntries(contracts(key)).flatMap((entry) => {
      if (entry.driver !== 'holding' || entry.balance) return []
      const { address, symbol, decimals } = entry.rate?.of ?? entry.par ?? entry.token
      return [{ symbol: `${name} ${symbol}`, token: { chain: name, token: address, decimals } }]
    }),
  )
  const alone = receipts.filter(({ token }) => traceToOracle(token, sources) === null)
  expect(receipts.length).toBeGreaterThan(30)
  expect([...new Set(alone.map(({ symbol }) => symbol))].sort()).toEqual(ALONE)
})

test('what is paid out one for one is bound by an oracle of Ethereum', () => {
  for (const [chain, token, decimals] of [
    ['Ethereum', '0x35fa164735182de50811e8e2e824cfb9b6118ac2', 18],
    ['Base', '0x5875eee11cf8398102fdad704c9e96607675467a', 18],
    ['Avalanche', '0xa7d7079b0fead91f3e65f86e8915cb59c1a4c664', 6],
    ['Hyperliquid', 'coingecko:usd-coin', 8],
    ['Solana', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 6],
  ] as const) {
    expect(traceToOracle({ chain, token, decimals }, sources)?.base.chain).toBe('Ethereum')
  }
})
