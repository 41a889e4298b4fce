import path from 'node:path'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MS } from '../../domain/day.ts'
import { aHit, meterOf, usedBy } from '../../testing/api/state-contract.ts'
import { runs } from '../../testing/runs.ts'
import { folderOfTest } from '../../testing/temporary-folder.ts'
import { MINUTE_MS, windowStart } from '../time-window.ts'
import { openSqliteState } from './store.ts'

const NOON = Date.UTC(2026, 10, 21, 12)
const LIMITS = { burst: 40, daily: 90 }
/** All that 80 steps can reach. */
const MONTHS = ['2026-11', '2026-12', ...[1, 2, 3, 4, 5, 6, 7, 8].map((month) => `2027-0${month}`)]

/** A request at one of three processes; before it that process may end and begin anew, and time may pass. */
const aStep = fc.record({
  at: fc.nat(2),
  caller: fc.constantFrom('key_a', 'key_a', 'key_b', 'address'),
  cost: fc.constantFrom(0, 1, 1, 1, 2, 50),
  isReopened: fc.nat(15).map((n) => n === 0),
  passes: fc.constantFrom(
    ...Array(12).fill(0),
    1_000,
    5_000,
    5_000,
    MINUTE_MS,
    11 * MINUTE_MS,
    3 * DAY_MS,
  ),
})

test('any number of processes on one file count like one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aStep, { minLength: 20, maxLength: 80 }), async (steps) => {
      const file = path.join(folderOfTest(), 'state.sqlite')
      const open = () => openSqliteState(file)
      const stores = [open(), open(), open()]
      const used = new Map<string, number>()
      const meters = new Map<string, number>()
      let now = NOON
      for (const { at, caller, cost, isReopened, passes } of steps) {
        now += passes
        if (isReopened) {
          await stores[at]?.close()
          stores[at] = open()
        }
        const meter = caller === 'address' ? null : meterOf(caller)
        const result = await stores[at]?.hit(aHit({ caller, cost, limits: LIMITS, meter, now }))
        const minute = `${caller} ${windowStart(now, MINUTE_MS)}`
        const day = `${caller} ${windowStart(now, DAY_MS)} day`
        const [burst, daily] = [minute, day].map((name) => (used.get(name) ?? 0) + cost)
        const admitted = (burst ?? 0) <= LIMITS.burst && (daily ?? 0) <= LIMITS.daily
        if (admitted) used.set(minute, burst ?? 0).set(day, daily ?? 0)
        if (admitted) meters.set(caller, (meters.get(caller) ?? 0) + 1)
        expect(result).toEqual({
          admitted,
          burstUsed: used.get(minute) ?? 0,
          dailyUsed: used.get(day) ?? 0,
        })
      }
      for (const store of stores) {
        for (const caller of ['key_a', 'key_b']) {
          let counted = 0
          for (const month of MONTHS) counted += (await usedBy(store, caller, month)).protocols
          expect(counted).toBe(meters.get(caller) ?? 0)
        }
        await store.close()
      }
    }),
    runs(200),
  )
})

test('the log stays short, however fast requests come, and loses none of them', async () => {
  const file = path.join(folderOfTest(), 'state.sqlite')
  const store = openSqliteState(file)
  const hit = aHit({
    caller: 'key_a',
    meter: meterOf('key_a'),
    limits: { burst: 9_999, daily: 9_999 },
    now: NOON,
  })
  for (let n = 0; n < 2_500; n += 1) await store.hit(hit)
  const db = new Database(file)
  expect(db.prepare('SELECT count(*) FROM count_log').pluck().get()).toBeLessThanOrEqual(1_001)

  expect(await store.hit(hit)).toMatchObject({ burstUsed: 2_501, dailyUsed: 2_501 })
  expect((await usedBy(store, 'key_a', '2026-11')).protocols).toBe(2_501)
  db.close()
  await store.close()
})

test('requests that are refused and have no meter are not written', async () => {
  const file = path.join(folderOfTest(), 'state.sqlite')
  const store = openSqliteState(file)
  const rows = () => {
    const db = new Database(file, { readonly: true })
    const ids = db.prepare('SELECT max(id) FROM count_log').pluck().get()
    db.close()
    return ids
  }
  const hit = aHit({ caller: 'address', limits: { burst: 1, daily: 1 }, now: NOON })
  await store.hit(hit)
  const before = rows()
  expect((await store.hit(hit)).admitted).toBe(false)
  expect(rows()).toBe(before)
  await store.close()
})

test('a damaged log rejects', async () => {
  const file = path.join(folderOfTest(), 'state.sqlite')
  const store = openSqliteState(file)
  await store.hit(aHit({ now: NOON }))
  const db = new Database(file)
  db.exec("INSERT INTO count_log (id, changes) SELECT max(id) + 1, '[[' FROM count_log")
  db.close()

  await expect(store.hit(aHit({ now: NOON }))).rejects.toThrow('its log of counts is damaged')
  await store.close()
})

test('what was refused before its first count is counted after another process counted it', async () => {
  const file = path.join(folderOfTest(), 'state.sqlite')
  const [one, other] = [openSqliteState(file), openSqliteState(file)]
  const hit = aHit({ caller: 'address', limits: LIMITS, now: NOON })
  for (const store of [one, other]) await store.hit(aHit({ now: NOON }))
  expect((await one.hit({ ...hit, cost: 50 })).admitted).toBe(false)
  await other.hit(hit)

  expect(await one.hit(hit)).toMatchObject({ admitted: true, burstUsed: 2 })
  for (const store of [one, other]) await store.close()
})
