import { element } from '../dom/element.ts'

/** Draws a list of chosen things, each with a button that takes it away. `words` is what each is called. */
export function drawChips<Item>(
  list: HTMLElement,
  items: readonly Item[],
  { words, remove }: { words: (item: Item) => string; remove: (item: Item) => void },
): void {
  const chips = items.map((item) => {
    const button = element('button', 'plain-button', 'Remove')
    button.type = 'button'
    button.setAttribute('aria-label', `Remove ${words(item)}`)
    button.addEventListener('click', () => remove(item))
    return element('li', '', element('bdi', '', words(item)), ' ', button)
  })
  list.replaceChildren(...chips)
  list.hidden = items.length === 0
}
