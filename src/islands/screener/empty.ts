import { counted } from '../../domain/format.ts'
import type { Lift } from './lift.ts'

/** Says that nothing passes the filters, and offers to lift the one that leaves out most. */
export function showEmpty(
  place: HTMLElement,
  lift: Lift | null,
  onLift: (lift: Lift) => void,
): void {
  const words = document.createElement('p')
  words.textContent = 'No protocol passes these filters.'
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'plain-button'
  if (lift) {
    button.textContent = `Lift ${lift.what}: ${counted(lift.count, 'protocol')}`
    button.addEventListener('click', () => onLift(lift))
  }
  place.replaceChildren(words, ...(lift ? [button] : []))
}
