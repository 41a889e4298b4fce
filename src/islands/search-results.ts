import { plainText } from '../contract/search-text.ts'
import { type Child, element } from './dom/element.ts'
import type { FoundPage, PageHit } from './page-hit.ts'
import { openPageSearch } from './search-index.ts'
import { drawReading, hitText, pageOf } from './search-row.ts'
import { areGuesses, CONTRACTS_FAILED, countText, onlyExact } from './search-words.ts'

const MAX_OPTIONS = 8

/** What a search field shows for a query. */
export interface Results<T extends FoundPage> {
  options: { found: T; href: string; content: Child[] }[]
  /** Every option has a typing error. */
  areGuesses: boolean
  /** Place of the only exact option; null without one. */
  only: number | null
  /** How many there are, for a screen reader; empty without a query. */
  text: string
  /** The results with what is still being asked for; null when that is nothing. */
  more: Promise<Results<T>> | null
}

/** The search of a field, which loads the list. Rejects like `openPageSearch`. */
export async function openResults(): Promise<(query: string) => Results<FoundPage>> {
  const { all, withContracts } = await openPageSearch()
  return (query) => {
    const found = resultsOf(all(query, MAX_OPTIONS), query)
    const more = withContracts(query, MAX_OPTIONS)?.then(
      (hits) => resultsOf(hits, query),
      () => ({ ...found, text: `${found.text} ${CONTRACTS_FAILED}` }),
    )
    return { ...found, more: more ?? null }
  }
}

/** The same for a field in which a protocol is chosen. */
export async function openProtocolResults() {
  const { protocols } = await openPageSearch()
  return (query: string) => resultsOf(protocols(query, MAX_OPTIONS), query)
}

function resultsOf<T extends FoundPage>(hits: PageHit<T>[], query: string): Results<T> {
  return {
    more: null,
    options: hits.map((hit) => ({
      found: hit.entry,
      href: pageOf(hit.entry),
      content: [element('span', '', ...hitText(hit)), ' ', drawReading(hit.entry)],
    })),
    areGuesses: areGuesses(hits),
    only: onlyExact(hits),
    text: plainText(query) === '' ? '' : countText(hits, MAX_OPTIONS),
  }
}
