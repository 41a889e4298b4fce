/** Rows that a page key moves over. */
const PAGE = 15

/** The row that a key leads to from row `at` of `count`; null for a key that moves nothing. */
export function rowAfterKey(key: string, at: number, count: number): number | null {
  const last = count - 1
  const to: Record<string, number> = {
    ArrowUp: at - 1,
    ArrowDown: at + 1,
    PageUp: at - PAGE,
    PageDown: at + PAGE,
    Home: 0,
    End: last,
  }
  const row = Object.hasOwn(to, key) ? to[key] : undefined
  return row === undefined ? null : Math.min(Math.max(0, row), last)
}
