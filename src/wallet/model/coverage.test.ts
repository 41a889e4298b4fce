import { describe, expect, test } from 'vitest'
import type { WalletCoverage } from '../../contract/wallet-scan.ts'
import { scoreOf } from '../../testing/wallet/portfolios.ts'
import { everyChainFailed, mergeCoverage, type ProtocolCoverage } from './coverage.ts'

const ok = (id: string): ProtocolCoverage => ({ id, status: 'ok' })
const failed = (id: string, reason: 'rpc' | 'contract' | 'provider'): ProtocolCoverage => ({
  id,
  status: 'failed',
  reason,
})
const row = (
  chain: string,
  status: WalletCoverage['status'],
  ...protocols: ProtocolCoverage[]
): WalletCoverage => ({ chain, status, block: null, protocols })

describe(mergeCoverage.name, () => {
  test('a protocol with several entries has one row, and failed when one of them did', () => {
    const rows = [row('Base', 'partial', ok('tern'), ok('auk'), failed('tern', 'contract'))]
    expect(mergeCoverage(rows, new Map())).toEqual([
      row('Base', 'partial', ok('auk'), failed('tern', 'contract')),
    ])
  })

  test('what could not be read goes before what made no sense', () => {
    const rows = [row('Base', 'partial', failed('auk', 'contract'), failed('auk', 'rpc'))]
    expect(mergeCoverage(rows, new Map())[0]?.protocols).toEqual([failed('auk', 'rpc')])
  })

  test('two slugs of one protocol are one row, under the one it is published with', () => {
    const [, score] = scoreOf('auk', 3)
    const scores = new Map([
      ['auk', score],
      ['old-auk', score],
    ])
    const rows = [row('Base', 'partial', ok('auk'), failed('old-auk', 'rpc'))]
    expect(mergeCoverage(rows, scores)[0]?.protocols).toEqual([failed('auk', 'rpc')])
  })

  test.each([
    ['ok', 'ok', 'ok'],
    ['ok', 'unavailable', 'partial'],
    ['timeout', 'partial', 'partial'],
    ['unavailable', 'timeout', 'timeout'],
    ['unavailable', 'unavailable', 'unavailable'],
  ] as const)('a chain that is %s in one way and %s in another is %s', (one, other, both) => {
    const rows = [row('Hyperliquid', one, ok('auk')), row('Hyperliquid', other, ok('tern'))]
    expect(mergeCoverage(rows, new Map())).toEqual([
      row('Hyperliquid', both, ok('auk'), ok('tern')),
    ])
  })

  test.each([
    ['rpc', 'partial'],
    ['contract', 'partial'],
    ['provider', 'partial'],
    ['price', 'ok'],
  ] as const)('a chain that is ok with a protocol that failed for %s is %s', (reason, status) => {
    const failure: ProtocolCoverage = { id: 'auk', status: 'failed', reason }
    expect(mergeCoverage([row('Base', 'ok', failure)], new Map())).toEqual([
      row('Base', status, failure),
    ])
  })

  test('folded again it is the same', () => {
    const once = mergeCoverage([row('Base', 'ok', failed('auk', 'rpc'), ok('tern'))], new Map())
    expect(mergeCoverage(once, new Map())).toEqual(once)
  })

  test('chains stand in the order of their names', () => {
    const rows = [row('Scroll', 'ok'), row('Base', 'ok')]
    expect(mergeCoverage(rows, new Map()).map(({ chain }) => chain)).toEqual(['Base', 'Scroll'])
  })
})

describe(everyChainFailed.name, () => {
  test('is true only when no chain gave anything away', () => {
    expect(everyChainFailed([row('Base', 'timeout'), row('Scroll', 'unavailable')])).toBe(true)
    expect(everyChainFailed([row('Base', 'timeout'), row('Scroll', 'partial')])).toBe(false)
    expect(everyChainFailed([])).toBe(true)
  })
})
