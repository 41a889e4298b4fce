import { describe, expect, test } from 'vitest'
import { by, bySafe, HOUR } from '../../domain/fixtures/control.ts'
import { aFeed } from '../../domain/fixtures/market.ts'
import type { Feed } from '../../domain/market.ts'
import type { Oracle } from '../../domain/protocol.ts'
import { missing } from '../../domain/reading.ts'
import { lending } from '../fixtures/control.ts'
import { judge } from '../fixtures/judgement.ts'
import { aRecord, fact } from '../fixtures/record.ts'
import { feedQuality } from './feed-quality.ts'

function aRecordWith(category: string | null, ...names: string[]) {
  const oracles = names.map((name): Oracle => ({ name, type: 'Primary', proof: [] }))
  return aRecord({ category, facts: { oracles: fact(oracles) } })
}

describe('without a feed that was read, the declared price sources count', () => {
  test.each([
    [1, 7, '1 price source is declared.'],
    [2, 4, '2 price sources are declared.'],
    [3, 2, '3 price sources are declared.'],
    [9, 2, '9 price sources are declared.'],
  ])('%i of them at %d risk points', (count, value, sentence) => {
    const names = Array.from({ length: count }, (_, index) => `Feed ${index}`)
    expect(judge(feedQuality, aRecordWith('Lending', ...names))).toEqual({
      value,
      sentence,
      asOf: '2024-03-11',
      source: 'test',
    })
  })

  test('none is missing, not zero: no lending market runs without prices', () => {
    const expected = { missing: 'not-covered', source: 'test' }
    expect(judge(feedQuality, aRecordWith('Lending'))).toEqual(expected)
    expect(judge(feedQuality, aRecord({ category: 'Lending' }))).toEqual(expected)
    const facts = { oracles: missing('refused', 'registry') }
    expect(judge(feedQuality, aRecord({ category: 'Lending', facts }))).toEqual({
      missing: 'refused',
      source: 'registry',
    })
  })

  test('is asked of an activity that needs no prices only when it declares a source', () => {
    expect(judge(feedQuality, aRecordWith('Dexs'))).toBe('not applicable')
    expect(judge(feedQuality, aRecordWith('Dexs', 'TWAP'))).toMatchObject({ value: 7 })
    expect(judge(feedQuality, aRecordWith(null))).toMatchObject({ missing: 'not-covered' })
  })
})

describe('feeds that were read', () => {
  const judged = (...feeds: (Partial<Feed> | null)[]) =>
    judge(feedQuality, lending(feeds.map((feed) => ({ feed: feed && aFeed(feed) }))))

  test.each<[string, Partial<Feed>, number]>([
    ['a redeemable rate', { kind: 'rate' }, 2],
    ['an aggregator of a multisig, fresh', { owner: [bySafe(4, 9)], ...aged(2) }, 3],
    ['an aggregator whose owner is not known', {}, 3],
    ['a capped rate', { kind: 'capped-rate' }, 4],
    ['the average price of a pool', { kind: 'twap' }, 6],
    ['a contract of no known kind', { kind: 'unidentified' }, 7.5],
    ['prices that one account sets', { kind: 'updater' }, 8.5],
    ['three intervals old', aged(3), 3],
    ['older than three intervals', aged(3.1), 9],
    ['old, of an unknown interval', { ageSeconds: 1e9 }, 3],
    ['of an owner who acts alone', { owner: [bySafe(4, 9), by('eoa')] }, 9.5],
    ['of an owner of 1 of 3', { owner: [bySafe(1, 3)] }, 9.5],
    ['of a lone owner, and old', { owner: [by('eoa')], ...aged(9) }, 9.5],
    ['of no owner', { owner: [by('nobody')] }, 3],
  ])('%s', (_, feed, value) => {
    expect(judged(feed)).toMatchObject({ value })
  })

  test('are weighted by supply, and named by kind', () => {
    const markets = [
      { suppliedUsd: 3, feed: aFeed(), day: '2024-02-02' },
      { suppliedUsd: 1, feed: aFeed({ kind: 'updater' }), day: '2024-03-03' },
      { suppliedUsd: 5, feed: null },
    ]
    expect(judge(feedQuality, lending(markets))).toEqual({
      value: (3 * 3 + 8.5) / 4,
      sentence:
        '2 price feeds were read: aggregators of several reporters, prices that one account sets.',
      asOf: '2024-03-03',
      source: 'test',
    })
    expect(judged({})).toHaveProperty(
      'sentence',
      'One price feed was read: aggregators of several reporters.',
    )
  })

  test('count as the worst where they could not be read', () => {
    const gap = { why: 'node-failed' as const, facts: ['feed' as const] }
    expect(judge(feedQuality, lending([{ suppliedUsd: 3, feed: aFeed() }, { gap }]))).toMatchObject(
      {
        value: 10,
        sentence:
          'One price feed was read: aggregators of several reporters. 1 of 2 markets could not be read and counts as the worst.',
      },
    )
    expect(judge(feedQuality, lending([{ gap }]))).toHaveProperty(
      'sentence',
      'No price feed was read. Its market could not be read and counts as the worst.',
    )
  })

  test('go before the declared sources, which count where no feed was read', () => {
    const oracles = fact(['A', 'B'].map((name) => ({ name, type: 'Primary', proof: [] })))
    const declared = { facts: { oracles } }
    const read = [{ feed: aFeed({ kind: 'updater' }) }]
    expect(judge(feedQuality, lending(read, declared))).toMatchObject({ value: 8.5 })
    expect(judge(feedQuality, lending([{}], declared))).toMatchObject({ value: 4 })
  })
})

function aged(intervals: number): Pick<Feed, 'ageSeconds' | 'intervalSeconds'> {
  return { ageSeconds: intervals * HOUR, intervalSeconds: HOUR }
}
