import { button, element } from '../dom/element.ts'
import { part } from '../dom/part.ts'
import type { SetFilter } from './lift.ts'

const place = part<HTMLElement>(document, '#chips')
const unfold = part<HTMLButtonElement>(document, '.tools .unfold')
const total = part<HTMLElement>(unfold, 'span')

/** Shows the filters that are set, each as a button that lifts it, and their number. */
export function showChips(
  filters: readonly SetFilter[],
  onLift: (filter: SetFilter) => void,
): void {
  const hadFocus = place.contains(document.activeElement)
  total.textContent = filters.length === 0 ? '' : ` (${filters.length})`
  place.replaceChildren(...filters.map((filter) => chipOf(filter, onLift)))
  if (hadFocus) (place.querySelector('button') ?? unfold).focus()
}

function chipOf(filter: SetFilter, onLift: (filter: SetFilter) => void): HTMLButtonElement {
  const chip = button(filter.words, () => onLift(filter))
  chip.prepend(element('span', 'sr', 'Remove '))
  return chip
}
