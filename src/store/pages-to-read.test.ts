import { beforeEach, describe, expect, test } from 'vitest'
import { addDays, type Day, dayNumber, daysBetween } from '../domain/day.ts'
import { isExhaustive } from '../testing/runs.ts'
import { commitPageIncidents } from './commit-incidents.ts'
import { anIncident, aProtocol, aRun, commitRegistry, tvlOf } from './fixtures/batches.ts'
import { openStore, type Store } from './open.ts'
import { findOldestPage, listPagesToRead } from './pages-to-read.ts'
import { insertSourceRun } from './source-runs.ts'
import { commitHistory, recordHistoryFailure } from './tvl-history.ts'

const DAY = '2024-03-10'
const LIST = 'defillama-hacks'

let store: Store

beforeEach(() => {
  store = openStore(':memory:')
})

/** Lists protocols with these amounts, and with what they had on earlier days. */
function list(day: Day, usd: Record<number, number>, before: Record<number, number> = {}): void {
  const rows = Object.entries(usd).map(([id, amount]) =>
    aProtocol(Number(id), { tvl: tvlOf(day, { Ethereum: amount }) }),
  )
  commitRegistry(store, day, ...rows)
  for (const [ago, scale] of Object.entries(before)) {
    for (const [id, amount] of Object.entries(usd)) {
      const days = [dayNumber(day) - Number(ago)]
      const series = [
        { chain: 'Ethereum', section: 'tvl' as const, days, usd: [amount * (scale ?? 1)] },
      ]
      commitHistory(store, Number(id), series, day)
    }
  }
}

const read = (day: Day, ...ids: number[]) => {
  for (const id of ids) commitPageIncidents(store, id, [], day)
}
const due = (day: Day) => listPagesToRead(store, DAY, day).map(({ id }) => id)

describe(listPagesToRead, () => {
  test('is empty while the list of incidents was read on the day, and only then', () => {
    list(DAY, { 1: 5 })
    read(addDays(DAY, -3), 1)
    insertSourceRun(store, aRun(LIST, DAY))
    expect(due(DAY)).toEqual([])
    expect(due(addDays(DAY, 1))).toEqual([1])
  })

  test('reads no page twice a day, and the first time with its history', () => {
    list(DAY, { 1: 5, 2: 5, 3: 5 })
    read(DAY, 1)
    read(addDays(DAY, -1), 2)
    expect(due(DAY)).toEqual([2])
  })

  test('begins with those that fell most, in a day or in a week', () => {
    const millions = (n: number) => n * 1e6
    list(DAY, { 1: millions(900), 2: millions(50) })
    const fell = (id: number, now: number, ago: number, before: number) => {
      const history = (days: number, usd: number) => ({
        ...{ chain: 'Ethereum', section: 'tvl' as const },
        ...{ days: [dayNumber(DAY) - days], usd: [usd] },
      })
      commitHistory(store, id, [history(0, now), history(ago, before)], DAY)
    }
    const rows = [1, 2, 3, 4, 5, 6].map((id) => aProtocol(id))
    commitRegistry(store, DAY, ...rows)
    fell(1, millions(900), 1, millions(1_000))
    fell(2, millions(50), 1, millions(50))
    fell(3, millions(6), 1, millions(10))
    fell(4, millions(1), 7, millions(10))
    // Too small for its fall to mean anything.
    fell(5, 1_000, 1, 900_000)
    fell(6, millions(8), 3, millions(100))
    read(addDays(DAY, -5), 1, 2, 3, 4, 5, 6)
    expect(due(DAY).slice(0, 2)).toEqual([4, 3])
  })

  test('reads a page with a loss that was read once before all others, until a second day has it', () => {
    list(DAY, { 1: 9e9, 2: 9e8, 3: 5 })
    const [first, second, third] = [-20, -1, 0].map((days) => addDays(DAY, days))
    read(first ?? DAY, 1, 2, 3)
    const loss = anIncident('leak', { protocolId: '3', day: first ?? DAY })
    commitPageIncidents(store, 3, [loss], second ?? DAY)
    expect(due(DAY)).toEqual([3, 1, 2])
    commitPageIncidents(store, 3, [loss], third ?? DAY)
    expect(due(addDays(DAY, 1))).toEqual([1, 2, 3])
  })

  test('lets at most twenty that fell go first, so that a falling market holds up no page', () => {
    const amounts = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [n + 1, 2e6 + n]))
    list(DAY, amounts, { 1: 2 })
    const ids = Object.keys(amounts).map(Number)
    read(addDays(DAY, -1), ...ids)
    // Small, and the longest unread.
    read(addDays(DAY, -60), 1)
    expect(due(DAY).indexOf(1)).toBe(20)
    expect(due(DAY)).toHaveLength(200)
  })

  test('lets a page that failed rest, twice as long after each further failure', () => {
    list(DAY, { 1: 5 })
    read(addDays(DAY, -9), 1)
    recordHistoryFailure(store, 1, DAY)
    expect([DAY, addDays(DAY, 1)].map(due)).toEqual([[], [1]])
    recordHistoryFailure(store, 1, addDays(DAY, 1))
    expect([addDays(DAY, 2), addDays(DAY, 3)].map(due)).toEqual([[], [1]])
  })
})

test('the oldest page is that of a listed protocol', () => {
  expect(findOldestPage(store, DAY)).toBeNull()
  list(addDays(DAY, -9), { 1: 5, 2: 5 })
  read(addDays(DAY, -9), 2)
  list(DAY, { 1: 5 })
  read(addDays(DAY, -2), 1)
  expect(findOldestPage(store, DAY)).toBe(addDays(DAY, -2))
})

describe.runIf(isExhaustive())('with 3,000 protocols', () => {
  const COUNT = 3_000
  const RUNS = 60

  /** Days until a page was read again, at most: of the 150 largest, and of all. */
  function longestWaits(budget: number, fallenADay: number) {
    const ids = Array.from({ length: COUNT }, (_, n) => n + 1)
    list(DAY, Object.fromEntries(ids.map((id) => [id, 1e9 / id + 2e6])))
    read(addDays(DAY, -1), ...ids)
    const readOn = new Map(ids.map((id) => [id, addDays(DAY, -1)]))
    const waits = { largest: 0, all: 0 }
    const note = store.prepare('UPDATE incident_pages SET read_on = ? WHERE protocol_id = ?')
    const setDayAgo = store.prepare('INSERT OR REPLACE INTO tvl_daily VALUES (?, 0, ?, ?)')
    for (let n = 0; n < RUNS; n += 1) {
      const day = addDays(DAY, n)
      store.exec(`DELETE FROM tvl_daily WHERE day = ${dayNumber(DAY) - 1}`)
      for (let k = 0; k < fallenADay; k += 1) {
        setDayAgo.run(1 + ((n * 997 + k * 101) % COUNT), dayNumber(DAY) - 1, 1e15)
      }
      for (const id of due(day).slice(0, budget)) {
        if (n >= 30) {
          const wait = daysBetween(readOn.get(id) ?? day, day)
          waits.all = Math.max(waits.all, wait)
          if (id <= 150) waits.largest = Math.max(waits.largest, wait)
        }
        readOn.set(id, day)
        note.run(day, id)
      }
    }
    return waits
  }

  test.each([[240, 40, { largest: 2, all: 20 }]])(
    'at %i pages a run and %i that fall a day, a loss is known within days: %j',
    (budget, fallen, limits) => {
      const waits = longestWaits(budget, fallen)
      expect(waits.largest).toBeLessThanOrEqual(limits.largest)
      expect(waits.all).toBeLessThanOrEqual(limits.all)
    },
  )
})
