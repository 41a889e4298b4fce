import { expect, test } from 'vitest'
import { aCatalogue, anEntry } from './fixtures/catalogue.ts'
import { aPast, numbersOf } from './fixtures/past.ts'
import { createSteps } from './steps.ts'

const entries = ['1', '2', '3'].map((id) => anEntry({ id, slug: `p${id}` }))

test('the steps of ten days are there newest first, each with its largest moves first', () => {
  const past = aPast(
    [
      ['2024-02-20', '1'],
      ['2024-02-29', '1'],
      ['2024-03-02', '1'],
      ['2024-03-06', '1'],
      ['2024-03-10', '2'],
    ],
    {
      1: numbersOf([1, 2, 3, 3.2, 9]),
      2: numbersOf([1, 2, 4.04, 4.01, 9]),
      3: numbersOf([1, 2, null, 3, 9]),
      // No longer listed.
      4: numbersOf([1, 2, 3, 9, undefined]),
    },
  )
  const steps = createSteps(aCatalogue(entries, { past }))
  expect(steps.map(({ from, to }) => [from.day, to.day])).toEqual([
    ['2024-03-06', '2024-03-10'],
    ['2024-03-02', '2024-03-06'],
    ['2024-02-29', '2024-03-02'],
  ])
  const [method, second, first] = steps
  // Another methodology: nothing to compare.
  expect(method?.moves).toEqual([])
  expect(second?.moves).toMatchObject([
    { id: 'p1', from: { composite: 3 }, to: { composite: 3.2, riskLevel: 'moderate' } },
  ])
  expect(first?.moves.map(({ id }) => id)).toEqual(['p2', 'p1'])
})

test('a single snapshot has no step', () => {
  const past = aPast([['2024-03-10', '1']], { 1: numbersOf([1]) })
  expect(createSteps(aCatalogue(entries, { past }))).toEqual([])
})
