import { describe, expect, test } from 'vitest'
import type { CodeChange } from '../../domain/control.ts'
import { addDays, DAY_SECONDS } from '../../domain/day.ts'
import { by, bySafe, changedAtLeastBy, changedBy } from '../../domain/fixtures/control.ts'
import type { Multisig, Review } from '../../domain/protocol.ts'
import { known, missing } from '../../domain/reading.ts'
import { controlled } from '../fixtures/control.ts'
import { judge } from '../fixtures/judgement.ts'
import { aRecord, DAY, fact } from '../fixtures/record.ts'
import { aReview } from '../fixtures/review.ts'
import { aSubject } from '../fixtures/universe.ts'
import { METHODOLOGY } from '../methodology.ts'
import { signers, weakness } from './signers.ts'

function aMultisig(threshold: number, all: number, outsiders: boolean | null = null): Multisig {
  return { threshold, signers: all, outsiders, publicSigners: null }
}

function read(...reviews: Partial<Review>[]) {
  const record = aRecord({ facts: { reviews: fact(reviews.map(aReview)) } })
  return signers.read(aSubject(record), METHODOLOGY)
}

describe(weakness, () => {
  test.each([
    [6, 9, true, 0],
    [7, 9, null, 0],
    [10, 12, true, 0],
    [6, 9, null, 0.25],
    [5, 9, true, 0.25],
    [5, 9, false, 0.5],
    [4, 7, null, 0.75],
    [4, 8, true, 0.75],
    [4, 8, null, 1],
    [3, 5, null, 1],
    [3, 5, true, 0.75],
    [3, 3, null, 1],
    [3, 6, null, 1.25],
    [3, 7, null, 1.25],
    [4, 11, null, 1.25],
    [3, 20, null, 2],
    [2, 2, true, 2],
    [2, 3, true, 2],
    [2, 9, null, 2],
    [1, 1, null, 2],
  ])('%i of %i, outsiders %j, is %d', (threshold, all, outsiders, value) => {
    expect(weakness(aMultisig(threshold, all, outsiders), METHODOLOGY.parameters.signers)).toBe(
      value,
    )
  })

  test('stays within 0-2, falls with every signer more and rises with every seat more', () => {
    for (let all = 1; all <= 100; all++) {
      for (let threshold = 1; threshold <= all; threshold++) {
        for (const outsiders of [true, false, null]) {
          const value = weakness(
            aMultisig(threshold, all, outsiders),
            METHODOLOGY.parameters.signers,
          )
          expect(value).toBeGreaterThanOrEqual(0)
          expect(value).toBeLessThanOrEqual(2)
          expect(
            weakness(aMultisig(threshold, all + 1, outsiders), METHODOLOGY.parameters.signers),
          ).toBeGreaterThanOrEqual(value)
          if (threshold === all) continue
          expect(
            weakness(aMultisig(threshold + 1, all, outsiders), METHODOLOGY.parameters.signers),
          ).toBeLessThanOrEqual(value)
        }
      }
    }
  })
})

describe('signers', () => {
  test('the weakest multisig of all deployments speaks, with the day of its review', () => {
    const reviews = [
      { chain: 'Base', multisigs: [aMultisig(5, 9, true), aMultisig(3, 5)], stage: 1 as const },
      { chain: 'Optimism', multisigs: [aMultisig(4, 7)], reviewedOn: '2023-03-03' },
      { chain: 'Arbitrum', upgradeability: 'L' as const },
    ]
    const expected = known(
      {
        value: 1,
        link: 'https://example.com/review',
        sentence:
          'The weakest multisig that DeFiScan lists needs 3 of 5 signers, on Base. Reviewed 2 months ago.',
      },
      '2024-01-01',
      'test',
    )
    expect(read(...reviews)).toEqual(expected)
    expect(read(...reviews.toReversed())).toEqual(expected)
  })

  test('a sentence says when at least half are outsiders', () => {
    expect(read({ multisigs: [aMultisig(5, 9, true)] })).toMatchObject({
      value: {
        sentence:
          'The weakest multisig that DeFiScan lists needs 5 of 9 signers (at least half of them outsiders), on Ethereum. Reviewed 2 months ago.',
      },
    })
  })

  test('what no one can change is no worse than the best multisig, and no fresher than its oldest review', () => {
    const link = 'https://example.com/oldest'
    const reviews = [
      { chain: 'Base', upgradeability: 'L' as const, reviewedOn: '2024-02-02' },
      { chain: 'Arbitrum', upgradeability: 'L' as const, reviewedOn: '2023-03-03', url: link },
    ]
    const sentence =
      'No group of signers can change it: DeFiScan lists no multisig and grades upgradeability low on Arbitrum, Base. Reviewed 12 months ago.'
    for (const order of [reviews, reviews.toReversed()]) {
      expect(read(...order)).toEqual(known({ value: 0, sentence, link }, '2023-03-03', 'test'))
    }
  })

  test('a multisig counts even where upgradeability is low', () => {
    expect(read({ upgradeability: 'L', multisigs: [aMultisig(2, 5)] })).toMatchObject({
      value: { value: 2 },
    })
  })

  test('code that can be changed without a multisig is missing, not safe', () => {
    const nothing = missing('not-covered', 'test')
    expect(read({ upgradeability: 'H' })).toEqual(nothing)
    expect(read({ upgradeability: null })).toEqual(nothing)
    expect(read({ upgradeability: 'L' }, { upgradeability: 'M', chain: 'Base' })).toEqual(nothing)
  })

  test('a review that was replaced, or comes after the snapshot, is not used', () => {
    const now = { multisigs: [aMultisig(6, 9, true)] }
    const old = { multisigs: [aMultisig(1, 2)], reviewedOn: '2023-01-01' }
    const later = { multisigs: [aMultisig(1, 2)], reviewedOn: addDays(DAY, 1) }
    expect(read(now, old, later)).toMatchObject({ value: { value: 0 }, asOf: '2024-01-01' })
  })

  test('no review and a source that was not read are missing', () => {
    expect(read()).toEqual(missing('not-covered', 'test'))
    expect(signers.read(aSubject(aRecord()), METHODOLOGY)).toEqual(
      missing('not-covered', 'defiscan'),
    )
    const stale = missing('stale', 'defiscan')
    const record = aRecord({ facts: { reviews: stale } })
    expect(signers.read(aSubject(record), METHODOLOGY)).toEqual(stale)
  })
})

