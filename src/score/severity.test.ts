import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '../domain/day.ts'
import type { Incident } from '../domain/protocol.ts'
import { missing } from '../domain/reading.ts'
import { anIncident } from './fixtures/incident.ts'
import { aRecord, DAY, fact } from './fixtures/record.ts'
import { aSubject } from './fixtures/universe.ts'
import { METHODOLOGY } from './methodology.ts'
import * as measure from './severity.ts'

const { isOutside, keptShare, severity } = measure
const { unseenChangePerYear: UNSEEN_CHANGE_PER_YEAR } = METHODOLOGY.incidents

function grossShare(
  incident: Parameters<typeof measure.grossShare>[0],
  subject: Parameters<typeof measure.grossShare>[1],
): number {
  return measure.grossShare(incident, subject, METHODOLOGY)
}

const { fullLossShare } = METHODOLOGY.incidents

describe('a loss of a protocol that holds a million', () => {
  test.each<[string, Partial<Incident>, number]>([
    ['of a million is half of what there was', { lossUsd: 1e6 }, 0.5],
    ['of which half came back is half of that', { lossUsd: 1e6, returnedUsd: 5e5 }, 0.25],
    ['of which all came back is none', { lossUsd: 1e6, returnedUsd: 1e6 }, 0],
    ['of which more came back is none', { lossUsd: 1e6, returnedUsd: 2e6 }, 0],
    ['of unknown size is a twentieth', { lossUsd: null, returnedUsd: 1e6 }, 0.05],
    ['of zero is one of unknown size', { lossUsd: 0 }, 0.05],
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

describe('a loss of a tenth', () => {
  const loss: Partial<Incident> = {
    day: '2023-03-11',
    lossUsd: 1e5,
    tvlBeforeUsd: 1e6,
    tvlBeforeDay: '2023-03-09',
  }
  const holding = (usd: number) =>
    aSubject(aRecord({ tvl: fact([{ chain: 'Ethereum', section: 'tvl', usd }]) }))

  test.each<[string, number]>([
    ['is not erased by growth since', 1e12],
    ['is not inflated by decline since', 1],
    ['is the same for a protocol that stayed as it was', 1e6],
  ])('%s', (_, usd) => {
    expect(grossShare(anIncident(loss), holding(usd))).toBe(0.1)
    expect(severity(anIncident(loss), holding(usd), METHODOLOGY)).toBe(1)
  })

  test('is known although the TVL of today is not', () => {
    const subject = aSubject(aRecord({ tvl: missing('refused', 'registry') }))
    expect(grossShare(anIncident(loss), subject)).toBe(0.1)
  })

  test('of more than was counted is everything', () => {
    expect(grossShare(anIncident({ ...loss, lossUsd: 3e6 }), holding(1e6))).toBe(1)
  })
})

describe('a loss whose TVL before is not known', () => {
  const million = aSubject(aRecord())
  const share = (day: string, lossUsd = 1e6) => grossShare(anIncident({ day, lossUsd }), million)

  test('is measured by the TVL of the same month', () => {
    expect(share('2024-03-01')).toBe(0.5)
  })

  test('is taken as larger the longer ago it was, up to a year', () => {
    const earlier = share('2023-09-11')
    expect(earlier).toBeGreaterThan(0.5)
    expect(share('2023-03-11')).toBeGreaterThan(earlier)
    expect(share('2023-03-11')).toBeCloseTo(1 / (1 / UNSEEN_CHANGE_PER_YEAR + 1), 12)
    expect(share('2019-03-11')).toBe(share('2023-03-11'))
  })

  test('is a part of what an older TVL already counts', () => {
    expect(share('2024-04-01', 1e5)).toBeCloseTo(0.1 * UNSEEN_CHANGE_PER_YEAR ** (1 / 12), 12)
    expect(share('2025-03-11', 1e5)).toBeCloseTo(0.1 * UNSEEN_CHANGE_PER_YEAR, 12)
    expect(share('2025-03-11', 1e6)).toBe(1)
  })

  test('is never smaller than the TVL of today makes it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e9 }),
        fc.integer({ min: 0, max: 1e10 }),
        fc.integer({ min: -3_000, max: 1_000 }),
        (lossUsd, usd, days) => {
          const subject = aSubject(
            aRecord({ tvl: fact([{ chain: 'Ethereum', section: 'tvl', usd }]) }),
          )
          const of = grossShare(anIncident({ lossUsd, day: addDays(DAY, days) }), subject)
          expect(of).toBeGreaterThanOrEqual(lossUsd / (usd + lossUsd))
          expect(of).toBeLessThanOrEqual(1)
        },
      ),
    )
  })
})

test('a loss counts in full while its TVL is not known, but for what came back', () => {
  const subject = aSubject(aRecord({ tvl: missing('refused', 'registry') }))
  const of = (fields: Partial<Incident>) => severity(anIncident(fields), subject, METHODOLOGY)
  expect(of({ lossUsd: 1 })).toBe(1)
  expect(of({ lossUsd: 1, returnedUsd: 1 })).toBe(0.6)
})

test('a loss is measured by the largest TVL around it, where that before it is not known', () => {
  const subject = aSubject(aRecord({ tvl: missing('refused', 'registry') }))
  const of = (fields: Partial<Incident>) =>
    grossShare(anIncident({ lossUsd: 1e6, tvlBeforeUsd: null, ...fields }), subject)
  expect(of({ tvlAroundUsd: 9e6 })).toBe(1 / 9)
  expect(of({ tvlAroundUsd: 9e6, tvlBeforeUsd: 4e6 })).toBe(1 / 4)
  expect(of({})).toBe(1)
})

test.each(METHODOLOGY.incidents.outsideTechniques)(
  '%s says nothing about the code',
  (technique) => {
    const loss = anIncident({ technique })
    expect(isOutside(loss, METHODOLOGY)).toBe(true)
    expect(severity(loss, aSubject(aRecord()), METHODOLOGY)).toBe(0)
    expect(isOutside(anIncident({ technique: 'Reentrancy' }), METHODOLOGY)).toBe(false)
  },
)
