import { expect, test } from 'vitest'
import { findingOf, withoutCounted } from './finding.ts'

test('a token that a registry on chain names too is counted once, by its driver', () => {
  const of = (receiptToken: string | null, isUnlisted?: true) =>
    findingOf({
      protocol: isUnlisted ? 'unlisted' : 'yearn-finance',
      product: 'vault',
      receiptToken,
      legs: [],
      ...(isUnlisted && { isUnlisted }),
    })
  const kept = withoutCounted([of('0xa'), of('0xa', true), of('0xb', true), of(null), of(null)])
  expect(kept.map(({ receiptToken, isUnlisted }) => [receiptToken, isUnlisted])).toEqual([
    ['0xa', undefined],
    ['0xb', true],
    [null, undefined],
    [null, undefined],
  ])
})
