import { beforeEach, describe, expect, test } from 'vitest'
import { addDays, dayNumber } from '../domain/day.ts'
import type { Incident } from '../domain/protocol.ts'
import { commitBatch } from './commit-batch.ts'
import { commitPageIncidents } from './commit-incidents.ts'
import { anIncident, aRun } from './fixtures/batches.ts'
import { loadListedIncidents } from './load-incidents.ts'
import { openStore, type Store } from './open.ts'
import { commitHistory } from './tvl-history.ts'

const DAY = '2024-03-10'
const HACKS = 'defillama-hacks'
const on = (number: number) => addDays(DAY, number)
const old = anIncident('old', { protocolId: '6', name: 'Old', day: '2023-01-01' })
const late = anIncident('late', { protocolId: '7', name: 'Late', lossUsd: 5_000 })

let store: Store

beforeEach(() => {
  store = openStore(':memory:')
  list(0, old)
})

function list(number: number, ...incidents: Incident[]): void {
  const rowCounts = { rows: 1, accepted: 1, outOfScope: {}, refused: {} }
  commitBatch(store, HACKS, { asOf: on(number), rowCounts, incidents }, aRun(HACKS, on(number)))
}

/** What is known of an incident on a day; undefined when it is not listed. */
function known(id: string, number: number): Incident | undefined {
  return loadListedIncidents(store, on(number), 30)?.value.find((one) => one.id === id)
}

describe('the readings of an incident', () => {
  test('are not counted in the first list, which nothing can be held against', () => {
    expect(known('old', 0)).not.toHaveProperty('readings')
  })

  test('are one on the day it appears, however often the list is read, and two on the next', () => {
    list(1, old, late)
    list(1, old, late)
    expect(known('late', 1)?.readings).toBe(1)
    // The list cannot be read on the next day: still one reading.
    expect(known('late', 2)?.readings).toBe(1)
    list(3, old, late)
    expect(known('late', 3)?.readings).toBe(2)
    for (const number of [4, 5, 6]) list(number, old, late)
    expect(known('late', 6)?.readings).toBe(3)
  })

  test('are not counted in the first list after a month either', () => {
    list(30, old, late)
    expect(known('late', 30)?.readings).toBe(1)
    list(61, old, late, anIncident('later', { protocolId: '8', name: 'Later' }))
    expect(known('later', 61)).not.toHaveProperty('readings')
  })

  test('are two where the page of the protocol has it as well', () => {
    list(1, old, late)
    commitPageIncidents(store, 7, [late], on(1))
    expect(known('late', 1)?.readings).toBe(2)
  })
})

describe('an incident that leaves the list', () => {
  test('is gone at once after a single reading', () => {
    list(1, old, late)
    list(2, old)
    expect(known('late', 2)).toBeUndefined()
  })

  test('stays for a week with the day since which it is not listed, and as before when it comes back', () => {
    for (const number of [1, 2]) list(number, late)
    expect(known('old', 2)?.unlistedSince).toBe(on(1))
    list(3, old, late)
    expect(known('old', 3)).not.toHaveProperty('unlistedSince')
    for (let number = 4; number <= 10; number += 1) list(number, late)
    expect(known('old', 10)?.unlistedSince).toBe(on(4))
    list(11, late)
    expect(known('old', 11)).toBeUndefined()
  })
})

describe('the amount of a loss', () => {
  test('that is more than ten times as large is used once a second day repeats it', () => {
    list(1, old, late)
    list(2, old, { ...late, lossUsd: 60_000 })
    list(2, old, { ...late, lossUsd: 60_000 })
    expect(known('late', 2)?.lossUsd).toBe(5_000)
    list(3, old, { ...late, lossUsd: 60_000 })
    expect(known('late', 3)?.lossUsd).toBe(60_000)
    list(4, old, { ...late, lossUsd: 80_000 })
    expect(known('late', 4)?.lossUsd).toBe(80_000)
  })

  test.each([
    ['more than any loss', 1e15, null],
    ['more than ten times what was held', 11_000, 1_000],
  ])('is not shown as one where it is %s', (_, lossUsd, held) => {
    if (held !== null) {
      const days = [dayNumber(late.day) - 100]
      commitHistory(store, 7, [{ chain: 'Ethereum', section: 'tvl', days, usd: [held] }], DAY)
    }
    list(1, old, { ...late, lossUsd })
    expect(known('late', 1)).toMatchObject({ lossUsd: null, implausibleLossUsd: lossUsd })
    list(2, old, { ...late, lossUsd: 9_000 })
    expect(known('late', 2)).toMatchObject({ lossUsd: 9_000 })
    expect(known('late', 2)).not.toHaveProperty('implausibleLossUsd')
  })
})
