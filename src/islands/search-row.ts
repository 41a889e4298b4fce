import type { SearchHit } from '../contract/search.ts'
import type { FoundProtocol } from '../contract/search-file.ts'
import { inactiveWord } from '../domain/status.ts'
import { type Child, element, name } from './dom/element.ts'
import { drawScore } from './dom/score.ts'
import { reasonOf } from './search-words.ts'

export function pageOf({ page }: FoundProtocol): string {
  return `/protocol/${page}/`
}

/** Category, the year of an old TVL, and why the hit is there. */
export function detailElement(hit: SearchHit<FoundProtocol>): HTMLElement {
  const { category, tvlYear } = hit.entry
  const old = tvlYear === null ? null : `TVL of ${tvlYear}`
  const parts = [category ?? 'No category', old, reasonOf(hit)]
  return element('small', '', parts.filter((part) => part !== null).join(', '))
}

/** The score of a hit, or in its place that it is not active. */
export function drawReading({ composite, status }: FoundProtocol): HTMLElement {
  const inactive = inactiveWord(status)
  return inactive === null ? drawScore(composite) : drawScore(null, inactive)
}

/** A hit in a list, with a link to its page. */
export function hitElement(hit: SearchHit<FoundProtocol>, ...more: Child[]): HTMLElement {
  const link = element('a', { href: pageOf(hit.entry) }, name(hit.entry.name))
  return element('li', '', link, ' ', detailElement(hit), ...more)
}
