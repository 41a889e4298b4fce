import { ALERT_FORMS, type AlertForm } from '../../contract/alert-forms.ts'
import type { Watch } from '../../contract/alerts.ts'
import type { FoundProtocol } from '../../contract/search-file.ts'
import { actOnce } from '../dom/act-once.ts'
import { button, element, name } from '../dom/element.ts'
import { part } from '../dom/part.ts'
import { detailsOf, type Failure } from '../failure.ts'
import { startProtocolSearch } from '../search-field.ts'
import type { WebhookView } from './account-view.ts'
import { formatThreshold, RECEIVERS, WATCHED_SCORES } from './alert-words.ts'

/** What was entered: of one that is changed no form, and an address only where it is another. */
export interface EnteredWebhook extends Record<string, unknown> {
  form?: AlertForm
  url?: string
  watch: Watch
}

export interface WebhookFormOptions {
  /** Makes a webhook, or changes the one with this id. `isSaid` shows a refused address beside its field; false for another failure. */
  save: (
    webhook: EnteredWebhook,
    id: string | null,
    isSaid: (failure: Failure) => boolean,
  ) => Promise<void>
  /** The form was closed without a change. */
  cancelled: () => void
}

/** The form that makes or changes a webhook. Protocols are chosen by a search, never typed as ids. */
const form = part<HTMLFormElement>(document, '#account-alert')
const field = part<HTMLInputElement>(form, '#account-alert-url')
const kind = part<HTMLSelectElement>(form, '#account-alert-form')
const chat = part<HTMLInputElement>(form, '#account-alert-chat')
const cancel = part<HTMLButtonElement>(form, '[data-alert-cancel]')
const every = part<HTMLInputElement>(form, '[value="every"]')
const chosen = part<HTMLInputElement>(form, '[value="chosen"]')
const levelChanges = part<HTMLInputElement>(form, '[name="levelChanges"]')
const incidents = part<HTMLInputElement>(form, '[name="incidents"]')
const dependencies = part<HTMLInputElement>(form, '[name="dependencies"]')
const pickProtocol = part<HTMLInputElement>(form, '[data-pick-protocol]')
const pickThreshold = part<HTMLInputElement>(form, '[data-pick-threshold]')
const watchedScore = part<HTMLSelectElement>(form, '#account-threshold-score')
const limit = part<HTMLInputElement>(form, '#account-threshold-limit')
const wrong = part<HTMLElement>(form, '#account-alert-problem')
let id: string | null = null
/** The address before it is changed, and whether an empty one stays as it is. */
let was = ''
let isKept = false
let protocols: string[] = []
let thresholds: Watch['thresholds'] = []

const NONE = 'Choose at least one protocol, or every protocol.'
const TOKEN = 'Enter the token of the bot, such as 123456789:AbC…'
const CHAT = 'Enter the id of the chat, or the @name of a channel.'
const LIMIT = 'Enter a value from 0 to 10, such as 6.5.'

export function startWebhookForm({ save, cancelled }: WebhookFormOptions): void {
  cancel.addEventListener('click', cancelled)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void actOnce(part(form, '.account-main'), async () => {
      const webhook = readForm()
      if (webhook) await save(webhook, id, isSaid)
    })
  })
  kind.addEventListener('change', drawKind)
  for (const radio of [every, chosen]) radio.addEventListener('change', draw)
  startPicker(pickProtocol, (found) => {
    protocols = [...new Set([...protocols, found.id])]
  })
  startPicker(pickThreshold, (found) => {
    const score = WATCHED_SCORES[watchedScore.selectedIndex]?.[0]
    if (!score || !limit.checkValidity() || limit.value === '') return say(LIMIT, limit)
    thresholds = [...thresholds, { protocol: found.id, score, limit: limit.valueAsNumber }]
  })
  closeForm()
}

/** Shows the form, for a new webhook or for one that is to be changed. */
export function openForm(webhook: WebhookView | null): void {
  fill(webhook)
  form.hidden = false
  cancel.hidden = false
  if (webhook) field.focus()
  else kind.focus()
}

/** Offers the forms that this site sends. */
export function showForms(forms: readonly AlertForm[]): void {
  for (const option of kind.options) {
    option.hidden = option.disabled = !forms.some((each) => each === option.value)
  }
}

/** Empties the form, ready for a new webhook. */
export function closeForm(): void {
  fill(null)
  cancel.hidden = true
}

function fill(webhook: WebhookView | null): void {
  const watch = webhook?.watch
  id = webhook?.id ?? null
  kind.value = webhook?.form ?? 'json'
  kind.disabled = webhook !== null
  // A secret address is not shown again: left empty, it stays.
  isKept = webhook !== null && !['json', 'email'].includes(webhook.form)
  was = isKept ? '' : (webhook?.url ?? '')
  field.value = was
  chat.value = ''
  drawKind()
  protocols = watch?.protocols ?? []
  thresholds = watch?.thresholds ?? []
  every.checked = watch?.protocols === null
  chosen.checked = !every.checked
  levelChanges.checked = watch?.levelChanges ?? true
  incidents.checked = watch?.incidents ?? true
  // One of an earlier version does not send them.
  dependencies.checked = watch ? (watch.dependencies ?? false) : true
  part(form, '[data-alert-title]').textContent = webhook ? 'Change the webhook' : 'Add a webhook'
  part<HTMLDetailsElement>(form, 'details').open = thresholds.length > 0
  say(null)
  draw()
}

