import { describe, expect, test } from 'vitest'
import { aMarket } from '../../domain/fixtures/market.ts'
import { missing } from '../../domain/reading.ts'
import { lending } from '../fixtures/control.ts'
import { aRecord } from '../fixtures/record.ts'
import { aSubject } from '../fixtures/universe.ts'
import {
  caveatsOn,
  isUnread,
  marketsOf,
  meanBySupply,
  originOf,
  sentenceOn,
  worstEnd,
} from './market-facts.ts'

/** Less is worse. */
const ANCHORS = [
  { at: 0, risk: 10 },
  { at: 1, risk: 0 },
]
const UNREAD = { why: 'reverted' as const, facts: ['feed' as const] }

test('markets come in one order, and an empty list is missing', () => {
  const list = [
    { chain: 'Polygon', address: '0x1', assetAddress: '0xa' },
    { chain: 'Ethereum', address: '0x2', assetAddress: '0xb' },
    { chain: 'Ethereum', address: '0x2', assetAddress: '0xa' },
    { chain: 'Ethereum', address: '0x1', assetAddress: '0xc' },
  ]
  for (const order of [list, list.toReversed()]) {
    const reading = marketsOf(aSubject(lending(order)))
    expect(reading.known && reading.value.map(({ assetAddress }) => assetAddress)).toEqual([
      '0xc',
      '0xa',
      '0xb',
      '0xa',
    ])
  }
  expect(marketsOf(aSubject(lending([])))).toEqual(missing('not-covered', 'test'))
  expect(marketsOf(aSubject(aRecord()))).toEqual(missing('not-covered', 'onchain'))
})

test('markets that are not confirmed are left out, and missing where all are', () => {
  const unconfirmed = 'one-node' as const
  const some = aSubject(lending([{ address: '0x1', unconfirmed }, { address: '0x2' }]))
  const reading = marketsOf(some)
  expect(reading.known && reading.value.map(({ address }) => address)).toEqual(['0x2'])
  const none = aSubject(lending([{ unconfirmed, gap: UNREAD }]))
  expect(marketsOf(none)).toEqual(missing('unconfirmed', 'test'))
})

test('only what could not be read is unread, not what a market does not have', () => {
  expect(isUnread(aMarket({ gap: UNREAD }), 'feed')).toBe(true)
  expect(isUnread(aMarket({ gap: UNREAD }), 'paused')).toBe(false)
  expect(isUnread(aMarket(), 'feed')).toBe(false)
})

test('the worst end of anchors is where the risk is highest, in either direction', () => {
  expect(worstEnd(ANCHORS)).toBe(0)
  expect(worstEnd(ANCHORS.map(({ at, risk }) => ({ at, risk: 10 - risk })))).toBe(1)
})

describe('the mean by supply', () => {
  const mean = (...of: [suppliedUsd: number | null, value: number, source?: string][]) =>
    meanBySupply(
      of.map(([suppliedUsd, value, source = 'onchain']) => ({
        market: aMarket({ suppliedUsd, source }),
        value,
      })),
      ANCHORS,
    )

  test('weighs each market with what it holds', () => {
    expect(mean([1, 0.8], [3, 0.4])).toBeCloseTo(0.5, 12)
  })

  test('is the plain mean where nothing is supplied', () => {
    expect(mean([0, 0.2], [0, 0.6])).toBeCloseTo(0.4, 12)
  })

  test('is that of the worst market of unknown size, where it is worse than that of the others', () => {
    expect(mean([1, 0.8], [null, 0.1], [null, 0.3])).toBe(0.1)
    expect(mean([1, 0.8], [1, 0.4], [null, 0.9])).toBeCloseTo(0.6, 12)
    expect(mean([null, 0.7], [null, 0.3])).toBe(0.3)
  })

  test('is the plain mean of records, which state no supply', () => {
    expect(mean([null, 0.2, 'record'], [null, 0.6, 'record'])).toBeCloseTo(0.4, 12)
    expect(mean([null, 0.2, 'record'], [null, 0.6])).toBe(0.2)
  })
})

describe('a sentence on markets', () => {
  const on = (isWeighted: boolean, ...markets: Parameters<typeof aMarket>[0][]) =>
    sentenceOn('Half of it.', caveatsOn(markets.map(aMarket), 'feed', { isWeighted }))

  test('is left alone where all was read', () => {
    expect(on(true, { suppliedUsd: 1 }, { suppliedUsd: 2 })).toBe('Half of it.')
    expect(on(true, { source: 'record' }, { source: 'record' })).toBe('Half of it.')
    expect(on(true, {})).toBe('Half of it.')
    expect(on(false, {}, {})).toBe('Half of it.')
  })

  test('says how many could not be read, and that they count as the worst', () => {
    expect(on(false, {}, { gap: UNREAD }, { gap: UNREAD })).toBe(
      'At worst: Half of it. 2 of 3 markets could not be read and count as the worst.',
    )
    expect(on(false, {}, { gap: UNREAD })).toContain('1 of 2 markets could not be read and counts')
    expect(on(true, { gap: UNREAD })).toBe(
      'At worst: Half of it. Its market could not be read and counts as the worst.',
    )
  })

  test('says how many are of unknown size', () => {
    expect(on(true, { suppliedUsd: 1 }, {})).toBe(
      'At worst: Half of it. The size of 1 of 2 markets is not known; the worst of these counts if it is worse than the rest.',
    )
  })
})

test('the origin of some markets is the newest of them', () => {
  const markets = ['2024-01-01', '2024-03-03', '2024-02-02'].map((day) =>
    aMarket({ day, link: `https://example.com/${day}` }),
  )
  expect(originOf(markets)).toEqual(markets[1])
  expect(originOf([])).toBeUndefined()
})
