import { describe, expect, test } from 'vitest'
import type { Incident } from '../domain/protocol.ts'
import { missing } from '../domain/reading.ts'
import { anIncident } from './fixtures/incident.ts'
import { aRecord } from './fixtures/record.ts'
import { aSubject } from './fixtures/universe.ts'
import { METHODOLOGY } from './methodology.ts'
import { grossShare, keptShare, severity } from './severity.ts'

const { fullLossShare } = METHODOLOGY.incidents

describe('a loss of a protocol that holds a million', () => {
  test.each<[string, Partial<Incident>, number]>([
    ['of a million is half of what there was', { lossUsd: 1e6 }, 0.5],
    ['of which half came back is half of that', { lossUsd: 1e6, returnedUsd: 5e5 }, 0.25],
    ['of which all came back is none', { lossUsd: 1e6, returnedUsd: 1e6 }, 0],
    ['of which more came back is none', { lossUsd: 1e6, returnedUsd: 2e6 }, 0],
    ['of unknown size is everything', { lossUsd: null, returnedUsd: 1e6 }, 1],
    ['of zero is one of unknown size', { lossUsd: 0 }, 1],
  ])('%s', (_, fields, share) => {
    const subject = aSubject(aRecord())
    const incident = anIncident(fields)
    expect(grossShare(incident, subject) * keptShare(incident)).toBe(share)
  })

  test('counts six tenths when all of it came back', () => {
    const of = (returnedUsd: number) =>
      severity(anIncident({ lossUsd: 1e6, returnedUsd }), aSubject(aRecord()), METHODOLOGY)
    expect([of(0), of(5e5), of(1e6), of(2e6)]).toEqual([1, 0.8, 0.6, 0.6])
  })

  test('is severe in proportion, and in full from a tenth on', () => {
    const of = (lossUsd: number) =>
      severity(anIncident({ lossUsd }), aSubject(aRecord()), METHODOLOGY)
    expect(fullLossShare).toBe(0.1)
    expect(of(1e6 / 19)).toBeCloseTo(0.5, 12)
    expect(of(1e6 / 9)).toBeCloseTo(1, 12)
    expect(of(1e9)).toBe(1)
  })
})

test('a loss counts in full while nobody knows what there was to lose, but for what came back', () => {
  const subject = aSubject(aRecord({ tvl: missing('refused', 'registry') }))
  const of = (fields: Partial<Incident>) => severity(anIncident(fields), subject, METHODOLOGY)
  expect(of({ lossUsd: 1 })).toBe(1)
  expect(of({ lossUsd: 1, returnedUsd: 1 })).toBe(0.6)
})
