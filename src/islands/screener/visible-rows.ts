/** Rows that the page comes with, and that a phone shows at first: what follows the table stays within reach. */
export const FIRST_ROWS = 50

/** Rows that a phone adds at a time. */
export const MORE_ROWS = 100

/** Rows drawn above and below the visible ones. */
const OVERSCAN = 12

export interface VisibleRows {
  first: number
  /** One past the last. */
  end: number
}

/**
 * The rows to draw. `top` and `bottom` are the edges of the visible part in pixels from the upper edge of the first row, which may
 * be far outside. Steps of half the overscan, so that most scroll events draw nothing.
 */
export function visibleRows(
  top: number,
  bottom: number,
  { rowHeight, count }: { rowHeight: number; count: number },
): VisibleRows {
  const step = OVERSCAN / 2
  const first = Math.floor(top / rowHeight / step) * step - OVERSCAN
  const end = Math.ceil(bottom / rowHeight / step) * step + OVERSCAN
  const lastStart = Math.max(0, count - 1)
  return {
    first: Math.min(Math.max(0, first), lastStart),
    end: Math.min(count, Math.max(end, Math.min(count, 2 * OVERSCAN))),
  }
}

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
