import { describe, expect, test } from 'vitest'
import type { Review, ReviewGrade } from '../../domain/protocol.ts'
import { judge } from '../fixtures/judgement.ts'
import { aRecord, fact } from '../fixtures/record.ts'
import { aReview } from '../fixtures/review.ts'
import { exitWindow } from './exit-window.ts'

type Grade = ReviewGrade | null

function reviewed(...reviews: Partial<Review>[]) {
  return aRecord({ facts: { reviews: fact(reviews.map(aReview)) } })
}

describe('exit review', () => {
  test.each<[Grade, Grade, number]>([
    ['L', 'L', 0],
    ['M', 'L', 0.5],
    ['M', 'M', 1],
    ['H', 'M', 1.5],
    ['H', 'H', 2],
    [null, 'H', 2],
  ])('exit window %s, accessibility %s', (exitWindow, accessibility, value) => {
    const record = reviewed({ exitWindow, accessibility, upgradeability: 'H', autonomy: 'H' })
    expect(judge(exitWindow, record)).toMatchObject({ value })
  })

  test('the sentence names both grades', () => {
    expect(judge(exitWindow, reviewed({ chain: 'Base', exitWindow: 'L' }))).toHaveProperty(
      'sentence',
      'DeFiScan grades exit risk on Base: exit window low, accessibility not graded. Reviewed 2 months ago.',
    )
  })
})
