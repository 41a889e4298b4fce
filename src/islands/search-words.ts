import type { SearchHit } from '../contract/search.ts'
import type { FoundPlace, FoundProtocol } from '../contract/search-file.ts'
import type { PageHit } from './page-hit.ts'

type Kinds = readonly Pick<PageHit, 'kind'>[]

export const CONTRACTS_FAILED =
  'Contracts could not be loaded, so a protocol may have one at this address.'

/** Why a hit is there, where its name does not show it; null where it does. */
export function reasonOf(hit: SearchHit<FoundProtocol | FoundPlace>): string | null {
  const { entry, field, text } = hit
  if (field === 'symbol') return `symbol ${text}`
  if (field === 'token') return `${entry.kind === 'protocol' ? 'issues' : 'also'} ${text}`
  if (field === 'parent') return `part of ${text}`
  if (field === 'otherName') return `also ${text}`
  if (field === 'formerSlug') return `formerly ${text}`
  if (field !== 'slug' || entry.kind !== 'protocol') return null
  return entry.id === entry.name.toLowerCase() ? null : entry.id
}

/** True when every hit has a typing error, so that the list says "Did you mean". */
export function areGuesses(hits: Kinds): boolean {
  return hits.length > 0 && hits.every(({ kind }) => kind === 'near')
}

/** The place of the only hit that matches exactly; null when none or several do. */
export function onlyExact(hits: Kinds): number | null {
  const exact = hits.flatMap(({ kind }, place) => (kind === 'exact' ? [place] : []))
  return exact.length === 1 ? (exact[0] ?? null) : null
}

/** The number of hits for a screen reader. `most` hits may be the first of more. */
export function countText(hits: Kinds, most: number): string {
  if (hits.length === 0) return 'No match.'
  const number = hits.length === 1 ? '1 result' : `${hits.length} results`
  const shown = hits.length >= most ? `The first ${number}` : number
  const near = hits.filter(({ kind }) => kind === 'near').length
  if (near === hits.length) return `No exact match. ${shown} with a similar name.`
  return near > 0 ? `${shown}, ${near} only with a similar name.` : `${shown}.`
}
