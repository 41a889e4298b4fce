import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { listOf } from './list-of.ts'

const rows = listOf(z.object({ id: z.int().transform(String) }))

describe('a list', () => {
  test('is read row by row', () => {
    expect(rows.parse([{ id: 1 }, { id: 2 }])).toEqual([{ id: '1' }, { id: '2' }])
    expect(rows.parse([])).toEqual([])
  })

  test.each([
    ['of something else', [{ id: 1 }, { id: 'x' }]],
    ['that is none', { 0: { id: 1 } }],
    ['that is missing', undefined],
    ['that is too long', Array.from({ length: 50_001 }, () => ({ id: 1 }))],
  ])('%s is refused', (_, value) => {
    expect(rows.safeParse(value).success).toBe(false)
  })

  test('of a million wrong rows is refused at the first one', () => {
    const seen: unknown[] = []
    const row = z.unknown().refine((value) => {
      seen.push(value)
      return false
    })
    const wrong = Array.from({ length: 1_000_000 }, () => 1)
    expect(listOf(row, wrong.length).safeParse(wrong).error?.issues).toHaveLength(1)
    expect(seen).toHaveLength(1)
  })
})
