import { stripVTControlCharacters } from 'node:util'

/** Marks on one letter beyond which the rest is dropped: a stack of them covers other lines. */
const MAX_MARKS = 4

/** Letters of a text beyond which the rest is left out. */
const MAX_LETTERS = 4_000

const SPACES = /[\s\p{Zl}\p{Zp}\u0085]+/gu
/** Controls, invisible format characters and those that turn the direction of a line. Joiners of emoji and scripts stay. */
const INVISIBLE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\u{e0000}-\u{e007f}]/gu
const PRIVATE = /\p{Co}/gu
const MARKS = new RegExp(`(\\p{M}{${MAX_MARKS}})\\p{M}+`, 'gu')

/**
 * A text from outside on one line, without anything that a terminal obeys: escape sequences, controls (C0, C1), bidirectional
 * and invisible format characters.
 */
export function plain(text: string): string {
  const short = text.length > MAX_LETTERS ? `${text.slice(0, MAX_LETTERS)}…` : text
  return stripVTControlCharacters(short.toWellFormed())
    .replace(SPACES, ' ')
    .replace(INVISIBLE, '')
    .replace(PRIVATE, '\ufffd')
    .replace(MARKS, '$1')
    .trim()
}

/** JSON with every character escaped that a terminal obeys; the value stays the same. */
export function safeJson(value: unknown): string {
  return JSON.stringify(value).replace(/[\u007f-\u009f\p{Cf}\u2028\u2029]/gu, (character) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  )
}

/** A document whose every text, also the keys, is plain. */
export function plainDeep<T>(value: T): T
export function plainDeep(value: unknown): unknown {
  if (typeof value === 'string') return plain(value)
  if (Array.isArray(value)) return value.map((each: unknown) => plainDeep(each))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [plain(key), plainDeep(each)]),
  )
}
