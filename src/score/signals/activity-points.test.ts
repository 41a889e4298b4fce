import { describe, expect, test } from 'vitest'
import { known, missing } from '../../domain/reading.ts'
import { aRecord } from '../fixtures/record.ts'
import { aSubject } from '../fixtures/universe.ts'
import { METHODOLOGY } from '../methodology.ts'
import { activityPoints } from './activity-points.ts'

const say = (label: string) => `Kind: ${label}.`

describe('the table of activities', () => {
  test('gives points with the day of the methodology, which is their source', () => {
    const subject = aSubject(aRecord({ category: 'Lending' }))
    expect(activityPoints(subject, METHODOLOGY, 'exitRoute', say)).toEqual(
      known(
        { value: 4, sentence: 'Kind: Lending market.' },
        METHODOLOGY.publishedOn,
        'methodology',
      ),
    )
  })

  test('gives zero points as a value', () => {
    const subject = aSubject(aRecord({ category: 'Dexs' }))
    expect(activityPoints(subject, METHODOLOGY, 'custody', say)).toMatchObject({
      known: true,
      value: { value: 0 },
    })
  })

  test.each([['Time Travel'], ['constructor'], ['__proto__'], ['lending'], [''], [null]])(
    'knows nothing of the category %j',
    (category) => {
      const subject = aSubject(aRecord({ category, tvl: missing('stale', 'registry') }))
      expect(subject.activityId).toBeNull()
      expect(activityPoints(subject, METHODOLOGY, 'activity', say)).toEqual(
        missing('not-covered', 'registry'),
      )
    },
  )

  test('a question that the activity does not raise has no points', () => {
    const subject = aSubject(aRecord({ category: 'Dexs' }))
    expect(activityPoints(subject, METHODOLOGY, 'creditModel', say)).toEqual(
      missing('not-covered', 'test'),
    )
  })
})
