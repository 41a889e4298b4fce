import { SearchField } from './search-field.ts'

/** Makes a combobox of each search field of the page. Without this script the field is a plain form. */
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-search]')) enhance(form)

function enhance(form: HTMLFormElement): void {
  const input = form.querySelector('input')
  if (!input) return
  input.enterKeyHint = 'search'
  new SearchField(input, form)
}
