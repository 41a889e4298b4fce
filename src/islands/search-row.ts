import type { SearchHit } from '../contract/search.ts'
import type { FoundProtocol } from '../contract/search-file.ts'
import { levelOf, reasonOf } from './search-words.ts'

export function pageOf({ page }: FoundProtocol): string {
  return `/protocol/${page}/`
}

/** The name of a hit, isolated because its letters may run from right to left. */
export function nameElement({ name }: FoundProtocol): HTMLElement {
  return textElement('bdi', name)
}

/** Category, and why the hit is there. */
export function detailElement(hit: SearchHit<FoundProtocol>): HTMLElement {
  const parts = [hit.entry.category ?? 'No category', reasonOf(hit)]
  const text = parts.filter((part) => part !== null).join(', ')
  return textElement('small', text)
}

/** The mark, the score and the word of its level, as on every page. */
export function scoreElement({ composite }: FoundProtocol): HTMLElement {
  const reading = document.createElement('span')
  reading.className = 'reading'
  if (composite === null) {
    reading.append('Insufficient Data')
    return reading
  }
  const { number, word } = levelOf(composite)
  reading.classList.add(`lv-${number}`)
  reading.append(textElement('b', composite.toFixed(1)), ` ${word}`)
  return reading
}

function textElement(tag: string, text: string): HTMLElement {
  const element = document.createElement(tag)
  element.textContent = text
  return element
}
