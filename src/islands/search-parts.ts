/** What a search field needs beside it: the list of what it finds, in a popup, and a line for screen readers. */
export interface SearchParts {
  popup: HTMLElement
  list: HTMLElement
  guess: HTMLElement
  status: HTMLElement
}

/** Makes the parts of a field and puts them at the end of `place`. */
export function addSearchParts(input: HTMLInputElement, place: HTMLElement): SearchParts {
  input.autocapitalize = 'off'
  input.setAttribute('autocorrect', 'off')
  const list = made('div', '', {
    id: `${input.id}-list`,
    role: 'listbox',
    'aria-label': 'Protocols',
  })
  const guess = made('p', 'Did you mean')
  guess.hidden = true
  const popup = made('div', '', { class: 'found' })
  popup.hidden = true
  popup.append(guess, list)
  const status = made('p', '', { class: 'sr', role: 'status' })
  place.append(popup, status)
  return { popup, list, guess, status }
}

function made(tag: string, text: string, attributes: Record<string, string> = {}): HTMLElement {
  const element = document.createElement(tag)
  element.textContent = text
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  return element
}
