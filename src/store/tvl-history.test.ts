import { beforeEach, describe, expect, test } from 'vitest'
import { addDays, dayNumber } from '../domain/day.ts'
import type { TvlSeries } from '../domain/protocol.ts'
import { known, missing } from '../domain/reading.ts'
import { aProtocol, commitRegistry, REGISTRY, tvlOf } from './fixtures/batches.ts'
import { openStore, type Store } from './open.ts'
import { commitHistory, listUnfilledHistories, recordHistoryFailure } from './tvl-history.ts'

const DAY = '2024-03-10'

let store: Store

beforeEach(() => {
  store = openStore(':memory:')
})

describe(listUnfilledHistories, () => {
  test('names the biggest TVL first, equals by id', () => {
    const staking = { chain: 'Ethereum', section: 'staking' as const, usd: 1e9 }
    const point = { chain: 'Ethereum', section: 'tvl' as const, usd: 5 }
    list(DAY, [1, 5], [2, 90], [3, 5])
    commitRegistry(
      store,
      DAY,
      aProtocol(1, { tvl: tvlOf(DAY, { Ethereum: 5 }) }),
      aProtocol(2, { tvl: tvlOf(DAY, { Ethereum: 40, Base: 50 }) }),
      aProtocol(3, { tvl: known([staking, point], DAY, REGISTRY) }),
      aProtocol(4, { tvl: tvlOf(DAY, { Ethereum: 70 }) }),
      aProtocol(5, { tvl: known([], DAY, REGISTRY) }),
    )
    expect(listUnfilledHistories(store, DAY).due).toEqual(
      [2, 4, 1, 3, 5].map((id) => ({ id, slug: `slug-${id}` })),
    )
  })

  test('leaves out what is out of scope, delisted or without TVL', () => {
    list('2024-03-09', [4, 1])
    commitRegistry(
      store,
      DAY,
      aProtocol(1, { tvl: tvlOf(DAY, { Ethereum: 5 }), outOfScope: 'dead' }),
      aProtocol(2, { tvl: missing('not-covered', REGISTRY) }),
      aProtocol(3, { tvl: tvlOf(DAY, { Ethereum: 5 }) }),
    )
    expect(unfilled(DAY)).toEqual([3])
  })

  test('a history is filled once, and a run that was cut off goes on where it stopped', () => {
    list(DAY, [1, 30], [2, 20], [3, 10])
    commitHistory(store, 1, [], DAY)
    expect(unfilled(DAY)).toEqual([2, 3])
    list(addDays(DAY, 1), [1, 30], [2, 20], [3, 10])
    expect(unfilled(addDays(DAY, 1))).toEqual([2, 3])
  })

  test.each([
    [7, []],
    [8, [1, 2]],
  ])('after a pause of %d days the past of these is read again: %j', (days, expected) => {
    list(DAY, [1, 30], [2, 20])
    fill(DAY, 1, 2)
    list(addDays(DAY, days), [1, 30], [2, 20])
    expect(unfilled(addDays(DAY, days))).toEqual(expected)
  })

  test('a gap is not forgotten when the runs after it find no time to fill it', () => {
    list(DAY, [1, 30], [2, 20])
    fill(DAY, 1, 2)
    const back = addDays(DAY, 20)
    list(back, [1, 30], [2, 20])
    fill(back, 1)
    list(addDays(back, 1), [1, 30], [2, 20])
    expect(unfilled(addDays(back, 1))).toEqual([2])
    fill(addDays(back, 1), 2)
    list(addDays(back, 2), [1, 30], [2, 20])
    expect(unfilled(addDays(back, 2))).toEqual([])
  })

  test('a protocol that holds nothing is asked for its past once, not on every day', () => {
    const empty = () => aProtocol(1, { tvl: known([], DAY, REGISTRY) })
    commitRegistry(store, DAY, empty())
    fill(DAY, 1)
    for (const days of [1, 9, 30]) {
      commitRegistry(store, addDays(DAY, days), empty())
      expect(unfilled(addDays(DAY, days))).toEqual([])
    }
  })

  test('a protocol that failed is tried again after 1, 2, 4, … and at last every 32 days', () => {
    list(DAY, [1, 30], [2, 20])
    fill(DAY, 2)
    let tried = DAY
    for (const rest of [1, 2, 4, 8, 16, 32, 32, 32]) {
      recordHistoryFailure(store, 1, tried)
      const tooSoon = addDays(tried, rest - 1)
      expect(listUnfilledHistories(store, DAY, tooSoon)).toEqual({ due: [], resting: 1 })
      tried = addDays(tried, rest)
      expect(listUnfilledHistories(store, DAY, tried)).toMatchObject({
        due: [{ id: 1 }],
        resting: 0,
      })
    }
  })

  test('after a thousand failures it is still tried', () => {
    list(DAY, [1, 30])
    for (let n = 0; n < 1_000; n += 1) recordHistoryFailure(store, 1, DAY)
    expect(listUnfilledHistories(store, DAY, addDays(DAY, 31)).due).toEqual([])
    expect(listUnfilledHistories(store, DAY, addDays(DAY, 32)).due).toHaveLength(1)
  })

  test('what failed comes after what never did, whatever its TVL', () => {
    list(DAY, [1, 30], [2, 20], [3, 10])
    recordHistoryFailure(store, 1, DAY)
    list(addDays(DAY, 1), [1, 30], [2, 20], [3, 10])
    expect(unfilled(addDays(DAY, 1))).toEqual([2, 3, 1])
  })

  test('a good read after failures forgets them', () => {
    list(DAY, [1, 30])
    for (let n = 0; n < 5; n += 1) recordHistoryFailure(store, 1, DAY)
    fill(DAY, 1)
    expect(store.prepare('SELECT filled_on, failures FROM history_fills').get()).toEqual({
      filled_on: DAY,
      failures: 0,
    })
  })
})

