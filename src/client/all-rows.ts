import { PlimsollError } from './errors.ts'
import type { ReadOptions } from './transport.ts'

interface Rows<T> {
  data: T[]
  meta: { total: number; nextCursor?: string | null | undefined }
}

/** The page after a cursor; the first one without. */
export type ReadPage<T> = (cursor: string | null) => Promise<Rows<T>>

/** Rows of the largest page that the service gives. */
export const LARGEST_PAGE = 100
/** Most times that the list is begun. A service publishes a snapshot a day. */
const MAX_PASSES = 5

/**
 * Every row of a list, each id once. A cursor belongs to one snapshot; when the service has published another, the list is read again
 * from its first page, and only rows that were not given yet are given. At the end every row of one whole snapshot was given. With the
 * option `snapshot` nothing is read again.
 */
export async function* allRows<T extends { id: string }>(
  page: ReadPage<T>,
  options: ReadOptions = {},
): AsyncGenerator<T, void, undefined> {
  const given = new Set<string>()
  for (let pass = 1; pass <= MAX_PASSES; pass += 1) {
    if (yield* onePass(page, given, options)) return
  }
  const message = `The list changed ${MAX_PASSES} times while it was read.`
  throw new PlimsollError('SNAPSHOT_CHANGED', message)
}

/** Gives what is new. Returns whether all pages were there: of one snapshot. */
async function* onePass<T extends { id: string }>(
  page: ReadPage<T>,
  given: Set<string>,
  { signal, snapshot }: ReadOptions,
): AsyncGenerator<T, boolean, undefined> {
  let cursor: string | null = null
  let seen = 0
  do {
    const found: Rows<T> | null = await (snapshot === undefined
      ? unlessGone(page(cursor))
      : page(cursor))
    if (!found) return false
    for (const row of found.data) {
      signal?.throwIfAborted()
      if (given.has(row.id)) continue
      given.add(row.id)
      yield row
    }
    seen += found.data.length
    cursor = nextOf(found, seen)
  } while (cursor !== null)
  return true
}

async function unlessGone<T>(page: Promise<T>): Promise<T | null> {
  try {
    return await page
  } catch (error) {
    if (error instanceof PlimsollError && error.code === 'SNAPSHOT_GONE') return null
    throw error
  }
}

/** The cursor of the next page. A list without one, or one that does not end where it says, is not of this service. */
function nextOf({ data, meta: { total, nextCursor } }: Rows<unknown>, seen: number): string | null {
  const isEnd = nextCursor === null && seen === total
  const isMore = typeof nextCursor === 'string' && data.length > 0 && seen < total
  if (isEnd || isMore) return nextCursor
  throw new PlimsollError('INVALID_RESPONSE', 'The pages of the list do not fit together.')
}
