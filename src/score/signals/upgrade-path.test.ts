import { describe, expect, test } from 'vitest'
import type { Review, ReviewGrade } from '../../domain/protocol.ts'
import { judge } from '../fixtures/judgement.ts'
import { aRecord, fact } from '../fixtures/record.ts'
import { aReview } from '../fixtures/review.ts'
import { upgradePath } from './upgrade-path.ts'

type Grade = ReviewGrade | null

function reviewed(...reviews: Partial<Review>[]) {
  return aRecord({ facts: { reviews: fact(reviews.map(aReview)) } })
}

describe('a review', () => {
  test.each<[Grade, Grade, Grade, number]>([
    ['L', 'L', 'L', 0],
    ['M', 'M', 'M', 3.5],
    ['H', 'H', 'H', 7],
    ['H', 'M', 'L', 3.5],
    ['H', 'H', 'L', (3.5 * 4) / 3],
    ['H', null, null, 7],
    [null, 'L', null, 0],
  ])(
    'of upgradeability %s, exit window %s and autonomy %s has these risk points',
    (upgradeability, exitWindow, autonomy, value) => {
      const record = reviewed({ upgradeability, exitWindow, autonomy, stage: 1 })
      const judged = judge(upgradePath, record)
      expect(judged).toMatchObject({ asOf: '2024-01-01', source: 'test' })
      expect(judged).toHaveProperty('value', expect.closeTo(value, 9))
    },
  )

  test.each([
    [0, 7],
    [1, 3.5],
    [2, 0],
  ] as const)('stage %i stands in for the grades where a review has none', (stage, value) => {
    expect(
      judge(upgradePath, reviewed({ stage, chain: 'Base', accessibility: 'H' })),
    ).toMatchObject({
      value,
      sentence: `DeFiScan stage ${stage} on Base; no grades. Reviewed 2 months ago.`,
    })
  })

  test.each([
    [
      1,
      'DeFiScan stage 1 on Ethereum; control risk: upgradeability high, exit window medium, autonomy not graded. Reviewed 2 months ago.',
    ],
    [
      null,
      'DeFiScan outside its stages on Ethereum; control risk: upgradeability high, exit window medium, autonomy not graded. Reviewed 2 months ago.',
    ],
  ] as const)(
    'the sentence names the deployment, its stage (%s) and every grade',
    (stage, sentence) => {
      const record = reviewed({ stage, upgradeability: 'H', exitWindow: 'M', accessibility: 'L' })
      expect(judge(upgradePath, record)).toHaveProperty('sentence', sentence)
    },
  )

  test('does not look at accessibility', () => {
    expect(judge(upgradePath, reviewed({ accessibility: 'H' }))).toMatchObject({
      missing: 'not-covered',
    })
  })
})
