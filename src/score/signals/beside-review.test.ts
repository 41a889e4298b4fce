import { describe, expect, test } from 'vitest'
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
const control = fact([aContract({ codeChange, day: DAY })])
const subject = aSubject(aRecord({ facts: { control } }))
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

describe('a review of a chain of which no contract was read', () => {
  const onBase = aReview({ reviewedOn: '2020-01-01', chain: 'Base' })
  const withOnBase = (usd: number | null) =>
    aSubject(
      aRecord({
        facts: { control, reviews: fact([onBase]) },
        tvl: usd === null ? missing('stale', 'defillama-protocols') : fact(shared(usd)),
      }),
    )
  const shared = (usd: number) =>
    Object.entries({ Ethereum: 100 - usd, Base: usd }).map(([chain, usd]) => ({
      chain,
      section: 'tvl' as const,
      usd,
    }))
  const word = (usd: number | null) => {
    const one = besideReview(
      read(5),
      review(6, onBase.reviewedOn, 'Base'),
      withOnBase(usd),
      METHODOLOGY,
    )
    return one.known ? one.value.sentence : one.reason
  }

  test('counts however old it is, where that chain holds as much of TVL as a contract must reach', () => {
    expect(word(5)).toBe('review')
    expect(word(4.9)).toBe('read')
  })

  test('speaks for the TVL on the chains of which a review or a contract speaks', () => {
    const seen = (own: Reading<Measure>) => {
      const one = besideReview(own, review(6, DAY, 'Base'), withOnBase(40), METHODOLOGY)
      return one.known ? one.value.seen : one.reason
    }
    expect(seen(NONE)).toEqual({ share: 0.4, value: 6 })
    expect(seen(read(5))).toBeUndefined()
  })

  test('counts where TVL by chain is not known', () => {
    expect(word(null)).toBe('review')
  })
})
