import { checksum } from './file-name.ts'

/** Where a walk through a list stands. */
export interface Cursor {
  snapshot: string
  /** Rows before it. */
  start: number
  /** Checksum of the filters and the order, in their canonical form. */
  mark: string
}

const VERSION = 1
const CONTENT = /^1,(\d{1,9}),([\da-f]{16}),([\w.-]{1,100})$/

/** What a cursor can look like at all: enough to refuse others before they are decoded. */
export const CURSOR_FORM = /^[\w-]{1,200}$/

/** The checksum of a list's filters and order. `search` is their canonical form without a position, as `canonical-query.ts` writes it. */
export function markOf(search: string): string {
  return checksum(search)
}

/** A cursor as clients see it: opaque, and of this version. Digits, letters, comma, dot and hyphen give no `+` or `/` in base64. */
export function encodeCursor({ snapshot, start, mark }: Cursor): string {
  return btoa(`${VERSION},${start},${mark},${snapshot}`).replaceAll('=', '')
}

/** The cursor of a text that `encodeCursor` gave; null for any other. */
export function decodeCursor(text: string): Cursor | null {
  let content: string
  try {
    content = atob(text)
  } catch {
    return null
  }
  const [, start, mark = '', snapshot = ''] = CONTENT.exec(content) ?? []
  if (start === undefined) return null
  const cursor = { snapshot, start: Number(start), mark }
  return encodeCursor(cursor) === text ? cursor : null
}
