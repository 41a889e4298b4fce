import { describe, expect, test } from 'vitest'
import type { Incident } from '../../domain/protocol.ts'
import { known, missing } from '../../domain/reading.ts'
import type { ProtocolRecord } from '../../domain/record.ts'
import { anIncident } from '../fixtures/incident.ts'
import { judge } from '../fixtures/judgement.ts'
import { aRecord, fact } from '../fixtures/record.ts'
import { quietAge } from './quiet-age.ts'

function listed(day: string, fields: Partial<ProtocolRecord> = {}) {
  return aRecord({ facts: { listedOn: fact(day) }, ...fields })
}

function losses(...list: Partial<Incident>[]) {
  const all = list.map((fields, index) => anIncident({ id: `loss-${index}`, ...fields }))
  return { incidents: known(all, '2024-03-10', 'hacks') }
}

describe('quiet age', () => {
  test.each([
    ['2024-03-01', 0, '0.0 years'],
    ['2023-09-30', 0.5, '0.5 years'],
    ['2018-03-11', 6, '6.0 years'],
    ['2024-05-01', 0, '0.0 years'],
  ])('listed on %s', (day, value, age) => {
    expect(judge(quietAge, listed(day), losses())).toEqual({
      value,
      sentence: `It has run for ${age}; no loss reduces the count.`,
      asOf: '2024-03-10',
      source: 'hacks',
    })
  })

  test('begins with the first known TVL where that came before the listing', () => {
    const tracked = (trackedSince: string) =>
      judge(quietAge, listed('2022-03-11', { trackedSince }))
    expect(tracked('2021-03-11')).toMatchObject({ value: 3 })
    expect(tracked('2023-03-11')).toMatchObject({ value: 2 })
  })

  test('without a listing day it is old, not young: listed before 2022', () => {
    const sentence = 'It has run for at least 2.2 years; no loss reduces the count.'
    expect(judge(quietAge, aRecord())).toMatchObject({ sentence })
    expect(judge(quietAge, aRecord({ trackedSince: '2021-03-11' }))).toMatchObject({
      value: 3,
      sentence: 'It has run for 3.0 years; no loss reduces the count.',
    })
  })

  test.each<[string, Partial<Incident>[], number]>([
    ['a loss of unknown size starts the count anew', [{}], 1],
    ['so does one of a tenth of the value', [{ lossUsd: 1e6 / 9 }], 1],
    ['half of that takes half of the years before it', [{ lossUsd: 5e4, tvlBeforeUsd: 1e6 }], 3.5],
    ['what came back takes six tenths of them', [{ lossUsd: 1e6, returnedUsd: 1e6 }], 3],
    ['the loss that leaves least counts', [{ day: '2020-03-11' }, {}], 1],
    ['a loss before the listing takes nothing', [{ day: '2017-01-01' }], 6],
  ])('%s', (_, list, value) => {
    const world = losses(...list.map((fields) => ({ day: '2023-03-12', ...fields })))
    const judged = judge(quietAge, listed('2018-03-11'), world)
    expect(judged).toHaveProperty('value', expect.closeTo(value, 9))
    const end =
      value < 6 ? `losses reduce the count to ${value.toFixed(1)}.` : 'no loss reduces the count.'
    expect(judged).toHaveProperty('sentence', `It has run for 6.0 years; ${end}`)
  })

  test('is missing without a list of losses', () => {
    const incidents = missing('upstream-failed', 'hacks')
    expect(judge(quietAge, listed('2020-01-01'), { incidents })).toEqual({
      missing: 'upstream-failed',
      source: 'hacks',
    })
  })
})
