import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CatalogueEntry } from '../../domain/catalogue.ts'
import { categoryRanks } from '../../export/category-rank.ts'
import { rankInCategory } from './rank.ts'

/** An entry with what a rank is made of. */
function entryOf(id: string, category: string | null, rounded: number | null): CatalogueEntry {
  return {
    record: { id, category, tvl: { known: false } },
    score: { rounded },
  } as unknown as CatalogueEntry
}

test('the rank is that of the published documents', () => {
  const row = fc.record({
    category: fc.integer({ min: -1, max: 3 }),
    tenths: fc.integer({ min: -1, max: 100 }),
  })
  fc.assert(
    fc.property(fc.array(row, { maxLength: 60 }), (rows) => {
      const { position, of } = rankInCategory(
        rows.map(({ category }) => category),
        rows.map(({ tenths }) => tenths),
      )
      const published = categoryRanks(
        rows.map(({ category, tenths }, at) =>
          entryOf(`${at}`, category < 0 ? null : `${category}`, tenths < 0 ? null : tenths / 10),
        ),
        '2026-01-01',
      )
      const expected = rows.map((_, at) => published.get(`${at}`) ?? { position: 0, of: 0 })
      expect([...position]).toEqual(expected.map((rank) => rank.position))
      expect([...of]).toEqual(expected.map((rank) => rank.of))
    }),
    { numRuns: 500 },
  )
})
