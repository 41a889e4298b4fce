import { describe, expect, test } from 'vitest'
import type { Kind, Unread } from '../../src/wallet/model/kinds.ts'
import { type JudgedProtocol, judge, type Scanned, sums } from './judge.ts'
import type { LargeRow } from './list.ts'

const row = (change: Partial<LargeRow> = {}): LargeRow => ({
  id: '1',
  slug: 'tern',
  name: 'Tern',
  category: 'Lending',
  tvl: 100,
  chains: { Ethereum: 0.8, Binance: 0.2 },
  ownToken: 0,
  ...change,
})
const scanned = (on: Record<string, Kind[]>, unread: Unread[] = []): Scanned => {
  const kinds = Object.values(on).flat()
  const read = {
    kinds: new Map(Object.entries(on).map(([chain, there]) => [chain, new Set(there)])),
    proofs: new Map(kinds.map((kind) => [kind, new Set([`${kind}.test.ts`])])),
    unread,
  }
  return {
    protocols: new Map(kinds.length > 0 ? [['1', read]] : []),
    chains: new Set(['Ethereum', 'BNB Chain']),
    chainName: (listed) => (listed === 'Binance' ? 'BNB Chain' : listed),
  }
}
const BOTH: Record<string, Kind[]> = { Ethereum: ['supply', 'lock'], 'BNB Chain': ['supply'] }
const resultOf = (of: JudgedProtocol) => [of.result, of.why]

describe(judge, () => {
  test('a protocol is found when all that is large is read on nearly all of its chains, each kind with its test', () => {
    const judged = judge(row(), scanned(BOTH))
    expect(resultOf(judged)).toEqual(['found', null])
    expect(judged.read).toEqual([
      { kind: 'supply', tests: 'supply.test.ts' },
      { kind: 'lock', tests: 'lock.test.ts' },
    ])
    const small = row({ chains: { Ethereum: 0.91, Binance: 0.09 } })
    expect(judge(small, scanned({ Ethereum: ['supply'] })).result).toBe('found')
  })

  test('a chain with much of its TVL that is not read makes it a part, and is named', () => {
    const judged = judge(row(), scanned({ Ethereum: ['supply'] }))
    expect(resultOf(judged)).toEqual(['part', 'Not read on BNB Chain.'])
  })

  test('a chain where only withdrawals, or no loans, are read is not read', () => {
    const withdrawals = scanned({ Ethereum: ['supply'], 'BNB Chain': ['withdrawal', 'reward'] })
    expect(judge(row(), withdrawals).why).toBe('Not read on BNB Chain.')
    const loans = scanned({ Ethereum: ['supply', 'borrow'], 'BNB Chain': ['supply'] })
    expect(judge(row(), loans).why).toBe('Not read on BNB Chain.')
  })

  test('what is not read makes it a part, unless it is small', () => {
    const gauges: Unread = { text: 'Gauges are not read.', kinds: ['gauge'] }
    expect(resultOf(judge(row(), scanned(BOTH, [gauges])))).toEqual(['part', gauges.text])
    const judged = judge(row(), scanned(BOTH, [{ ...gauges, small: true }]))
    expect([judged.result, judged.small]).toEqual(['found', gauges.text])
  })

  test('a tenth in its own token must be read too, by the list', () => {
    const of = row({ ownToken: 0.1 })
    const supply: Record<string, Kind[]> = { Ethereum: ['supply'], 'BNB Chain': ['supply'] }
    expect(judge(of, scanned(BOTH)).result).toBe('found')
    expect(judge(of, scanned(supply)).why).toBe('Its own token, staked or locked, is not read.')
    const said: Unread = { text: 'Locks are not read.', kinds: ['lock'] }
    expect(judge(of, scanned(supply, [said])).why).toBe(said.text)
    expect(judge(of, scanned(supply, [{ ...said, small: true }])).result).toBe('part')
  })

  test('what no reader names is not found, and the reason is the nearest one', () => {
    expect(resultOf(judge(row(), scanned({})))).toEqual(['not', 'No driver reads it yet.'])
    const far = row({ chains: { Bitcoin: 1 } })
    expect(judge(far, scanned({})).why).toBe('Only on chains that are not read: Bitcoin.')
  })
})

test('the sums are counts and shares of TVL', () => {
  const of = (result: JudgedProtocol['result'], tvl: number): JudgedProtocol => ({
    ...judge(row({ tvl }), scanned({})),
    result,
  })
  expect(sums([of('found', 3), of('found', 3), of('not', 2)])).toEqual({
    found: { count: 2, tvl: 0.75 },
    part: { count: 0, tvl: 0 },
    not: { count: 1, tvl: 0.25 },
  })
})
