import { describe, expect, test } from 'vitest'
import type { Incident } from '../domain/protocol.ts'
import { missing } from '../domain/reading.ts'
import { anIncident } from './fixtures/incident.ts'
import { aRecord } from './fixtures/record.ts'
import { aSubject } from './fixtures/universe.ts'
import { METHODOLOGY } from './methodology.ts'
import { lostShare, severity } from './severity.ts'

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
    expect(lostShare(anIncident(fields), subject)).toBe(share)
    const full = Math.min(1, share / fullLossShare)
    expect(severity(anIncident(fields), subject, METHODOLOGY)).toBe(full)
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

test('a loss counts in full while nobody knows what there was to lose, even when it came back', () => {
  const subject = aSubject(aRecord({ tvl: missing('refused', 'registry') }))
  expect(lostShare(anIncident({ lossUsd: 1, returnedUsd: 1 }), subject)).toBe(1)
})
