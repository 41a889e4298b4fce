import type { BulkCopy } from '../contract/bulk.ts'

/** Dated copies that are kept: the newest ones, and the first of each month for a year. */
export const KEEP_NEWEST = 7
const KEEP_MONTHS = 12

/** The copies to keep, newest first. */
export function copiesToKeep(copies: readonly BulkCopy[]): BulkCopy[] {
  const sorted = copies.toSorted((a, b) => order(b.path) - order(a.path))
  const newest = sorted.slice(0, KEEP_NEWEST)
  const firsts = new Map(sorted.map((copy) => [copy.path.slice(0, 7), copy]))
  const last = sorted[0] ? monthNumber(sorted[0].path) : 0
  const monthly = [...firsts.values()].filter(({ path }) => last - monthNumber(path) < KEEP_MONTHS)
  const kept = new Set([...newest, ...monthly])
  return sorted.filter((copy) => kept.has(copy))
}

/** `2026-08-20-2` comes after `2026-08-20`. */
function order(path: string): number {
  const [year, month, day, edition = 1] = path.split('-').map(Number)
  return (year ?? 0) * 1e8 + (month ?? 0) * 1e6 + (day ?? 0) * 1e4 + edition
}

function monthNumber(path: string): number {
  const [year = 0, month = 0] = path.split('-').map(Number)
  return year * 12 + month
}
