import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, dayNumber } from '../domain/day.ts'
import type { Incident } from '../domain/protocol.ts'
import { known, missing } from '../domain/reading.ts'
import { findInactive } from './find-inactive.ts'
import { anIncident } from './fixtures/incident.ts'

const DAY = '2024-03-11'
const LOSS = '2024-01-10'

/** A protocol that held 100 before it lost `lossUsd`, and holds `tvlUsd` today. */
function find(loss: Partial<Incident>, tvlUsd: number | null, later: number[] = []) {
  const first = dayNumber(LOSS) + 1
  const record = {
    facts: {},
    history: { days: later.map((_, at) => first + at), usd: later },
    tvl:
      tvlUsd === null
        ? missing('refused', 'registry')
        : known([{ chain: 'Base', section: 'tvl' as const, usd: tvlUsd }], DAY, 'registry'),
  }
  return findInactive(record, [anIncident({ day: LOSS, lossUsd: 95, tvlBeforeUsd: 100, ...loss })])
}

test('a loss of nearly all TVL that did not come back drains a protocol, and the reason has its figures', () => {
  expect(find({}, 5)).toEqual({
    status: 'drained',
    reason:
      'It lost $95 on 2024-01-10, 95 % of its TVL, and nothing is known to have been returned. Its TVL has been below a tenth of what it was since.',
    day: LOSS,
    source: 'test',
  })
  expect(find({ returnedUsd: 5 }, 5)?.reason).toContain('and $5 of it was returned.')
})

test.each([
  ['a smaller loss', { lossUsd: 89 }, 5],
  ['a loss that was returned', { returnedUsd: 90 }, 5],
  ['a loss of an unknown amount', { lossUsd: null }, 5],
  ['a loss without the TVL before it', { tvlBeforeUsd: null }, 5],
  ['a TVL that came back', {}, 10],
  ['a TVL that is not known', {}, null],
])('%s does not', (_, loss, tvl) => {
  expect(find(loss, tvl)).toBeNull()
})

test('one low reading drains nothing while the days before it are higher', () => {
  expect(find({}, 0, [80, 80, 80])).toBeNull()
  expect(find({}, null, [80, 80, 1, 1, 1, 1, 1, 1])?.status).toBe('drained')
})

test('a TVL of before the loss says nothing', () => {
  expect(find({ day: addDays(DAY, 1) }, 5)).toBeNull()
})

test('what a source says of the end comes first', () => {
  const ending = { status: 'dead', since: '2023-07-14', reason: 'It said so.' } as const
  const record = {
    facts: { ending: known(ending, DAY, 'registry') },
    history: { days: [], usd: [] },
    tvl: missing('refused', 'registry'),
  }
  expect(findInactive(record, [])).toEqual({
    status: 'dead',
    reason: 'It said so.',
    day: '2023-07-14',
    source: 'registry',
  })
})

test('more that is returned, or more TVL that is left, never makes an active protocol drained', () => {
  const amount = fc.integer({ min: 0, max: 120 })
  fc.assert(
    fc.property(amount, amount, amount, amount, (lossUsd, returnedUsd, left, more) => {
      if (find({ lossUsd, returnedUsd }, left)) return
      expect(find({ lossUsd, returnedUsd: returnedUsd + more }, left)).toBeNull()
      expect(find({ lossUsd, returnedUsd }, left + more)).toBeNull()
    }),
  )
})
