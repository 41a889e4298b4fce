import { expect, test } from 'vitest'
import { departedHistories } from './departed-histories.ts'
import { aCatalogue, anEntry } from './fixtures/catalogue.ts'
import { aPast, numbersOf } from './fixtures/past.ts'

test('has the past of all that are gone, each under an id that only it has, and counts the others', () => {
  const retired = (id: string, slug: string) => ({
    ...{ day: '2024-03-02', lastDay: '2024-03-01', reason: 'dead' as const },
    entry: anEntry({ id, slug }),
  })
  const old = numbersOf([4, undefined, undefined])
  const past = aPast(
    [
      ['2024-02-01', '1'],
      ['2024-03-01', '1'],
      ['2024-03-10', '1'],
    ],
    {
      ...{ 1: numbersOf([undefined, 5, 5]), 2: old, 3: numbersOf([4, 4, undefined]) },
      ...{ 4: old, 5: numbersOf([6, 6.5, undefined]), 6: old, 7: old },
    },
  )
  const catalogue = aCatalogue([anEntry({ id: '1', slug: 'live' })], {
    past,
    formerSlugs: [{ slug: 'renamed', protocolId: '1' }],
    retired: [retired('2', 'live'), retired('3', 'page')],
    departed: ['old', 'old', 'renamed', 'a'].map((slug, at) => ({
      ...{ id: String(at + 4), slug, name: slug },
    })),
  })
  const { histories, leftOut } = departedHistories(catalogue)
  expect(histories.map(({ id, days, composite }) => [id, days, composite])).toEqual([
    ['a', ['2024-02-01'], [4]],
    ['old', ['2024-02-01', '2024-03-01'], [6, 6.5]],
  ])
  expect(leftOut).toBe(3)
})
