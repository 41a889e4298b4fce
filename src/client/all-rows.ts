import { PlimsollError } from './errors.ts'

interface Rows<T> {
  data: T[]
  meta: { total: number; pageCount: number }
}

export interface ListSource<T> {
  page: (page: number) => Promise<Rows<T>>
  /** Identifier of the snapshot that the service has now. */
  snapshot: () => Promise<string>
}

/** Rows of the largest page that the service gives. */
export const LARGEST_PAGE = 100
/** Most times that the list is begun. A service publishes a snapshot a day. */
const MAX_PASSES = 5

/**
 * Every row of a list, each id once. The list moves when a snapshot is published between two pages; then the pages are read again
 * from the first, and only rows that were not given yet are given. At the end every row of one whole snapshot was given.
 */
export async function* allRows<T extends { id: string }>(
  source: ListSource<T>,
  signal?: AbortSignal,
): AsyncGenerator<T, void, undefined> {
  const given = new Set<string>()
  for (let pass = 1; pass <= MAX_PASSES; pass += 1) {
    if (yield* onePass(source, given, signal)) return
  }
  const message = `The list changed ${MAX_PASSES} times while it was read.`
  throw new PlimsollError('SNAPSHOT_CHANGED', message)
}

/** Gives what is new. Returns whether all pages were of one snapshot. */
async function* onePass<T extends { id: string }>(
  { page, snapshot }: ListSource<T>,
  given: Set<string>,
  signal: AbortSignal | undefined,
): AsyncGenerator<T, boolean, undefined> {
  const before = await snapshot()
  const seen = new Set<string>()
  let total: number | null = null
  for (let number = 1; ; number += 1) {
    const { data, meta } = await page(number)
    total ??= meta.total
    for (const row of data) {
      signal?.throwIfAborted()
      seen.add(row.id)
      if (given.has(row.id)) continue
      given.add(row.id)
      yield row
    }
    const expected = Math.min(number * LARGEST_PAGE, total)
    if (meta.total !== total || seen.size !== expected) return false
    // A single page is of one snapshot.
    if (expected === total) return number === 1 || (await snapshot()) === before
  }
}
