import { element } from './dom/element.ts'

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
  const list = element('div', {
    id: `${input.id}-list`,
    role: 'listbox',
    ariaLabel: 'Protocols',
  })
  const guess = element('p', { hidden: true }, 'Did you mean')
  const popup = element('div', { className: 'found', hidden: true }, guess, list)
  const status = element('p', { className: 'sr', role: 'status' })
  place.append(popup, status)
  return { popup, list, guess, status }
}
