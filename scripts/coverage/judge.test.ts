import { describe, expect, test } from 'vitest'
import { type Judged, judge, type ListRow, largest, type Scanned, sums } from './judge.ts'

const row = (change: Partial<ListRow> = {}): ListRow => ({
  id: '1',
  slug: 'tern',
  name: 'Tern',
  category: 'Lending',
  tvl: 100,
  chains: ['Ethereum', 'Binance'],
  chainTvls: { Ethereum: 80, Binance: 20, 'Ethereum-borrowed': 500 },
  ...change,
})
const scanned = (...chains: string[]): Scanned => ({
  protocols: new Map(chains.length > 0 ? [['1', new Set(chains)]] : []),
  chains: new Set(['Ethereum', 'BNB Chain']),
  chainName: (listed) => (listed === 'Binance' ? 'BNB Chain' : listed),
})
const NONE = { readInPart: {}, notHeld: {} }
const resultOf = (of: Judged) => [of.result, of.why]

describe(judge, () => {
  test('a protocol is found when it is read on nearly all of its chains', () => {
    expect(resultOf(judge(row(), scanned('Ethereum', 'BNB Chain'), NONE))).toEqual(['found', null])
    const small = row({ chainTvls: { Ethereum: 91, Binance: 9 } })
    expect(judge(small, scanned('Ethereum'), NONE).result).toBe('found')
  })

  test('a chain with much of its TVL that is not read makes it a part, and is named', () => {
    const judged = judge(row(), scanned('Ethereum'), NONE)
    expect(resultOf(judged)).toEqual(['part', 'Not read on BNB Chain.'])
  })

  test('an exception makes it a part too, with its reason first', () => {
    const exceptions = { ...NONE, readInPart: { 1: { why: 'Vaults are not read.' } } }
    expect(resultOf(judge(row(), scanned('Ethereum'), exceptions))).toEqual([
      'part',
      'Vaults are not read. Not read on BNB Chain.',
    ])
  })

  test('what no entry names is not found, and the reason is the nearest one', () => {
    expect(resultOf(judge(row(), scanned(), NONE))).toEqual(['not', 'No driver reads it yet.'])
    const far = row({ chains: ['Bitcoin'] })
    expect(judge(far, scanned(), NONE).why).toBe('Only on chains that are not read: Bitcoin.')
    expect(
      judge(row(), scanned(), { ...NONE, notHeld: { 1: { why: 'No one holds it.' } } }).why,
    ).toBe('No one holds it.')
  })
})

test('the largest leave out custodians, chains, bridges and rows without TVL', () => {
  const rows = [
    row({ slug: 'a', tvl: 1 }),
    row({ slug: 'b', tvl: 3 }),
    row({ slug: 'c', tvl: 9, category: 'CEX' }),
    row({ slug: 'd', tvl: 8, category: 'Bridge' }),
    row({ slug: 'e', tvl: null }),
    row({ slug: 'f', tvl: 2 }),
  ]
  expect(largest(rows, 2).map(({ slug }) => slug)).toEqual(['b', 'f'])
})

test('the sums are counts and shares of TVL', () => {
  const of = (result: Judged['result'], tvlUsd: number): Judged => ({
    slug: 's',
    name: 'S',
    category: '',
    tvlUsd,
    result,
    why: null,
  })
  expect(sums([of('found', 3), of('found', 3), of('not', 2)])).toEqual({
    found: { count: 2, tvl: 0.75 },
    part: { count: 0, tvl: 0 },
    not: { count: 1, tvl: 0.25 },
  })
})
