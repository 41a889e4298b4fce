import { expect, test } from 'vitest'
import { FieldCounter, readField } from './read-fields.ts'

test('fields are counted in all rows, and noted by row where rows have ids', () => {
  const fields = new FieldCounter<{ tvl?: number | null; url?: string }>({
    tvl: readField(true, 'tvl'),
    url: readField(false, 'url'),
  })
  fields.add({ tvl: 0, url: '' }, 'one')
  fields.add({ tvl: null, url: 'https://a.example' }, 'two')
  fields.add({ tvl: 5 })
  expect(fields.counts).toEqual({ tvl: 2, url: 1 })
  expect(fields.carriers).toEqual({
    listed: ['one', 'two'],
    byField: { tvl: ['one'], url: ['two'] },
  })
})
