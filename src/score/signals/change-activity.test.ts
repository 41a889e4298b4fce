import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../../domain/day.ts'
import { known } from '../../domain/reading.ts'
import { aRecord, DAY } from '../fixtures/record.ts'
import { aSubject } from '../fixtures/universe.ts'
import { METHODOLOGY } from '../methodology.ts'
import { changeActivity } from './change-activity.ts'

function valueAfter(daysAgo: number, authors: number): number {
  const changes = { module: 'tern', lastChangedOn: addDays(DAY, -daysAgo), authors }
  const facts = { adapterChanges: known(changes, DAY, 'defillama-adapters') }
  const reading = changeActivity.read(aSubject(aRecord({ facts })), METHODOLOGY)
  return reading.known ? reading.value.value : Number.NaN
}

test('activity never falls with one more author, nor rises with one more day without a change', () => {
  fc.assert(
    fc.property(fc.nat(3_000), fc.nat(100), (days, authors) => {
      const value = valueAfter(days, authors)
      expect(value).toBeGreaterThanOrEqual(0)
      expect(valueAfter(days, authors + 1)).toBeGreaterThan(value)
      expect(valueAfter(days + 1, authors)).toBeLessThanOrEqual(value)
    }),
  )
})
