import { element } from '../dom/element.ts'
import { part } from '../dom/part.ts'
import { COLUMNS } from './columns.ts'
import type { ScreenState, Sort } from './state.ts'

/** Turns the heads of the table into buttons. Returns what shows the order of a state in them, and whose TVL they head. */
export function createHeads(
  region: HTMLElement,
  onSort: (sort: Sort) => void,
): (state: ScreenState) => void {
  const heads = [...region.querySelectorAll<HTMLElement>('th[data-sort]')]
  for (const head of heads) {
    const sort = COLUMNS.find((column) => column.sort === head.dataset.sort)?.sort
    const words = head.querySelector('span')
    if (!sort || !words) continue
    words.replaceWith(
      element('button', { type: 'button', onclick: () => onSort(sort) }, words.textContent),
    )
  }
  const tvl = part(region, '[data-sort="tvl"] button')
  return ({ sort, direction, chains }) => {
    tvl.textContent = chains.length === 0 ? 'TVL' : 'Chain TVL'
    for (const head of heads) {
      if (head.dataset.sort !== sort) head.removeAttribute('aria-sort')
      else head.setAttribute('aria-sort', direction === 'asc' ? 'ascending' : 'descending')
    }
  }
}
