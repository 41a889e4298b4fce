import { describe, expect, test } from 'vitest'
import { METHODOLOGY } from '../score/methodology.ts'
import { aProtocol } from '../store/fixtures/batches.ts'
import { unknownCategories } from './unknown-categories.ts'

const of = (...categories: (string | null)[]) =>
  unknownCategories(categories.map((category, index) => aProtocol(index + 1, { category })))

describe(unknownCategories, () => {
  test('a category of the table is known in whatever case', () => {
    const names = Object.keys(METHODOLOGY.categories)
    expect(of(...names, ...names.map((name) => name.toUpperCase()), null)).toEqual([])
  })

  test.each(['Dexs', 'DEXs', 'DCA Tools', 'DePIN', 'OnChain Capital Allocator'])(
    '%s, as upstream writes it in 2026, is known',
    (category) => {
      expect(of(category)).toEqual([])
    },
  )

  test('an unknown one is named with its protocols, the most used first', () => {
    expect(of('Weather', 'Tides', 'Tides', 'constructor')).toEqual([
      '3 categories are not in our table of activities, so these protocols lack an activity: Tides (2), Weather (1), constructor (1).',
    ])
    expect(of('Weather')[0]).toContain('A category is not in our table of activities')
  })

  test('one out of scope is not named', () => {
    expect(unknownCategories([aProtocol(1, { category: 'Weather', outOfScope: 'dead' })])).toEqual(
      [],
    )
  })
})
