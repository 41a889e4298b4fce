import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../../domain/day.ts'
import type { Incident } from '../../domain/protocol.ts'
import { aGivenUniverse } from '../fixtures/given.ts'
import { DAY } from '../fixtures/record.ts'
import { METHODOLOGY } from '../methodology.ts'
import { subjectsOf } from '../subject.ts'
import { incidents } from './incidents.ts'
import { quietAge } from './quiet-age.ts'

/** What the losses of the protocol `3` weigh for a copy of its code and for itself. */
function pressures(category: string, usd: number, losses: Partial<Incident>[]): number[] {
  const universe = aGivenUniverse({
    category,
    facts: { forkedFrom: ['3'] },
    others: [{ id: '3', tvl: [{ usd }] }],
    losses: losses.map((loss) => ({ ...loss, protocolId: '3' })),
  })
  return subjectsOf(universe, METHODOLOGY).map((subject) => {
    const reading = incidents.read(subject, METHODOLOGY)
    return reading.known ? reading.value.value : Number.NaN
  })
}

test('a loss that one reading has so far is named, and does not count', () => {
  const losses = [{ protocolId: '1', day: '2024-01-01', readings: 1 }]
  const [subject] = subjectsOf(aGivenUniverse({ losses }), METHODOLOGY)
  const readings = [incidents, quietAge].map(
    (signal) => subject && signal.read(subject, METHODOLOGY),
  )
  const sentences = readings.map((reading) => reading?.known && reading.value.sentence)
  expect(sentences).toEqual([
    'A loss on 2024-01-01 was read once and is not counted yet.',
    expect.stringMatching(
      /; no loss reduces the count, one that was read once does not count yet\.$/,
    ),
  ])
})

test('the risk of a loss falls with time and never below that of none', () => {
  fc.assert(
    fc.property(fc.nat(20_000), fc.nat(20_000), (a, b) => {
      const of = (age: number) => pressures('Dexs', 1e6, [{ day: addDays(DAY, -age) }])[1]
      expect(of(Math.max(a, b))).toBeLessThanOrEqual(of(Math.min(a, b)) ?? Number.NaN)
      expect(of(Math.max(a, b))).toBeGreaterThanOrEqual(0)
    }),
  )
})

test('a loss never weighs more for a copy than for the origin of its code', () => {
  const losses = fc.array(
    fc.record({
      day: fc.nat(2_500).map((age) => addDays(DAY, -age)),
      lossUsd: fc.option(fc.nat(1e8)),
      tvlBeforeUsd: fc.option(fc.nat(1e9)),
      returnedUsd: fc.option(fc.nat(1e8)),
    }),
    { minLength: 1, maxLength: 4 },
  )
  const categories = fc.constantFrom(...Object.keys(METHODOLOGY.categories))
  fc.assert(
    fc.property(losses, categories, fc.nat(1e9), (list, category, usd) => {
      const [copy, origin] = pressures(category, usd, list)
      expect(copy).toBeLessThanOrEqual(origin ?? Number.NaN)
    }),
  )
})
