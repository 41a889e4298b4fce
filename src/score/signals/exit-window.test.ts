import { describe, expect, test } from 'vitest'
import type { Review, ReviewGrade } from '../../domain/protocol.ts'
import { judge } from '../fixtures/judgement.ts'
import { aRecord, fact } from '../fixtures/record.ts'
import { aReview } from '../fixtures/review.ts'
import { exitWindow as signal } from './exit-window.ts'

type Grade = ReviewGrade | null

function reviewed(...reviews: Partial<Review>[]) {
  return aRecord({ facts: { reviews: fact(reviews.map(aReview)) } })
}

describe('a review', () => {
  test.each<[Grade, Grade, number]>([
    ['L', 'L', 0],
    ['M', 'L', 1.75],
    ['M', 'M', 3.5],
    ['H', 'M', 5.25],
    ['H', 'H', 7],
    [null, 'H', 7],
  ])(
    'of exit window %s and accessibility %s has these risk points',
    (exitWindow, accessibility, value) => {
      const record = reviewed({ exitWindow, accessibility, upgradeability: 'H', autonomy: 'H' })
      expect(judge(signal, record)).toMatchObject({ value })
    },
  )

  test('the sentence names both grades', () => {
    expect(judge(signal, reviewed({ chain: 'Base', exitWindow: 'L' }))).toHaveProperty(
      'sentence',
      'DeFiScan grades exit risk on Base: exit window low, accessibility not graded. Reviewed 2 months ago.',
    )
  })
})
