import { describe, expect, test } from 'vitest'
import type { ContractControl } from '../../domain/control.ts'
import { aContract, by, bySafe, changedBy } from '../../domain/fixtures/control.ts'
import type { Facts, Review } from '../../domain/protocol.ts'
import { missing } from '../../domain/reading.ts'
import { judge } from '../fixtures/judgement.ts'
import { aRecord, fact } from '../fixtures/record.ts'
import { aReview } from '../fixtures/review.ts'
import { exitWindow } from './exit-window.ts'
import { signers } from './signers.ts'
import { upgradePath } from './upgrade-path.ts'

function both(contracts: Partial<ContractControl>[], review: Partial<Review>) {
  const control = fact(contracts.map(aContract))
  return aRecord({ facts: { control, reviews: fact([aReview(review)]) } })
}

const vote = { codeChange: changedBy(by('governor')), day: '2024-03-01' }
const multisig = { threshold: 2, signers: 3, outsiders: null, publicSigners: null }
const bad: Partial<Review> = { upgradeability: 'H', exitWindow: 'H', multisigs: [multisig] }
const good: Partial<Review> = { upgradeability: 'L', exitWindow: 'L' }

describe.each([
  [upgradePath, 5, 7],
  [signers, 0, 2],
  // A vote at once leaves no time: worse than any review says.
  [exitWindow, 7.5, 7.5],
] as const)('$id', (signal, ofContract, worse) => {
  test('is the worse of what was read and what a review says', () => {
    expect(judge(signal, both([vote], { ...bad, reviewedOn: '2024-02-01' }))).toMatchObject({
      value: worse,
    })
    expect(judge(signal, both([vote], { ...good, reviewedOn: '2024-02-01' }))).toMatchObject({
      value: ofContract,
    })
  })

  test('is what was read where the review is a year older', () => {
    expect(judge(signal, both([vote], { ...bad, reviewedOn: '2023-04-30' }))).toMatchObject({
      value: worse,
    })
    expect(judge(signal, both([vote], { ...bad, reviewedOn: '2023-03-31' }))).toMatchObject({
      value: ofContract,
    })
  })

  test('is missing for the reason of the contracts, unless they merely do not have it', () => {
    const stale = missing('stale', 'onchain')
    const failed = missing('upstream-failed', 'defiscan')
    const none = missing('not-covered', 'onchain')
    const reasonOf = (facts: Facts) => judge(signal, aRecord({ facts }))
    expect(reasonOf({ control: stale })).toEqual({ missing: 'stale', source: 'onchain' })
    expect(reasonOf({ control: none })).toEqual({ missing: 'not-covered', source: 'defiscan' })
    expect(reasonOf({ control: none, reviews: failed })).toEqual({
      missing: 'upstream-failed',
      source: 'defiscan',
    })
  })

  test('is the only one that is known', () => {
    const silent = { ...vote, codeChange: { known: false, why: 'not-recorded' } } as const
    expect(judge(signal, both([silent], { ...bad, reviewedOn: '2020-01-01' }))).toMatchObject({
      asOf: '2020-01-01',
    })
    expect(judge(signal, both([vote], { reviewedOn: '2024-02-01' }))).toMatchObject({
      value: ofContract,
      asOf: '2024-03-01',
    })
  })
})

test('the age of a review is counted from the newest contract, not from the worst', () => {
  const old = { address: '0x2', codeChange: changedBy(bySafe(5, 8)), day: '2023-01-01' }
  const review = { ...bad, reviewedOn: '2023-02-01' }
  expect(judge(upgradePath, both([old], review))).toMatchObject({ value: 7 })
  expect(judge(upgradePath, both([old, vote], review))).toMatchObject({
    value: 6,
    asOf: '2023-01-01',
  })
  // A contract of which the record says nothing is no newer knowledge.
  const silent = { ...vote, codeChange: { known: false, why: 'not-recorded' } } as const
  expect(judge(upgradePath, both([old, silent], review))).toMatchObject({ value: 7 })
})
