import { expect, test } from 'vitest'
import { unscored } from './fixtures/documents.ts'
import { ledgerOf } from './ledger.ts'
import { withoutScores } from './without-scores.ts'

test('without a score, no dimension shows one, and what was read stays', () => {
  const ledger = ledgerOf(unscored) ?? expect.fail('no ledger')
  expect(ledger.dimensions.some(({ score }) => score !== null)).toBe(true)
  const { dimensions } = withoutScores(ledger)
  expect(dimensions.filter(({ score, level }) => score !== null || level !== null)).toEqual([])
  expect(dimensions.map(({ coverage }) => coverage)).toEqual(
    ledger.dimensions.map(({ coverage }) => coverage),
  )
})
