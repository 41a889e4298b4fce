import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { addDays } from '../domain/day.ts'
import { upstreamClock } from '../ingest/upstream-day.ts'
import { takeSnapshot } from '../pipeline.ts'
import { openStore, type Store } from '../store/open.ts'
import { bodies, DAY, rows } from '../testing/pipeline/bodies.ts'
import { options, startWorld, type World } from '../testing/pipeline/world.ts'
import { ROOT } from '../testing/scripts/run-script.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { refuseOtherDay } from './run-day.ts'
import { chooseSnapshotInputs } from './snapshot-input.ts'

const dir = temporaryFolder()
let world: World
let store: Store

beforeAll(async () => {
  world = await startWorld(bodies(rows(4)))
})
afterAll(() => world.close())
beforeEach(() => {
  store = openStore(':memory:')
})

describe('the day of a live run', () => {
  test.each([
    ['300 days ahead, by a clock that is wrong', undefined, addDays(DAY, 300)],
    ['two days ahead, as --as-of asks', addDays(DAY, 2), DAY],
    ['two days ago, as --as-of asks', addDays(DAY, -2), DAY],
  ])('%s is refused before anything is stored', async (_, asOf, machineDay) => {
    const day = asOf ?? machineDay
    await expect(run(asOf, machineDay)).rejects.toThrow(
      `No snapshot was taken, and nothing was stored. The run is of ${day}, but it is ${DAY} by the Date headers of the upstreams (5 hosts answered). Correct the clock of this machine, or leave --as-of out.`,
    )
    const count = (table: string) => store.prepare(`SELECT COUNT(*) FROM ${table}`).pluck().get()
    expect(['snapshots', 'source_runs', 'protocols', 'bodies'].map(count)).toEqual([0, 0, 0, 0])
  })

  test.each([addDays(DAY, -1), DAY, addDays(DAY, 1)])('%s is taken', async (day) => {
    expect((await run(undefined, day)).score).toMatchObject({ protocols: 4 })
  })
})

describe(refuseOtherDay, () => {
  test('one host of three with a wrong clock changes nothing, whichever way', () => {
    for (const wrong of ['2031-01-01', '2019-01-01']) {
      expect(() => refuseOtherDay(DAY, clockOf(DAY, wrong, DAY))).not.toThrow()
    }
    expect(() => refuseOtherDay(DAY, clockOf(DAY, '2031-01-01', '2031-01-01'))).toThrow('3 hosts')
  })

  test('without a readable header there is nothing to compare with', () => {
    const clock = upstreamClock()
    clock.note('a.example', null)
    clock.note('b.example', 'yesterday')
    expect(clock.read()).toBeNull()
    expect(() => refuseOtherDay('2099-01-01', clock)).not.toThrow()
  })

  test('many answers of one host count once, by the newest', () => {
    const clock = clockOf('2019-01-01', DAY, DAY)
    for (let n = 0; n < 10; n += 1) clock.note('0.example', httpDate(addDays(DAY, -9 - n)))
    expect(clock.read()).toEqual({ day: DAY, hosts: 3 })
  })
})

function run(asOf: string | undefined, machineDay: string) {
  const config = readConfig({
    ...world.env,
    PLIMSOLL_RETRIES: '0',
    PLIMSOLL_DB: path.join(dir, 'plimsoll.sqlite'),
  })
  const now = new Date(`${machineDay}T06:00:00Z`)
  const [input] = chooseSnapshotInputs(
    { source: 'live', asOf, history: '0' },
    config,
    path.join(ROOT, 'data/seed'),
    now,
  )
  return takeSnapshot({ ...options(store, input?.reader as never, asOf ?? machineDay), ...input })
}

function clockOf(...days: string[]) {
  const clock = upstreamClock()
  for (const [index, day] of days.entries()) clock.note(`${index}.example`, httpDate(day))
  return clock
}

const httpDate = (day: string) => new Date(`${day}T12:00:00Z`).toUTCString()
