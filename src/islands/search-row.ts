import { capitalised, counted } from '../domain/format.ts'
import { inactiveWord, type ProtocolStatus } from '../domain/status.ts'
import { type Child, element, name } from './dom/element.ts'
import { drawScore } from './dom/score.ts'
import type { FoundPage, PageHit } from './page-hit.ts'

/** The page that a hit leads to. An address is in the fragment, which is not sent. */
export function pageOf(found: FoundPage): string {
  if (found.kind === 'wallet') return `/wallet/#${new URLSearchParams({ address: found.address })}`
  return found.kind === 'protocol' ? `/protocol/${found.page}/` : `/${found.kind}/${found.id}/`
}

/** What it is called, then what it is and why it is there. */
export function hitText({ entry, reason }: PageHit): (Node | string)[] {
  const called = entry.kind === 'wallet' ? 'Scan this wallet' : name(entry.name)
  const parts = [...whatItIs(entry), reason].filter((part) => part !== null)
  return [called, ' ', element('small', '', parts.join(', '))]
}

/** Of a protocol its category and the year of an old TVL; of a place its kind and size. */
function whatItIs(found: FoundPage): (string | null)[] {
  if (found.kind === 'wallet') return [found.address]
  if (found.kind === 'protocol') {
    const { category, tvlYear } = found
    return [category ?? 'No category', tvlYear === null ? null : `TVL of ${tvlYear}`]
  }
  return [capitalised(found.kind), counted(found.protocols, 'protocol')]
}

/** The score of a protocol, or in its place that it is not active; of anything else nothing. */
export function drawReading(found: FoundPage): Child {
  return found.kind === 'protocol' ? drawStanding(found.composite, found.status) : ''
}

/** A score, or in its place that the protocol is not active. */
export function drawStanding(score: number | null, status: ProtocolStatus | null): HTMLElement {
  const inactive = inactiveWord(status)
  return inactive === null ? drawScore(score) : drawScore(null, inactive)
}

/** A hit in a list, with a link to its page. */
export function hitElement(hit: PageHit, ...more: Child[]): HTMLElement {
  const [called = '', ...rest] = hitText(hit)
  return element('li', '', element('a', { href: pageOf(hit.entry) }, called), ...rest, ...more)
}
