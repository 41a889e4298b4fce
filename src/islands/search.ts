import { startPageSearch } from './search-field.ts'
import { opensSearch } from './search-keys.ts'

const TEXT_FIELDS = 'input, textarea, select, [contenteditable]'

/** Makes a combobox of each search field of the page. Without this script the field is a plain form. */
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-search]')) enhance(form)

document.addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof Element && event.target.closest(TEXT_FIELDS) !== null
  if (!opensSearch(event, isTyping)) return
  const fields = [...document.querySelectorAll<HTMLInputElement>('form[data-search] input')]
  const field = fields.find((each) => each.checkVisibility())
  if (!field) return
  event.preventDefault()
  field.focus()
  field.select()
})

function enhance(form: HTMLFormElement): void {
  const input = form.querySelector('input')
  if (!input) return
  input.enterKeyHint = 'search'
  startPageSearch(input, form)
}
