import { errorsAllowed, type Spelling, spellingOf } from './near-text.ts'
import { foldText, plainText } from './search-text.ts'

/** What of a protocol a search says that a query matched. A further name of a protocol is a name. */
export const SEARCH_FIELDS = ['name', 'slug', 'formerSlug', 'symbol', 'parent'] as const

/** What of a protocol a query can match. */
export type MatchedField = (typeof SEARCH_FIELDS)[number] | 'otherName' | 'token'

/** Words of a query that are compared; those after them are ignored. Bounds the work of a query. */
export const MAX_WORDS = 8

/** The texts of a protocol that a query can match. */
export interface Named {
  id: string
  name: string
  symbol: string | null
  parent: string | null
  formerSlugs: readonly string[]
  /** What people also call it, such as a former name. */
  otherNames: readonly string[]
  /** Symbols of the tokens that it issues. */
  tokens: readonly string[]
}

/** One text of a protocol, prepared. */
export interface Term {
  field: MatchedField
  /** As it is written. */
  text: string
  plain: string
  /** With a space before each word. */
  words: string
  /** Without spaces. */
  compact: Spelling
  parts: Spelling[]
}

export interface Query extends Omit<Term, 'field' | 'text'> {
  /** Letters of the words that are compared. */
  letters: number
  /** Typing errors that it may have as a whole. */
  most: number
  /** Typing errors that it may have as a whole or word by word. */
  slack: number
}

/** A query, prepared. */
export function queryOf(text: string): Query {
  const { compact, parts, ...rest } = textsOf(text)
  const first = [...new Set(parts.map((part) => part.text))].slice(0, MAX_WORDS)
  // The longest word matches least, so most rows are left after it.
  const compared = first.sort((a, b) => b.length - a.length).map(spellingOf)
  const letters = compared.reduce((all, part) => all | part.letters, 0)
  const most = errorsAllowed(compact.text.length)
  const byWord = compared.reduce((sum, part) => sum + errorsAllowed(part.text.length), 0)
  return { ...rest, compact, parts: compared, letters, most, slack: Math.max(most, byWord) }
}

/** The texts of a protocol, prepared: its name first. */
export function termsOf({
  id,
  name,
  symbol,
  parent,
  formerSlugs,
  otherNames,
  tokens,
}: Named): Term[] {
  const texts: [MatchedField, string | null][] = [
    ['name', name],
    ['slug', id],
    ...otherNames.map((other): [MatchedField, string] => ['otherName', other]),
    ...formerSlugs.map((slug): [MatchedField, string] => ['formerSlug', slug]),
    ['symbol', symbol],
    ...tokens.map((token): [MatchedField, string] => ['token', token]),
    ['parent', parent],
  ]
  return texts.flatMap(([field, text]) => (text ? { field, text, ...textsOf(text) } : []))
}

function textsOf(text: string): Omit<Term, 'field' | 'text'> {
  const plain = plainText(text)
  const folded = foldText(plain)
  const parts = folded === '' ? [] : folded.split(' ').map(spellingOf)
  return { plain, words: ` ${folded}`, compact: spellingOf(folded.replaceAll(' ', '')), parts }
}
