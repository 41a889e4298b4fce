import { COLUMNS } from './columns.ts'
import type { ScreenState, Sort } from './state.ts'

/** Turns the heads of the table into buttons. Returns what shows the order of a state in them. */
export function createHeads(
  region: HTMLElement,
  onSort: (sort: Sort) => void,
): (state: ScreenState) => void {
  const heads = [...region.querySelectorAll<HTMLElement>('th[data-sort]')]
  for (const head of heads) {
    const sort = COLUMNS.find((column) => column.sort === head.dataset.sort)?.sort
    const words = head.querySelector('span')
    if (!sort || !words) continue
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = words.textContent
    button.addEventListener('click', () => onSort(sort))
    words.replaceWith(button)
  }
  return ({ sort, direction }) => {
    for (const head of heads) {
      if (head.dataset.sort !== sort) head.removeAttribute('aria-sort')
      else head.setAttribute('aria-sort', direction === 'asc' ? 'ascending' : 'descending')
    }
  }
}
