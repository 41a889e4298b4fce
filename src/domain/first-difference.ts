import { parseJson } from './json.ts'

/** The first place where two JSON values differ. A side without a value there is undefined. */
export interface Difference {
  /** Such as `scoreMetadata.dimensions.credit.signals[0].value`; empty for the whole document. */
  path: string
  published: unknown
  rebuilt: unknown
}

/** Longer values are cut in messages. */
const SHOWN_LENGTH = 160

/** The first difference of two documents given as text, or null. The path leaves out `data`, which wraps every document. */
export function compareTexts(published: string, rebuilt: string): Difference | null {
  if (published === rebuilt) return null
  const parsed = parseJson(published)
  if (parsed === undefined) return { path: '', published: 'no JSON', rebuilt: 'a document' }
  const difference = firstDifference(parsed, JSON.parse(rebuilt))
  if (difference) return { ...difference, path: difference.path.replace(/^data\.(?=.)/, '') }
  // Fields in another order, or a duplicate one: readers may see different values.
  return { path: '', published: 'the same fields, written otherwise', rebuilt: 'as this code does' }
}

/** The first place where two values parsed from JSON differ; fields in the order of the published one. */
export function firstDifference(published: unknown, rebuilt: unknown): Difference | null {
  return differencesIn(published, rebuilt, '').next().value ?? null
}

/** Every place where two values parsed from JSON differ. */
export function differencesOf(published: unknown, rebuilt: unknown): Difference[] {
  return [...differencesIn(published, rebuilt, '')]
}

function* differencesIn(
  published: unknown,
  rebuilt: unknown,
  path: string,
): Generator<Difference, undefined> {
  if (published === rebuilt) return
  if (Array.isArray(published) && Array.isArray(rebuilt)) {
    for (let i = 0; i < Math.max(published.length, rebuilt.length); i += 1) {
      yield* differencesIn(published[i], rebuilt[i], `${path}[${i}]`)
    }
  } else if (isRecord(published) && isRecord(rebuilt)) {
    for (const key of new Set([...Object.keys(published), ...Object.keys(rebuilt)])) {
      yield* differencesIn(own(published, key), own(rebuilt, key), join(path, key))
    }
  } else yield { path, published, rebuilt }
}

/** A value for messages: JSON without control characters, cut when long; "nothing" for undefined. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value)
  return plain(text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text)
}

/** Untrusted text without control characters, which a terminal would act on. */
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
