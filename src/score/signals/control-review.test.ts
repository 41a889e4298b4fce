import { describe, expect, test } from 'vitest'
import type { Review, ReviewGrade } from '../../domain/protocol.ts'
import { judge } from '../fixtures/judgement.ts'
import { aRecord, fact } from '../fixtures/record.ts'
import { aReview } from '../fixtures/review.ts'
import { controlReview } from './control-review.ts'

type Grade = ReviewGrade | null

function reviewed(...reviews: Partial<Review>[]) {
  return aRecord({ facts: { reviews: fact(reviews.map(aReview)) } })
}

describe('control review', () => {
  test.each<[Grade, Grade, Grade, number, number]>([
    ['L', 'L', 'L', 0, 0],
    ['M', 'M', 'M', 1, 3],
    ['H', 'H', 'H', 2, 10],
    ['H', 'M', 'L', 1, 3],
    ['H', 'H', 'L', 4 / 3, 16 / 3],
    ['H', null, null, 2, 10],
    [null, 'L', null, 0, 0],
  ])(
    'upgradeability %s, exit window %s, autonomy %s',
    (upgradeability, exitWindow, autonomy, value, risk) => {
      const judged = judge(controlReview, reviewed({ upgradeability, exitWindow, autonomy }))
      expect(judged).toMatchObject({ asOf: '2024-01-01', source: 'test' })
      expect(judged).toHaveProperty('value', expect.closeTo(value, 9))
      expect(judged).toHaveProperty('risk', expect.closeTo(risk, 9))
    },
  )

  test('the sentence names the deployment and every grade', () => {
    const record = reviewed({ upgradeability: 'H', exitWindow: 'M', accessibility: 'L' })
    expect(judge(controlReview, record)).toHaveProperty(
      'sentence',
      'DeFiScan grades control risk on Ethereum: upgradeability high, exit window medium, autonomy not graded.',
    )
  })

  test('does not look at accessibility', () => {
    expect(judge(controlReview, reviewed({ accessibility: 'H' }))).toMatchObject({
      missing: 'not-covered',
    })
  })
})
