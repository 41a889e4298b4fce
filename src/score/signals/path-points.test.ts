import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ControlPath } from '../../domain/control.ts'
import { DAY_SECONDS } from '../../domain/day.ts'
import {
  aPath,
  by,
  bySafe,
  changedAtLeastBy,
  changedBy,
  HOUR,
} from '../../domain/fixtures/control.ts'
import { METHODOLOGY } from '../methodology.ts'
import { isSingleKey, noticeOf, pathPoints, pathsOf, UNSEEN } from './path-points.ts'

const points = (path: ControlPath, toLeave = 0) => pathPoints(path, toLeave, METHODOLOGY)

describe('the points of an actor at once', () => {
  test.each<[string, ControlPath, number]>([
    ['nobody', by('nobody'), 0],
    ['a vote', by('governor'), 5],
    ['a Safe of 5 of 8', bySafe(5, 8), 6],
    ['a Safe of 6 of 9', bySafe(6, 9), 6],
    ['a Safe of 4 of 7', bySafe(4, 7), 6.5],
    ['a Safe of 3 of 5', bySafe(3, 5), 7],
    ['a Safe of 2 of 3', bySafe(2, 3), 8],
    ['a Safe of 4 of 8, which is no majority', bySafe(4, 8), 8],
    ['a Safe of 5 of 11, which is no majority', bySafe(5, 11), 8],
    ['a Safe of 1 of 7', bySafe(1, 7), 9.5],
    ['a Safe without numbers', by('safe'), 8],
    ['a multisig of a table', aPath({ actor: 'curated', threshold: 3, signers: 5 }), 7],
    ['a governance contract of a table', by('curated'), 8],
    ['one key, also one that acts as a module of a Safe', by('eoa'), 9.5],
    ['an unidentified actor', by('unidentified'), 9.5],
    ['the proposers of a timelock', by('timelock'), 9.5],
    ['anyone', by('anyone'), 9.5],
  ])('%s', (_, path, expected) => {
    expect(points(path)).toBe(expected)
  })
})

describe('the factor of a delay', () => {
  test.each<[string, number, number]>([
    ['nothing', 0, 1],
    ['half an hour', HOUR / 2, 0.985],
    ['an hour', HOUR, 0.97],
    ['a day', DAY_SECONDS, 0.85],
    ['two days', 2 * DAY_SECONDS, 0.75],
    ['a week', 7 * DAY_SECONDS, 0.5],
    ['two weeks', 14 * DAY_SECONDS, 0.4],
    ['30 days', 30 * DAY_SECONDS, 0.3],
    ['a year', 365 * DAY_SECONDS, 0.3],
  ])('of %s', (_, seconds, factor) => {
    expect(points(by('unidentified', seconds))).toBeCloseTo(9.5 * factor, 12)
  })

  test('goes in straight lines over the logarithm of the hours', () => {
    // Half way between a week and two in the logarithm is the week times the root of two.
    const between = points(by('governor', 7 * Math.SQRT2 * DAY_SECONDS))
    expect(between).toBeCloseTo((5 * (0.5 + 0.4)) / 2, 9)
  })
})

describe('reference rows', () => {
  test.each<[string, ControlPath, number]>([
    ['Aave: a vote and one day', by('governor', DAY_SECONDS), 4.25],
    [
      'Aave with the four days of its vote',
      aPath({ actor: 'governor', delaySeconds: DAY_SECONDS, voteSeconds: 4 * DAY_SECONDS }),
      2.836,
    ],
    ['deBridge: a Safe of 5 of 8 at once', bySafe(5, 8), 6],
    ['ether.fi: a Safe of 6 of 10 and an hour', bySafe(6, 10, HOUR), 5.82],
    ['a Safe of 6 of 9 and a week', bySafe(6, 9, 7 * DAY_SECONDS), 3],
    [
      'a timelock of two days whose proposers are not known',
      by('timelock', 2 * DAY_SECONDS),
      7.125,
    ],
  ])('%s', (_, path, expected) => {
    expect(points(path)).toBeCloseTo(expected, 3)
  })
})

