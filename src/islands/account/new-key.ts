import { actOnce } from '../dom/act-once.ts'
import { copyText } from '../dom/copy-text.ts'
import { part } from '../dom/part.ts'
import { textIn } from '../dom/read-values.ts'
import { addSection, ask, panel, placeOf, reload } from './signed-in.ts'
import { curlWith, nameProblem } from './words.ts'

/** The form that makes a key, and the place where it is shown once. */
const form = part<HTMLFormElement>(panel, '#account-new')
const field = part<HTMLInputElement>(form, '#account-name')
const shown = part<HTMLElement>(panel, '[data-shown]')
const secret = part<HTMLElement>(shown, '[data-key]')
const curl = part<HTMLElement>(shown, '[data-key-curl]')

/** The account that a shown key is of. */
let owner = ''

const warn = (event: BeforeUnloadEvent) => event.preventDefault()

function clear(): void {
  shown.hidden = true
  form.hidden = false
  secret.textContent = ''
  curl.textContent = ''
  removeEventListener('beforeunload', warn)
}

function show(key: string): void {
  secret.textContent = key
  curl.textContent = curlWith(location.origin, key)
  shown.hidden = false
  // One at a time: a second key would take the first one's place.
  form.hidden = true
  field.value = ''
  addEventListener('beforeunload', warn)
  part<HTMLElement>(shown, '#account-shown').focus()
}

async function make(): Promise<void> {
  const name = field.value.trim()
  const problem = nameProblem(name)
  part(form, '#account-name-problem').textContent = problem ?? ''
  field.ariaInvalid = problem === null ? null : 'true'
  if (problem !== null) return field.focus()
  part(panel, '[data-keys-status]').textContent = ''
  const isTest = part<HTMLInputElement>(form, '[value="test"]').checked
  const environment = isTest ? 'test' : 'live'
  const data = await ask(placeOf('keys'), 'keys', { name, environment })
  const key = data && textIn(data, 'key')
  if (!key) return
  await reload(placeOf('keys'))
  show(key)
}

function copyOnPress(selector: string, source: HTMLElement): void {
  const button = part<HTMLButtonElement>(shown, selector)
  button.addEventListener('click', () => void copyText(button, source.textContent, source))
}

addSection(({ account }) => {
  if (account.id !== owner) clear()
  owner = account.id
}, clear)
form.addEventListener('submit', (event) => {
  event.preventDefault()
  void actOnce(part(form, '.account-main'), make)
})
copyOnPress('[data-copy-key]', secret)
copyOnPress('[data-copy-curl]', curl)
part<HTMLElement>(shown, '[data-kept]').addEventListener('click', () => {
  clear()
  field.focus()
})
