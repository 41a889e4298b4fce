import { expect, test } from 'vitest'
import { aContract, by } from '../../domain/fixtures/control.ts'
import type { Review } from '../../domain/protocol.ts'
import { known, missing, type Reading } from '../../domain/reading.ts'
import { aRecord, DAY, fact } from '../fixtures/record.ts'
import { aReview } from '../fixtures/review.ts'
import { aSubject } from '../fixtures/universe.ts'
import { METHODOLOGY } from '../methodology.ts'
import type { Measure } from '../signal.ts'
import { besideReview } from './beside-review.ts'

const codeChange = { known: true as const, paths: [by('eoa')], complete: true }
const subject = aSubject(
  aRecord({ facts: { control: fact([aContract({ codeChange, day: DAY })]) } }),
)
const read = (value: number, fields: Partial<Measure> = {}) =>
  known<Measure>({ value, sentence: 'read', ...fields }, DAY, 'onchain')
const NONE: Reading<Measure> = missing('not-covered', 'defiscan')
const review =
  (value: number, reviewedOn: string, chain = 'Ethereum') =>
  (counts: (review: Review) => boolean) =>
    counts(aReview({ reviewedOn, chain }))
      ? known<Measure>({ value, sentence: 'review' }, reviewedOn, 'defiscan')
      : NONE

const pick = (own: Reading<Measure>, other: Parameters<typeof besideReview>[1]) => {
  const one = besideReview(own, other, subject, METHODOLOGY)
  return one.known ? one.value.sentence : one.reason
}

test('the worse of a review and what was read counts, and the only one that is known', () => {
  expect(pick(read(5), review(6, DAY))).toBe('review')
  expect(pick(read(6), review(5, DAY))).toBe('read')
  expect(pick(NONE, review(5, DAY))).toBe('review')
  expect(pick(read(5), () => NONE)).toBe('read')
  expect(pick(missing('stale', 'onchain'), () => NONE)).toBe('stale')
})

test('a review of a year ago does not count beside contracts that hold most of TVL, and does beside those of little', () => {
  expect(pick(read(5), review(6, '2023-01-01'))).toBe('read')
  expect(pick(read(5, { isPartial: true }), review(6, '2023-01-01'))).toBe('review')
})

test('contracts of one chain replace no review of another, however old it is', () => {
  expect(pick(read(5), review(6, '2020-01-01', 'Base'))).toBe('review')
})
