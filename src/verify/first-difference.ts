import { parseJson } from '../domain/json.ts'

/** Where two JSON values part, in reading order. A side that has nothing there is undefined. */
export interface Difference {
  /** Such as `scoreMetadata.dimensions.credit.signals[0].value`; empty for the whole. */
  path: string
  published: unknown
  rebuilt: unknown
}

/** A longer value is cut when it is shown. */
const SHOWN_LENGTH = 160

/** The first difference of two documents as text, or null. `data`, which every document wraps, is left out of the path. */
export function compareTexts(published: string, rebuilt: string): Difference | null {
  if (published === rebuilt) return null
  const parsed = parseJson(published)
  if (parsed === undefined) return { path: '', published: 'no JSON', rebuilt: 'a document' }
  const difference = firstDifference(parsed, JSON.parse(rebuilt))
  if (difference) return { ...difference, path: difference.path.replace(/^data\.(?=.)/, '') }
  // Fields in another order, or one that is given twice: readers may see different values.
  return { path: '', published: 'the same fields, written otherwise', rebuilt: 'as this code does' }
}

/** The first place where two values parsed from JSON differ; fields in the order of the published one. */
export function firstDifference(
  published: unknown,
  rebuilt: unknown,
  path = '',
): Difference | null {
  if (published === rebuilt) return null
  if (Array.isArray(published) && Array.isArray(rebuilt)) {
    for (let i = 0; i < Math.max(published.length, rebuilt.length); i += 1) {
      const found = firstDifference(published[i], rebuilt[i], `${path}[${i}]`)
      if (found) return found
    }
    return null
  }
  if (isRecord(published) && isRecord(rebuilt)) {
    for (const key of new Set([...Object.keys(published), ...Object.keys(rebuilt)])) {
      const found = firstDifference(own(published, key), own(rebuilt, key), join(path, key))
      if (found) return found
    }
    return null
  }
  return { path, published, rebuilt }
}

/** A value in a line for people: JSON that moves no cursor, cut when it is long; "nothing" when there is none. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value)
  return plain(text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text)
}

/** Text of strangers without the characters that a terminal would act on. */
export function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, '\u{fffd}')
}

function join(path: string, key: string): string {
  if (!/^[\w-]+$/.test(key)) return `${path}[${shown(key)}]`
  return path === '' ? key : `${path}.${key}`
}

function own(record: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
