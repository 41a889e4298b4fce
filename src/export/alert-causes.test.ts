import { expect, test } from 'vitest'
import { alertTable } from '../contract/alert-table.ts'
import type { SignalParts } from '../domain/past.ts'
import { partsOf } from '../domain/signal-parts.ts'
import { createAlertTable } from './alert-table.ts'
import { aCatalogue, anEntry } from './fixtures/catalogue.ts'
import { aPast, numbersOf, pointsOf } from './fixtures/past.ts'

const entry = anEntry({ id: '1', slug: 'p1' })
const now = entry.score.composite ?? 0
const { keys, micro, basis } = partsOf(entry.score)
const [first = ''] = keys
const [dimension, id] = first.split('/')
const points = pointsOf(entry.score.dimensions)

function causesAfter(composites: number[], methodologies: string[] = []) {
  const days = composites.map((_, at): [string, string] => [
    `2026-11-0${at + 1}`,
    methodologies[at] ?? '1',
  ])
  const before: SignalParts = {
    ...{ keys, basis },
    micro: micro.map((part, n) => part - (n === 0 ? 300_000 : 0)),
  }
  const parts = { 0: new Map([['1', before]]) }
  const past = aPast(days, { 1: numbersOf(composites, points) }, parts)
  return alertTable.parse(createAlertTable(aCatalogue([entry], { past }))).causes
}

test('the table names what moved a score since each snapshot whose parts are kept, with its reason', () => {
  expect(causesAfter([now - 0.3, now - 0.3, now])).toEqual([
    {
      ...{ at: 0, protocolId: '1' },
      signals: [
        { signal: id, kind: 'signal', dimension, exactDelta: 0.3, reason: expect.any(String) },
      ],
    },
  ])
})

test('a move that is too small to be announced has no reason; an unmoved score and another methodology no cause', () => {
  expect(causesAfter([now - 0.06, now])[0]?.signals[0]?.reason ?? null).toBeNull()
  expect(causesAfter([now, now])).toEqual([])
  expect(causesAfter([now - 0.3, now], ['1', '2'])).toEqual([])
})
