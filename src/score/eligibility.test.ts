import { describe, expect, test } from 'vitest'
import { dayNumber } from '../domain/day.ts'
import { missing } from '../domain/reading.ts'
import type { ProtocolRecord } from '../domain/record.ts'
import { ineligibleReasons } from './eligibility.ts'
import { aHistory, aRecord, DAY, fact } from './fixtures/record.ts'
import { aSubject } from './fixtures/universe.ts'
import { METHODOLOGY } from './methodology.ts'

/** Listed two months ago, so that only what a test adds can make it eligible. */
function reasons({ facts, ...fields }: Partial<ProtocolRecord>) {
  const record = aRecord({ facts: { listedOn: fact('2024-01-11'), ...facts }, ...fields })
  return ineligibleReasons(aSubject(record), METHODOLOGY)
}

const REASONS = [
  'No contract address is known.',
  'No governance vote is declared.',
  'TVL is not known for 90 days with a median of at least $100,000 over the last 30.',
]

describe('a protocol can be scored', () => {
  test('by its contract alone', () => {
    expect(reasons({ facts: { contract: fact('0xabc') } })).toEqual([])
  })

  test('by a place to vote alone', () => {
    expect(reasons({ facts: { governance: fact(['snapshot:harbour.eth']) } })).toEqual([])
  })

  test('by 90 days of TVL alone', () => {
    expect(reasons({ history: aHistory(Array<number>(91).fill(100_000)) })).toEqual([])
  })

  test('by 90 days with holes, from 20 points on', () => {
    const { days, usd } = aHistory(Array<number>(91).fill(100_000))
    const keep = (count: number) => {
      const kept = days.map((_, index) => index === 0 || index > days.length - count)
      return {
        days: days.filter((_, index) => kept[index]),
        usd: usd.filter((_, index) => kept[index]),
      }
    }
    expect(reasons({ history: keep(20) })).toEqual([])
    expect(reasons({ history: keep(19) })).toEqual(REASONS)
  })
})

describe('a protocol whose past has not been read', () => {
  const worth = (usd: number) => fact([{ chain: 'Ethereum', section: 'tvl' as const, usd }])
  const old = { listedOn: fact('2023-12-12') }

  test('can be scored when upstream has tracked it for 90 days and it is large today', () => {
    expect(reasons({ facts: old, tvl: worth(100_000) })).toEqual([])
    const before2022 = { listedOn: missing('not-covered', 'test') }
    expect(reasons({ facts: before2022, tvl: worth(100_000) })).toEqual([])
  })

  test.each<[string, Partial<ProtocolRecord>]>([
    ['a day too young', { facts: { listedOn: fact('2023-12-13') }, tvl: worth(100_000) }],
    ['too small', { facts: old, tvl: worth(99_999) }],
    ['of unknown size', { facts: old, tvl: missing('refused', 'test') }],
    ['small in a past that was read', { facts: old, history: aHistory(Array(91).fill(1)) }],
  ])('cannot be scored when it is %s', (_, fields) => {
    expect(reasons(fields)).toEqual(REASONS)
  })
})

describe('a protocol cannot be scored', () => {
  test('when nothing is known, and all three reasons are given', () => {
    expect(reasons({})).toEqual(REASONS)
  })

  test('by facts that could not be read, or by an empty list of places to vote', () => {
    const facts = {
      contract: missing('refused', 'test'),
      governance: missing('stale', 'test'),
    }
    expect(reasons({ facts })).toEqual(REASONS)
    expect(reasons({ facts: { governance: fact<string[]>([]) } })).toEqual(REASONS)
  })

  test('with one day of TVL too few', () => {
    expect(reasons({ history: aHistory(Array<number>(90).fill(1e9)) })).toEqual(REASONS)
  })

  test('with a median of the last 30 days below the limit, however large it was before', () => {
    const past = Array<number>(61).fill(1e9)
    const split = (low: number, high: number) => [
      ...past,
      ...Array<number>(15).fill(high),
      ...Array<number>(15).fill(low),
    ]
    expect(reasons({ history: aHistory(split(99_999, 100_000)) })).toEqual(REASONS)
    expect(reasons({ history: aHistory(split(99_999, 100_001)) })).toEqual([])
  })

  test('with a median that is low, wherever in the month the high days lie', () => {
    const low = Array<number>(8).fill(1)
    const month = [...low, ...Array<number>(14).fill(1e9), ...low]
    const usd = [...Array<number>(61).fill(1e9), ...month]
    expect(reasons({ history: aHistory(usd) })).toEqual(REASONS)
  })

  test('with a TVL that ended a month ago', () => {
    const { usd } = aHistory(Array<number>(200).fill(1e9))
    const days = usd.map((_, index) => dayNumber(DAY) - 30 - usd.length + 1 + index)
    expect(reasons({ history: { days, usd } })).toEqual(REASONS)
  })
})
