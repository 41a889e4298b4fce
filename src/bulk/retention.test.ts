import { expect, test } from 'vitest'
import { addDays } from '../domain/day.ts'
import { copiesToKeep, KEEP_NEWEST } from './retention.ts'

const copy = (path: string) => ({
  path,
  snapshot: { id: path, asOf: path.slice(0, 10) },
  manifest: { bytes: 1, sha256: '0'.repeat(64) },
  files: [],
})

test('the newest copies and the first of each month for a year are kept, at most nineteen', () => {
  const days = Array.from({ length: 800 }, (_, index) => addDays('2024-09-13', index))
  const kept = copiesToKeep(days.map(copy)).map(({ path }) => path)
  expect(kept.slice(0, KEEP_NEWEST)).toEqual(days.slice(-KEEP_NEWEST).reverse())
  expect(kept.slice(KEEP_NEWEST)).toEqual([
    ...['2026-11-01', '2026-10-01', '2026-09-01', '2026-08-01', '2026-07-01', '2026-06-01'],
    ...['2026-05-01', '2026-04-01', '2026-03-01', '2026-02-01', '2026-01-01', '2025-12-01'],
  ])
})

test('publishing day by day keeps what publishing all at once keeps', () => {
  const days = Array.from({ length: 400 }, (_, index) => addDays('2025-10-19', index))
  let step: ReturnType<typeof copiesToKeep> = []
  for (const day of days) step = copiesToKeep([...step, copy(day)])
  expect(step.map(({ path }) => path)).toEqual(copiesToKeep(days.map(copy)).map(({ path }) => path))
})

test('the tenth edition of a day comes after the ninth and before the next day', () => {
  const paths = ['2026-11-05', '2026-11-04-9', '2026-11-04', '2026-11-04-10']
  expect(copiesToKeep(paths.map(copy)).map(({ path }) => path)).toEqual([
    ...['2026-11-05', '2026-11-04-10', '2026-11-04-9', '2026-11-04'],
  ])
})
