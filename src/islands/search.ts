import { SearchField } from './search-field.ts'

/** Makes a combobox of each search field of the page. Without this script the field is a plain form. */
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-search]')) enhance(form)

function enhance(form: HTMLFormElement): void {
  const input = form.querySelector('input')
  const popup = form.querySelector<HTMLElement>('[data-search-popup]')
  const list = form.querySelector<HTMLElement>('[data-search-list]')
  const guess = form.querySelector<HTMLElement>('[data-search-guess]')
  const status = form.querySelector<HTMLElement>('[data-search-status]')
  if (!input || !popup || !list || !guess || !status) return
  new SearchField(input, { popup, list, guess, status }).listen()
}