describe(commitHistory, () => {
  test('writes the past as totals by section, over all chains, and says how many points are new', () => {
    const { added } = commitHistory(
      store,
      1,
      [
        series('Ethereum', { '2024-03-08': 1, '2024-03-09': 2.004 }),
        series('Arbitrum', { '2024-03-09': 3.005 }),
        { ...series('Base', { '2024-03-09': 0 }), section: 'borrowed' },
      ],
      DAY,
    )
    expect(added).toBe(3)
    expect(stored()).toEqual([
      ['2024-03-08', 0, 100],
      ['2024-03-09', 0, 501],
      ['2024-03-09', 1, 0],
    ])
  })

  test('days already stored stay as they are, without chains that only the past knows', () => {
    list(DAY, [1, 50])
    const past = [
      series('Ethereum', { '2024-03-09': 1, [DAY]: 2 }),
      series('Elsewhere', { '2024-03-09': 3, [DAY]: 4 }),
    ]
    expect(commitHistory(store, 1, past, DAY).added).toBe(1)
    expect(stored()).toEqual([
      ['2024-03-09', 0, 400],
      [DAY, 0, 5000],
    ])
    expect(commitHistory(store, 1, past, DAY).added).toBe(0)
  })

  test('a failure in the middle leaves nothing, so the past is read again', () => {
    list(DAY, [1, 50])
    const broken = series('Base', { '2024-03-07': Number.NaN })
    expect(() =>
      commitHistory(store, 1, [series('Base', { '2024-03-06': 1 }), broken], DAY),
    ).toThrow()
    expect(stored()).toEqual([[DAY, 0, 5000]])
    expect(unfilled(DAY)).toEqual([1])
  })
})

function list(day: string, ...amounts: [id: number, usd: number][]): void {
  const rows = amounts.map(([id, usd]) => aProtocol(id, { tvl: tvlOf(day, { Ethereum: usd }) }))
  commitRegistry(store, day, ...rows)
}

function fill(day: string, ...ids: number[]): void {
  for (const id of ids) commitHistory(store, id, [], day)
}

function unfilled(day: string): number[] {
  return listUnfilledHistories(store, day).due.map(({ id }) => id)
}

function series(chain: string, amounts: Record<string, number>): TvlSeries {
  return {
    chain,
    section: 'tvl',
    days: Object.keys(amounts).map(dayNumber),
    usd: Object.values(amounts),
  }
}

function stored(): unknown[] {
  return store
    .prepare(
      `SELECT date(day * 86400, 'unixepoch'), section, cents FROM tvl_daily ORDER BY day, section`,
    )
    .raw()
    .all()
}

describe('the series of a page', () => {
  const points = () => store.prepare('SELECT day, cents FROM tvl_daily ORDER BY day').raw().all()

  test('is stored without an isolated spike and hole, and without a jump at its end, and the days are counted', () => {
    const usd = [100, 100, 0, 100, 1e9, 2e9, 100, 100, 9].map((amount) => amount * 1_000)
    const page = series('Base', {})
    page.days.push(...usd.keys())
    page.usd.push(...usd)
    expect(commitHistory(store, 1, [page], DAY)).toEqual({ added: 5, leftOut: 4 })
    expect(points()).toEqual([0, 1, 3, 6, 7].map((day) => [day, 1e7]))
  })
})