describe('signers of contracts that were read', () => {
  test.each<[string, CodeChange, number, string]>([
    ['a Safe of 6 of 9', changedBy(bySafe(6, 9)), 0.25, '6 of 9 signers of a Safe (0xsafe)'],
    ['a Safe of 3 of 5', changedBy(bySafe(3, 5)), 1, '3 of 5 signers of a Safe (0xsafe)'],
    [
      'the weaker of two',
      changedBy(bySafe(4, 7), bySafe(3, 5)),
      1,
      '3 of 5 signers of a Safe (0xsafe)',
    ],
    ['a Safe of 2 of 3', changedBy(bySafe(2, 3)), 2, '2 of 3 signers of a Safe (0xsafe)'],
    ['a Safe of 1 of 3', changedBy(bySafe(1, 3)), 2, '1 of 3 signers of a Safe (0xsafe)'],
    ['one key', changedBy(by('eoa')), 2, 'One key (0xeoa)'],
    [
      'a key, such as a module, beside a Safe',
      changedBy(bySafe(6, 9), by('eoa')),
      2,
      'One key (0xeoa)',
    ],
    ['a key behind a timelock', changedBy(by('eoa', 7 * DAY_SECONDS)), 2, 'One key (0xeoa)'],
    ['anyone', changedBy(by('anyone')), 2, 'Anyone'],
    [
      'a timelock',
      changedBy(by('timelock')),
      2,
      'A timelock with proposers that are not recorded (0xtimelock)',
    ],
    [
      'a Safe without its numbers',
      changedBy(by('safe')),
      2,
      'A Safe with signers that are not recorded (0xsafe)',
    ],
    ['others that may be', changedAtLeastBy(bySafe(6, 9)), 2, 'Someone not identified'],
    [
      'code that could not be followed',
      { known: false, why: 'unidentified' },
      2,
      'Someone not identified',
    ],
    ['a vote', changedBy(by('governor')), 0, 'No group of signers'],
    ['nobody', changedBy(by('nobody')), 0, 'No group of signers'],
  ])('%s', (_, codeChange, value, who) => {
    expect(judge(signers, controlled([{ codeChange }]))).toEqual({
      value,
      sentence: `${who} can change 0xvault on Ethereum (2024-03-11).`,
      asOf: DAY,
      source: 'test',
    })
  })

  test('the contract with the weakest speaks, with its own day', () => {
    const contracts = [
      { address: '0x1', codeChange: changedBy(bySafe(5, 8)) },
      { address: '0x2', codeChange: changedBy(bySafe(3, 5)), day: '2024-02-02' },
      { address: '0x3', codeChange: changedBy(by('eoa')), role: 'token' as const },
    ]
    for (const order of [contracts, contracts.toReversed()]) {
      expect(judge(signers, controlled(order))).toMatchObject({ value: 1, asOf: '2024-02-02' })
    }
  })

  test('are missing where the record does not say', () => {
    const codeChange = { known: false, why: 'not-recorded' } as const
    expect(judge(signers, controlled([{ codeChange }]))).toMatchObject({ missing: 'not-covered' })
  })
})
