import { beforeAll, describe, expect, test } from 'vitest'
import { openStore } from '../../store/open.ts'
import { BAD_LISTS, DAYS, isQuiet, ON, PLACE, PROTOCOLS } from './plan.ts'
import { type DayRecord, runHostileDays } from './run.ts'
import { HostileUpstream } from './upstream.ts'

/** Floors that accuse a protocol of a loss. */
const ACCUSATIONS = ['severeLoss', 'lostForGood', 'recentLoss']

/** Largest share of protocols whose move is announced on a day on which nothing happened. */
const MAX_QUIET_MOVES = 0.005

const upstream = new HostileUpstream(20_260_101)
let records: DayRecord[]

beforeAll(async () => {
  records = await runHostileDays(openStore(':memory:'), upstream)
}, 900_000)

const at = (number: number) => records[number - 1] ?? expect.fail(`there is no day ${number}`)

test('no day is frozen: only a list that is wrong is refused, and the right one after it is taken', () => {
  const refused = records.filter(({ error }) => error).map(({ number }) => number)
  expect(refused).toEqual(BAD_LISTS)
})

test('the TVL that is published in all is never far from what is there', () => {
  for (const { number, stats } of records) {
    const places = Array.from({ length: PROTOCOLS }, (_, place) => place)
    const usd = places.reduce((sum, place) => sum + upstream.usd(place, number), 0)
    expect(Math.abs((stats.totalTvlUsd ?? 0) / usd - 1), `day ${number}`).toBeLessThan(0.1)
  }
})

test('every announced move names its cause', () => {
  const moves = records.flatMap(({ changes }) => changes?.moves ?? [])
  expect(moves.length).toBeGreaterThan(5)
  const uncaused = moves.filter(
    ({ signals, redistributed }) => !signals?.length && redistributed.length === 0,
  )
  expect(uncaused).toEqual([])
})

test('no accusation is taken back by a later day', () => {
  const accused = new Set<string>()
  for (const [index, { number, floors }] of records.entries()) {
    for (const [id, now] of floors) {
      const later = records[index + 1]?.floors.get(id)
      for (const floor of ACCUSATIONS) {
        if (!now.includes(floor)) continue
        accused.add(id)
        if (later) expect(later, `${floor} of ${id} after day ${number}`).toContain(floor)
      }
    }
  }
  // The losses that are true are there: those of the drained one, the late one and the one that leaves the list for days.
  expect(accused.size).toBeGreaterThanOrEqual(3)
})

test('moves on quiet days are at most 0.5 % of protocols', () => {
  const quiet = records.filter(({ number }) => isQuiet(number))
  expect(quiet.length).toBeGreaterThan(20)
  const moved = quiet.reduce((sum, { changes }) => sum + (changes?.counts.moved ?? 0), 0)
  expect(moved / (quiet.length * PROTOCOLS)).toBeLessThanOrEqual(MAX_QUIET_MOVES)
})

test('a held TVL says what is reported, and what lasts is taken over', () => {
  const drained = at(ON.drained).details.get(`harbour-${PLACE.drained}`)
  expect(drained?.tvlUsd).toBeCloseTo(upstream.usd(PLACE.drained, ON.drained - 1), -1)
  expect(drained?.tvlHeld?.reportedUsd).toBeCloseTo(upstream.usd(PLACE.drained, ON.drained), -1)
  for (const place of [PLACE.drained, PLACE.grown]) {
    const later = at(ON.drained + 5).details.get(`harbour-${place}`)
    expect(later?.tvlUsd).toBeCloseTo(upstream.usd(place, ON.drained + 5), -1)
    expect(later?.tvlHeld).toBeUndefined()
  }
})

describe('identity', () => {
  test('a protocol that is listed again under a new id neither appears nor goes, and keeps its history', () => {
    const slug = `harbour-${PLACE.relisted}`
    const { changes, details } = at(ON.relisted)
    expect(changes?.counts).toMatchObject({ appeared: 0, retired: 0 })
    expect(details.get(slug)?.scoreHistory).toHaveLength(12)
  })

  test('a review stays with its protocol, and a stranger who takes the slug has none', () => {
    const { details } = at(DAYS)
    expect(details.get('pier-reviewed')?.reviews).toHaveLength(1)
    const stranger = details.get(`harbour-${PLACE.reviewed}`)
    expect(stranger).toMatchObject({ name: 'Stranger B', reviews: null })
  })
})
