import { expect, test } from 'vitest'
import rows from '../../../data/auditors.json' with { type: 'json' }

test('the table of auditors is sorted, and no place belongs to two of them', () => {
  const names = rows.map(({ name }) => name.toLowerCase())
  expect(names).toEqual([...new Set(names)].sort())
  const places = rows.flatMap(({ at }) => at.map((place) => place.toLowerCase()))
  expect(new Set(places).size).toBe(places.length)
})
