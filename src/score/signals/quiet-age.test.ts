import { describe, expect, test } from 'vitest'
import { known, missing } from '../../domain/reading.ts'
import { anIncident } from '../fixtures/incident.ts'
import { judge } from '../fixtures/judgement.ts'
import { aRecord, fact } from '../fixtures/record.ts'
import { quietAge } from './quiet-age.ts'

function aRecordListed(day: string) {
  return aRecord({ facts: { listedOn: fact(day) } })
}

function losses(...days: string[]) {
  const list = days.map((day, index) => anIncident({ id: `loss-${index}`, day }))
  return { incidents: known(list, '2024-03-11', 'hacks') }
}

describe('quiet age', () => {
  test.each([
    ['2024-03-11', 0, 10, '0.0 years listed without a loss.'],
    ['2023-09-10', 0.5, 8, '0.5 years listed without a loss.'],
    ['2022-03-11', 2, 3, '2.0 years listed without a loss.'],
    ['2020-03-11', 4, 0, '4.0 years listed without a loss.'],
    ['2018-03-11', 6, 0, '6.0 years listed without a loss.'],
    ['2024-05-01', 0, 10, '0.0 years listed without a loss.'],
  ])('listed on %s', (day, years, risk, sentence) => {
    const judged = judge(quietAge, aRecordListed(day))
    expect(judged).toMatchObject({ sentence, asOf: '2024-03-11', source: 'hacks' })
    expect(judged).toHaveProperty('value', expect.closeTo(years, 2))
    expect(judged).toHaveProperty('risk', expect.closeTo(risk, 1))
  })

  test('the last own loss sets the age back', () => {
    const judged = judge(quietAge, aRecordListed('2018-03-11'), losses('2023-03-12', '2019-01-01'))
    expect(judged).toMatchObject({ sentence: '1.0 years since its last loss.' })
    expect(judged).toHaveProperty('value', expect.closeTo(365 / 365.25, 9))
  })

  test('a loss before the listing does not', () => {
    expect(judge(quietAge, aRecordListed('2022-03-11'), losses('2021-01-01'))).toMatchObject({
      sentence: '2.0 years listed without a loss.',
    })
  })

  test('without a listing day it is old, not young: listed before 2022', () => {
    expect(judge(quietAge, aRecord())).toMatchObject({
      sentence: 'At least 2.2 years listed without a loss.',
    })
    expect(judge(quietAge, aRecord(), losses('2021-01-01'))).toMatchObject({
      sentence: 'At least 2.2 years listed without a loss.',
    })
    expect(judge(quietAge, aRecord(), losses('2023-03-12'))).toMatchObject({
      sentence: '1.0 years since its last loss.',
    })
  })

  test('an old list of losses vouches only for the time that it saw', () => {
    const world = { incidents: known([], '2023-03-12', 'hacks') }
    expect(judge(quietAge, aRecordListed('2022-03-12'), world)).toMatchObject({
      sentence: '1.0 years listed without a loss.',
      asOf: '2023-03-12',
    })
  })

  test('is missing without a list of losses', () => {
    const incidents = missing('upstream-failed', 'hacks')
    expect(judge(quietAge, aRecordListed('2020-01-01'), { incidents })).toEqual({
      missing: 'upstream-failed',
      source: 'hacks',
    })
  })
})
