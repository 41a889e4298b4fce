import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Scoreboard, scoreboard as schema } from '../contract/scoreboard.ts'
import { addDays, dayNumber } from '../domain/day.ts'
import type { Incident } from '../domain/protocol.ts'
import { createIncidentLists } from '../export/incident-list.ts'
import { anIncident } from '../store/fixtures/batches.ts'
import { loadListedIncidents } from '../store/load-incidents.ts'
import type { Store } from '../store/open.ts'
import { commitHistory } from '../store/tvl-history.ts'
import {
  catalogueWith,
  type Planted,
  plantedStore,
  plantIncidents,
  plantSnapshot,
} from './fixtures/planted-store.ts'
import { createScoreboard, keepEvents } from './scoreboard.ts'

const FIRST = '2026-01-01'
const PROTOCOLS: Planted[] = Array.from({ length: 20 }, (_, index) => ({
  id: index + 1,
  composite: 0.5 + (index % 10) / 2,
  tvlUsd: 1_000_000 + index,
}))
const on = (number: number) => addDays(FIRST, number)
const old = anIncident('old', { protocolId: '9', day: '2025-01-01' })
/** A loss of the second safest: a miss. */
const loss = anIncident('loss', { protocolId: '2', day: on(2), lossUsd: 200_000 })

let store: Store

beforeEach(() => {
  store = plantedStore(PROTOCOLS, FIRST)
  for (const number of [0, 1, 2]) takeDay(number, [old])
})
afterEach(() => store.close())

/** A run of a day with this list, as the pipeline does it; gives the scoreboard. */
function takeDay(number: number, list: Incident[]): Scoreboard {
  plantIncidents(store, on(number), list)
  plantSnapshot(store, on(number), PROTOCOLS)
  const incidents = loadListedIncidents(store, on(number), 30)?.value ?? []
  keepEvents(store, { asOf: on(number), origin: 'live', incidents })
  return schema.parse(JSON.parse(createScoreboard(store, catalogueWith(store, incidents))))
}

describe('a published event', () => {
  test('is one from the second reading on', () => {
    expect(takeDay(3, [old, loss]).events).toEqual([])
    const [event] = takeDay(4, [old, loss]).events
    expect(event).toMatchObject({ incident: 'loss', knownOn: on(3), publishedOn: on(4) })
    expect(event?.missed).not.toEqual([])
  })

  test('is none when it vanishes after a single reading', () => {
    takeDay(3, [old, loss])
    for (const number of [4, 5, 12]) expect(takeDay(number, [old]).events).toEqual([])
  })

  test('stays when upstream drops the incident, with the day since then, and is as before when it is back', () => {
    for (const number of [3, 4]) takeDay(number, [old, loss])
    const [before] = takeDay(5, [old, loss]).events
    for (let number = 6; number <= 20; number += 1) {
      expect(takeDay(number, [old]).events).toEqual([{ ...before, unlistedSince: on(6) }])
    }
    expect(takeDay(21, [old, loss]).events).toEqual([before])
  })

  test('is in the list of incidents for as long', () => {
    for (const number of [3, 4, 5]) takeDay(number, [old, loss])
    for (let number = 6; number <= 20; number += 1) takeDay(number, [old])
    const catalogue = catalogueWith(store, [])
    const { incidents } = JSON.parse(
      createIncidentLists(catalogue, createScoreboard(store, catalogue)).list,
    )
    expect(incidents).toMatchObject([
      { id: 'loss', unlistedSince: on(6), before: { status: 'scored', day: on(1) } },
    ])
  })

  test('keeps loss, TVL and share as first published, with what is said now beside them', () => {
    for (const number of [3, 4]) takeDay(number, [old, loss])
    const [before] = takeDay(5, [old, loss]).events
    const days = [dayNumber(on(0))]
    commitHistory(store, 2, [{ chain: 'Ethereum', section: 'tvl', days, usd: [400_000] }], on(5))
    const [after] = takeDay(6, [old, { ...loss, lossUsd: 300_000 }]).events
    expect(after).toEqual({
      ...before,
      correction: {
        day: loss.day,
        lossUsd: 300_000,
        returnedUsd: loss.returnedUsd,
        tvlUsd: 400_000,
        lossShare: 0.75,
      },
    })
  })

  test('stays with its protocol when upstream ties the incident to none', () => {
    for (const number of [3, 4]) takeDay(number, [old, loss])
    const [before] = takeDay(5, [old, loss]).events
    const { events, unmatched } = takeDay(6, [old, { ...loss, protocolId: null }])
    expect(events).toEqual([before])
    expect(unmatched).toBe(0)
  })
})
