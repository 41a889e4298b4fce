import { expect, test } from 'vitest'
import { SCAN_CHAINS } from '../../chains/scan-chains.ts'
import { walletScanResult } from '../../contract/wallet-scan.ts'
import { findingOf, legOf, tokenAt } from '../../testing/wallet/portfolios.ts'
import { scannedEntries } from '../evm/contracts/contract-list.ts'
import { openContracts } from '../evm/contracts/open-contracts.ts'
import { knownGaps } from '../known-gaps.ts'
import { createPortfolio, type PortfolioInput } from './portfolio.ts'
import { shortScan } from './short-scan.ts'

const contracts = openContracts()
const chains = SCAN_CHAINS.map((chain) => ({ ...chain, urls: [] }))
const block = { number: 20_000_000, time: '2026-01-01T00:00:00.000Z' }
const coverage = chains.map(({ key, name }) => ({
  chain: name,
  status: 'ok' as const,
  block,
  protocols: [...new Set(scannedEntries(contracts(key)).map(({ protocol }) => protocol))].map(
    (id) => ({ id, status: 'ok' as const }),
  ),
}))

/** A scan of all chains with all contract lists. */
function scanOf(change: Partial<PortfolioInput> = {}) {
  const portfolio = createPortfolio(
    {
      findings: [],
      prices: new Map(),
      scores: new Map(),
      coverage,
      sanctions: { status: 'clear', sources: [] },
      ...change,
    },
    knownGaps('evm', { chains, contracts, solana: { providers: [] } }),
  )
  return { ...portfolio, address: `0x${'e1'.repeat(20)}` }
}

test('the answer about an empty wallet has less than 10,000 bytes, and says how much was looked at', () => {
  const scan = scanOf()
  const short = walletScanResult.parse(shortScan(scan))
  expect(JSON.stringify({ success: true, data: short }).length).toBeLessThan(10_000)
  expect(short.coverage.map(({ looked }) => looked)).toEqual(
    scan.coverage.map(({ protocols }) => protocols.length),
  )
  expect(short.coverage.flatMap(({ protocols }) => protocols)).toEqual([])
  expect(short.knownGapCount).toBe(scan.knownGaps.length)
  expect(short.knownGaps.every(({ protocol }) => protocol === null)).toBe(true)
})

test('a protocol that failed or has a position is named, with what is never read of it', () => {
  const legs = [legOf({ amount: 1n, token: tokenAt(1) })]
  const finding = findingOf({ protocol: 'convex-finance', legs })
  const [first, ...others] = coverage
  const failed = { id: 'aave-v3', status: 'failed' as const, reason: 'rpc' as const }
  const { coverage: rows, knownGaps: gaps } = shortScan(
    scanOf({
      findings: [{ chain: 'Ethereum', finding }],
      coverage: [{ chain: 'Ethereum', status: 'ok', block, protocols: [failed] }, ...others],
    }),
  )
  expect(first?.chain).toBe('Ethereum')
  expect(rows.flatMap(({ chain, protocols }) => protocols.map(({ id }) => [chain, id]))).toEqual([
    ['Ethereum', 'aave-v3'],
    ['Ethereum', 'convex-finance'],
  ])
  const about = new Set(gaps.map(({ protocol }) => protocol))
  expect(about).toContain('convex-finance')
  expect(about).not.toContain('lido')
})