function formOf(): AlertForm {
  return ALERT_FORMS.find((each) => each === kind.value) ?? 'json'
}

/** Labels the fields for the chosen kind of receiver. */
function drawKind(): void {
  const { label, hint, example } = RECEIVERS[formOf()]
  part(form, '[data-alert-label]').textContent = label
  part(form, '[data-alert-hint]').textContent = isKept ? 'left empty, it stays as it is' : hint
  field.placeholder = example
  field.inputMode = formOf() === 'email' ? 'email' : formOf() === 'telegram' ? 'text' : 'url'
  part<HTMLElement>(form, '[data-chat]').hidden = formOf() !== 'telegram'
  say(null)
}

/** The address that was entered; null when it is wrong, which is said. */
function readAddress(): string | null {
  const text = field.value.trim()
  if (formOf() !== 'telegram') {
    const isAddress = formOf() === 'email' ? /^[^@\s]+@[^@\s]+$/ : /^https?:\/\/./
    if (isAddress.test(text)) return text
    say(
      formOf() === 'email'
        ? 'Enter an address with an @.'
        : 'Enter the whole address, with https:// before it.',
    )
    return null
  }
  const to = chat.value.trim()
  if (!/^\d+:[\w-]+$/.test(text)) say(TOKEN)
  else if (to === '') say(CHAT, chat)
  else
    return `https://api.telegram.org/bot${text}/sendMessage?${new URLSearchParams({ chat_id: to })}`
  return null
}

function draw(): void {
  part<HTMLElement>(form, '[data-chosen]').hidden = every.checked
  drawChips(part(form, '[data-protocols]'), protocols, (gone) => {
    protocols = protocols.filter((each) => each !== gone)
    draw()
    pickProtocol.focus()
  })
  drawChips(part(form, '[data-thresholds]'), thresholds.map(formatThreshold), (_, at) => {
    thresholds = thresholds.toSpliced(at, 1)
    draw()
    pickThreshold.focus()
  })
  const count = thresholds.length === 0 ? '' : `(${thresholds.length})`
  part(form, '[data-threshold-count]').textContent = count
}

/** Draws a list of chosen things, each with a button that takes it away. */
function drawChips(
  list: HTMLElement,
  names: readonly string[],
  remove: (gone: string, at: number) => void,
): void {
  const chips = names.map((text, at) => {
    const away = button('Remove', () => remove(text, at), { ariaLabel: `Remove ${text}` })
    return element('li', '', name(text), ' ', away)
  })
  list.replaceChildren(...chips)
  list.hidden = names.length === 0
}

/** What was entered; null when something is wrong with it, which is said. */
function readForm(): EnteredWebhook | null {
  const watch: Watch = {
    protocols: every.checked ? null : protocols,
    levelChanges: levelChanges.checked,
    incidents: incidents.checked,
    dependencies: dependencies.checked,
    thresholds,
  }
  // Without a chosen protocol only thresholds are sent: the list may not be empty.
  const isWatched = watch.levelChanges || watch.incidents || watch.dependencies
  if (watch.protocols?.length === 0 && !isWatched) {
    watch.protocols = [...new Set(thresholds.map(({ protocol }) => protocol))]
  }
  const isUnchanged = id !== null && field.value.trim() === was && chat.value.trim() === ''
  const url = isUnchanged ? undefined : readAddress()
  if (url === null) return null
  if (watch.protocols?.length === 0) {
    say(NONE, pickProtocol)
    return null
  }
  say(null)
  return { ...(id === null && { form: formOf() }), ...(url !== undefined && { url }), watch }
}

/** Says what is wrong, below the field that it is about. */
function say(problem: string | null, place: HTMLElement = field): void {
  wrong.textContent = problem ?? ''
  place.closest('.field')?.append(wrong)
  for (const each of [field, chat, limit, pickProtocol]) {
    const isWrong = problem !== null && place === each
    each.ariaInvalid = isWrong ? 'true' : null
    if (isWrong) each.setAttribute('aria-describedby', wrong.id)
    else each.removeAttribute('aria-describedby')
  }
  if (problem !== null) place.focus()
}

function isSaid(failure: Failure): boolean {
  if (detailsOf(failure, 'reason')[0] !== 'url' || failure.message === null) return false
  say(failure.message)
  return true
}

/** A search field whose choice is taken. Enter without a choice does not send the form. */
function startPicker(input: HTMLInputElement, choose: (found: FoundProtocol) => void): void {
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') event.preventDefault()
  })
  const take = (found: FoundProtocol) => {
    input.value = ''
    say(null)
    choose(found)
    draw()
  }
  startProtocolSearch(input, input.parentElement ?? form, take)
}
