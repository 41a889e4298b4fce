import { SearchField } from './search-field.ts'

/** Makes a combobox of each search field of the page. Without this script the field is a plain form. */
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-search]')) enhance(form)

function enhance(form: HTMLFormElement): void {
  const input = form.querySelector('input')
  if (!input) return
  input.autocapitalize = 'off'
  input.enterKeyHint = 'search'
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
  form.append(popup, status)
  new SearchField(input, { popup, list, guess, status }).listen()
}

function made(tag: string, text: string, attributes: Record<string, string> = {}): HTMLElement {
  const element = document.createElement(tag)
  element.textContent = text
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  return element
}
