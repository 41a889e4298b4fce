import {
  beginningErrors,
  bitCount,
  errorsAllowed,
  type Spelling,
  typingErrors,
} from './near-text.ts'
import {
  MAX_WORDS,
  type MatchedField,
  type Named,
  type Query,
  queryOf,
  type Term,
  termsOf,
} from './search-terms.ts'

/** How a query can match, the best first. `near`: it has a typing error or two. */
export const MATCH_KINDS = ['exact', 'prefix', 'word', 'substring', 'near'] as const
export type MatchKind = (typeof MATCH_KINDS)[number]

/** One protocol as a search sees it. Imports no schema, because the website's search uses it too. */
export interface SearchEntry extends Named {
  /** Of equal matches the larger comes first; null comes last. */
  size: number | null
}

export interface SearchHit<T> {
  entry: T
  field: MatchedField
  /** The text of the protocol that the query matched. */
  text: string
  kind: MatchKind
}

/** The kind of match of each rank. An exact name comes before an exact slug, that before any other exact field. */
const KIND_OF_RANK: readonly MatchKind[] = [
  'exact',
  'exact',
  'exact',
  'exact',
  'prefix',
  'word',
  'substring',
  'near',
  'word',
  'near',
]
/** A text with one typing error comes before one that has a distinctive word only, and that before one with two errors. */
const RANK = {
  name: 0,
  slug: 1,
  folded: 2,
  exact: 3,
  prefix: 4,
  word: 5,
  substring: 6,
  near: 7,
  distinctive: 8,
  far: 9,
}

/** A word of more rows than this, such as `finance`, says nothing of which protocol is meant. */
const TELLING_ROWS = 8
const TELLING_SHARE = 0.02
const TELLING_LETTERS = 3

/** A token with fewer letters is a typing error of another: USDC of USDe. */
const SAFE_LETTERS = 6

interface Row<T> {
  entry: T
  terms: Term[]
  /** Letters of all its terms. */
  letters: number
}

/**
 * A search over protocols. When no text has all words of a query, those with its first distinctive word are found, so that `lido finance`
 * finds Lido. The work of a query is bounded: one pass over all texts, one for the distinctive word, one for typing errors when less
 * than `limit` is found, and one for those of a name that is still being typed when nothing is. Equal matches are ordered by size, then by id,
 * so the order of the entries does not matter.
 */
export function createSearch<T extends SearchEntry>(
  entries: readonly T[],
): (query: string, limit: number) => SearchHit<T>[] {
  const rows = [...entries]
    .sort((a, b) => compareSizes(a.size, b.size) || (a.id < b.id ? -1 : 1))
    .map(prepare)
  const most = Math.max(TELLING_ROWS, rows.length * TELLING_SHARE)
  const common = findCommon(rows, most)
  return (text, limit) => {
    const query = queryOf(text)
    if (query.plain === '') return []
    const byRank: SearchHit<T>[][] = KIND_OF_RANK.map(() => [])
    const missed: Row<T>[] = []
    let found = 0
    for (const row of rows) {
      const best = mayMatch(row, query) ? bestOf(row.terms, (term) => rankOf(term, query)) : null
      if (!best) missed.push(row)
      else if (add(byRank, row.entry, best, limit)) found += 1
    }
    if (found < limit) {
      const hits = nearHits(missed, query, common)
      for (const [row, best] of found === 0 ? tellingHits(rows, query, most) : []) {
        if ((hits.get(row)?.rank ?? RANK.far) <= best.rank) continue
        hits.delete(row)
        hits.set(row, best)
      }
      if (found === 0 && hits.size === 0) {
        for (const [row, best] of begunHits(missed, query)) hits.set(row, best)
      }
      for (const [{ entry }, best] of hits) add(byRank, entry, best, limit)
    }
    return byRank.flat().slice(0, limit)
  }
}

function prepare<T extends SearchEntry>(entry: T): Row<T> {
  const terms = termsOf(entry)
  return { entry, terms, letters: terms.reduce((all, { compact }) => all | compact.letters, 0) }
}