describe('a timelock of which a public record names the delay and not who proposes', () => {
  const { prior } = METHODOLOGY.signals.upgradePath
  const recorded = (delay: number) => points({ ...by('timelock', delay), proof: 'recorded' })

  test('counts no worse than if nothing were known, and less with a delay that helps', () => {
    expect(recorded(DAY_SECONDS)).toBe(prior)
    expect(recorded(14 * DAY_SECONDS)).toBeCloseTo(9.5 * 0.4, 12)
  })

  test('is one key without a delay', () => {
    expect(recorded(0)).toBe(9.5)
    expect(points({ ...by('timelock'), proof: 'recorded', delaySeconds: null })).toBe(9.5)
  })

  test('gains nothing where the chain does not say it, or where someone is not identified', () => {
    const one = points(by('eoa', DAY_SECONDS))
    expect(points(by('timelock', DAY_SECONDS))).toBe(one)
    expect(points({ ...by('unidentified', DAY_SECONDS), proof: 'recorded' })).toBe(one)
    expect(points({ ...by('timelock', DAY_SECONDS), proof: 'curated' })).toBe(one)
  })
})

describe('a delay', () => {
  test('earns nothing unless it is longer than leaving takes', () => {
    const path = bySafe(3, 5, 7 * DAY_SECONDS)
    expect(points(path, 7 * DAY_SECONDS - 1)).toBe(3.5)
    expect(points(path, 7 * DAY_SECONDS)).toBe(7)
  })

  test('that is not known earns nothing', () => {
    expect(points(aPath({ ...bySafe(3, 5), delaySeconds: null }))).toBe(7)
    expect(points(aPath({ actor: 'governor', delaySeconds: null, voteSeconds: null }))).toBe(5)
  })

  test('counts the vote of a governor, and no vote elsewhere', () => {
    const times = { delaySeconds: HOUR, voteSeconds: 2 * HOUR }
    expect(noticeOf(aPath({ actor: 'governor', ...times }))).toBe(3 * HOUR)
    expect(noticeOf(aPath({ actor: 'safe', ...times }))).toBe(HOUR)
    expect(noticeOf(aPath({ actor: 'governor', ...times, delaySeconds: null }))).toBe(2 * HOUR)
  })
})

test('a single key is one key, one signature, or an unseen actor, and never a vote or none', () => {
  const actors = ['eoa', 'anyone', 'unidentified', 'timelock'] as const
  for (const actor of actors) expect(isSingleKey(by(actor))).toBe(true)
  expect(isSingleKey(bySafe(1, 3))).toBe(true)
  expect(isSingleKey(bySafe(2, 3))).toBe(false)
  for (const actor of ['nobody', 'governor', 'safe', 'curated'] as const) {
    expect(isSingleKey(by(actor))).toBe(false)
  }
})

describe('the paths of a contract', () => {
  const paths = [by('governor'), bySafe(3, 5)]

  test('are those that it lists, and one unseen where there may be others', () => {
    expect(pathsOf(changedBy(...paths))).toEqual(paths)
    expect(pathsOf(changedAtLeastBy(...paths))).toEqual([...paths, UNSEEN])
    expect(pathsOf(changedAtLeastBy())).toEqual([UNSEEN])
  })

  test.each(['no-code', 'not-recorded'] as const)(
    'are not known where nothing was said of it: %s',
    (why) => {
      expect(pathsOf({ known: false, why })).toBeNull()
    },
  )

  test.each(['not-listable', 'unidentified', 'unknown-proxy', 'node-failed'] as const)(
    'are one unseen path where they could not be read: %s',
    (why) => {
      expect(pathsOf({ known: false, why })).toEqual([UNSEEN])
    },
  )

  test('are not known where the record does not say', () => {
    expect(pathsOf({ known: false, why: 'not-recorded' })).toBeNull()
  })
})

test('no path is worse than an unseen one, no matter who acts and how soon', () => {
  const numbers = fc.option(fc.integer({ min: 0, max: 20 }))
  const actors = ['nobody', 'eoa', 'safe', 'governor', 'timelock', 'curated', 'anyone'] as const
  const path = fc
    .record({
      actor: fc.constantFrom<ControlPath['actor'][]>(...actors),
      threshold: numbers,
      signers: numbers,
      delaySeconds: fc.option(fc.nat(50 * DAY_SECONDS)),
    })
    .map(aPath)
  fc.assert(
    fc.property(path, fc.nat(10 * DAY_SECONDS), (one, toLeave) => {
      expect(points(one, toLeave)).toBeLessThanOrEqual(points(UNSEEN, toLeave))
      expect(points(one, toLeave)).toBeGreaterThanOrEqual(0)
    }),
  )
})
