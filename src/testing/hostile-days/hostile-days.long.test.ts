import { beforeAll, describe, expect, test } from 'vitest'
import { openStore, type Store } from '../../store/open.ts'
import { BAD_LISTS, DAYS, isQuiet, ON, PLACE, PROTOCOLS } from './plan.ts'
import { type DayRecord, runHostileDays } from './run.ts'
import { HostileUpstream } from './upstream.ts'

/** Floors that accuse a protocol of a loss that it has not made good. */
const ACCUSATIONS = ['severeLoss', 'lostForGood', 'recentLoss']

let store: Store
let upstream: HostileUpstream
let records: DayRecord[]

beforeAll(async () => {
  store = openStore(':memory:')
  upstream = new HostileUpstream(20_260_101)
  records = await runHostileDays(store, upstream)
}, 600_000)

const at = (number: number) => records[number - 1] ?? expect.fail(`there is no day ${number}`)

test('no day is frozen: only a list that is wrong is refused, and the next right one is taken', () => {
  const refused = records.filter(({ error }) => error).map(({ number }) => number)
  console.log(
    'refused',
    refused,
    records.filter(({ error }) => error).map(({ error }) => error?.message),
  )
  expect(refused.filter((number) => !BAD_LISTS.includes(number))).toEqual([])
})

test('what is published as TVL is never far from what is there', () => {
  const off: [number, number][] = []
  for (const { number, stats } of records) {
    const places = Array.from({ length: PROTOCOLS }, (_, place) => place)
    const true_ = places.reduce((sum, place) => sum + upstream.usd(place, number), 0)
    const ratio = (stats.totalTvlUsd ?? 0) / true_
    if (Math.abs(ratio - 1) > 0.1) off.push([number, ratio])
  }
  console.log('tvl off', off)
  expect(off).toEqual([])
})

test('every published move names its cause', () => {
  const uncaused = records.flatMap(({ number, changes }) =>
    (changes?.moves ?? [])
      .filter(({ signals, redistributed }) => !signals?.length && redistributed.length === 0)
      .map(({ id, exactDelta }) => ({ number, id, exactDelta })),
  )
  console.log('uncaused', uncaused.length, uncaused.slice(0, 5))
  expect(uncaused).toEqual([])
})

test('no accusation is taken back by a later day', () => {
  const back: string[] = []
  for (const [index, { number, catalogue }] of records.entries()) {
    const next = records[index + 1]?.catalogue.floors
    for (const [id, floors] of catalogue.floors) {
      const later = next?.get(id)
      if (!later) continue
      for (const accusation of ACCUSATIONS) {
        if (floors.includes(accusation) && !later.includes(accusation))
          back.push(`${number} ${id} ${accusation}`)
      }
    }
  }
  console.log('taken back', back)
  expect(back).toEqual([])
})

test('moves on quiet days are at most 0.5 % of protocols', () => {
  const quiet = records.filter(({ number }) => isQuiet(number))
  const moved = quiet.map(({ number, changes }) => [number, changes?.counts.moved ?? 0] as const)
  const share = moved.reduce((sum, [, count]) => sum + count, 0) / (quiet.length * PROTOCOLS)
  console.log('quiet', quiet.length, share, moved.map((one) => one.join(':')).join(' '))
  console.log(
    'all moves',
    records
      .map(
        ({ number, changes }) =>
          `${number}:${changes?.counts.moved ?? '-'}/${changes?.counts.levelChanges ?? '-'}/${changes?.counts.unscored ?? '-'}/${changes?.counts.appeared ?? '-'}/${changes?.counts.retired ?? '-'}`,
      )
      .join(' '),
  )
  expect(share).toBeLessThanOrEqual(0.005)
})

describe('identity', () => {
  test('a protocol that is listed again under a new id neither appears nor goes, and keeps its history', () => {
    const { changes, details } = at(ON.relisted)
    expect(changes?.appeared.map(({ id }) => id)).not.toContain(`harbour-${PLACE.relisted}`)
    expect(changes?.retired.map(({ id }) => id)).not.toContain(`harbour-${PLACE.relisted}`)
    expect(details.get(`harbour-${PLACE.relisted}`)?.scoreHistory).toHaveLength(12)
  })

  test('a review stays with the protocol that it was made of, and a stranger who takes the slug has none', () => {
    const { details } = at(DAYS)
    expect(details.get('pier-reviewed')?.reviews).toHaveLength(1)
    expect(details.get(`harbour-${PLACE.reviewed}`)).toMatchObject({
      name: 'Stranger B',
      reviews: null,
    })
  })
})
