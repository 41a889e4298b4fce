import { element, name } from '../dom/element.ts'
import { part } from '../dom/part.ts'

/** Paths of the pages of chains, by name. */
const pages = JSON.parse(part<HTMLElement>(document, '#wallet').dataset.pages ?? '{}') as Record<
  string,
  string
>

/** The name of a chain, as a link where it has a page. */
export function chainName(chain: string): HTMLElement {
  return Object.hasOwn(pages, chain)
    ? element('a', { href: pages[chain] ?? '' }, name(chain))
    : name(chain)
}