/** The words of more than `most` rows. */
function findCommon(rows: readonly Row<unknown>[], most: number): Set<string> {
  const counts = new Map<string, number>()
  for (const { terms } of rows) {
    const words = new Set(terms.flatMap(({ parts }) => parts.map(({ text }) => text)))
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return new Set([...counts].filter(([, count]) => count > most).map(([word]) => word))
}

/** The rows with a text that has a typing error or two. */
function nearHits<T>(
  rows: readonly Row<T>[],
  query: Query,
  common: ReadonlySet<string>,
): Map<Row<T>, Best> {
  const hits = new Map<Row<T>, Best>()
  if (query.slack === 0) return hits
  for (const row of rows) {
    if (bitCount(query.letters & ~row.letters) > query.slack) continue
    const best = bestOf(row.terms, (term) => nearRank(term, query, common))
    if (best) hits.set(row, best)
  }
  return hits
}

/** The rows with a word that begins with the query but for a typing error or two: `pancke` finds PancakeSwap. */
function begunHits<T>(rows: readonly Row<T>[], query: Query): [Row<T>, Best][] {
  const { text } = query.compact
  if (query.most === 0) return []
  return rows.flatMap((row): [Row<T>, Best][] => {
    if (bitCount(query.letters & ~row.letters) > query.most) return []
    const best = bestOf(row.terms, ({ field, compact, parts }) => {
      const isBegun = (word: Spelling) => beginningErrors(text, word.text, query.most) !== null
      return !isSymbol(field, compact) && [compact, ...parts].some(isBegun) ? RANK.far : null
    })
    return best ? [[row, best]] : []
  })
}

/**
 * The rows with the first word of a query of several that is not in more than `most`, since people write a name first; those with more
 * of its other words come first. None when no row has that word.
 */
function tellingHits<T>(rows: readonly Row<T>[], query: Query, most: number): [Row<T>, Best][] {
  const words = query.words.trim().split(' ').slice(0, MAX_WORDS)
  const tests = words.map((word) => (term: Term) => term.words.includes(` ${word}`))
  for (const [at, has] of words.length > 1 ? tests.entries() : []) {
    if ((words[at] ?? '').length < TELLING_LETTERS) continue
    const own = rows.filter(({ terms }) => terms.some(has))
    // Mistyped: what has the words after it is another protocol.
    if (own.length === 0) return []
    if (own.length > most) continue
    const others = ({ terms }: Row<T>) => tests.filter((test) => terms.some(test)).length
    return own
      .sort((x, y) => others(y) - others(x))
      .flatMap((row): [Row<T>, Best][] => {
        const best = bestOf(row.terms, (term) => (has(term) ? RANK.distinctive : null))
        return best ? [[row, best]] : []
      })
  }
  return []
}

/** False when a letter of the query is nowhere in the row, which rules out most rows. */
function mayMatch({ letters }: Row<unknown>, query: Query): boolean {
  return (query.letters & ~letters) === 0
}

interface Best {
  field: MatchedField
  text: string
  rank: number
}

function add<T>(byRank: SearchHit<T>[][], entry: T, best: Best, limit: number): boolean {
  const hits = byRank[best.rank] ?? []
  const kind = KIND_OF_RANK[best.rank]
  if (hits.length >= limit || !kind) return false
  hits.push({ entry, field: best.field, text: best.text, kind })
  return true
}

/** The term with the lowest rank, the first of equal ones; null when none matches. */
function bestOf(terms: readonly Term[], rankTerm: (term: Term) => number | null): Best | null {
  let best: Best | null = null
  for (const term of terms) {
    const rank = rankTerm(term)
    if (rank !== null && (best === null || rank < best.rank))
      best = { field: term.field, text: term.text, rank }
  }
  return best
}

function rankOf({ field, plain, words, compact, parts }: Term, query: Query): number | null {
  if (plain === query.plain) return field === 'name' || field === 'slug' ? RANK[field] : RANK.exact
  const wanted = query.compact.text
  if (wanted === '') return null
  if (compact.text === wanted)
    return field === 'name' || field === 'slug' ? RANK.folded : RANK.exact
  if (compact.text.startsWith(wanted)) return RANK.prefix
  if (query.parts.every(({ text }) => words.includes(` ${text}`))) return RANK.word
  return compact.text.includes(wanted) && isInside(wanted, parts) ? RANK.substring : null
}

/** Within a word, or over several from the beginning of one: `avae` is not in Kava Earn. */
function isInside(wanted: string, parts: readonly Spelling[]): boolean {
  let rest = ''
  for (const { text } of parts.toReversed()) {
    rest = text + rest
    if (text.includes(wanted) || rest.startsWith(wanted)) return true
  }
  return false
}

/** A symbol is too short to be distinguished from another one with a typing error; a longer one of a token is not. */
function isSymbol(field: MatchedField, { text }: Spelling): boolean {
  return field === 'symbol' || (field === 'token' && text.length < SAFE_LETTERS)
}

function nearRank(
  { field, compact, parts }: Term,
  query: Query,
  common: ReadonlySet<string>,
): number | null {
  if (isSymbol(field, compact)) return null
  const most = Math.min(query.most, errorsAllowed(compact.text.length))
  const whole = typingErrors(query.compact, compact, most)
  const errors = whole ?? errorsByWord(query.parts, parts, common)
  if (errors === null) return null
  return errors > 1 ? RANK.far : RANK.near
}

/**
 * Errors of the worst word when each word of the query begins a word or is near one that is not common; null when one does neither.
 */
function errorsByWord(
  wanted: readonly Spelling[],
  parts: readonly Spelling[],
  common: ReadonlySet<string>,
): number | null {
  let worst = 0
  for (const word of wanted) {
    const most = errorsAllowed(word.text.length)
    let least: number | null = null
    for (const part of parts) {
      const isBegun = part.text.startsWith(word.text)
      if (!isBegun && common.has(part.text)) continue
      const allowed = Math.min(most, errorsAllowed(part.text.length))
      const errors = isBegun ? 0 : typingErrors(word, part, allowed)
      if (errors !== null && (least === null || errors < least)) least = errors
    }
    if (least === null) return null
    worst = Math.max(worst, least)
  }
  return worst
}

function compareSizes(a: number | null, b: number | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return b - a
}
