import type { Watch } from '../../contract/alerts.ts'
import type { FoundProtocol } from '../../contract/search-file.ts'
import { actOnce } from '../dom/act-once.ts'
import { button, element, name } from '../dom/element.ts'
import { part } from '../dom/part.ts'
import { startProtocolSearch } from '../search-field.ts'
import type { WebhookView } from './account-view.ts'
import { formatThreshold, WATCHED_SCORES } from './alert-words.ts'

export interface WebhookFormOptions {
  /** Makes a webhook, or changes the one with this id. */
  save: (webhook: { url: string; watch: Watch }, id: string | null) => Promise<void>
  /** The form was closed without a change. */
  cancelled: () => void
}

/** The form that makes or changes a webhook. Protocols are chosen by a search, never typed as ids. */
const form = part<HTMLFormElement>(document, '#account-alert')
const field = part<HTMLInputElement>(form, '#account-alert-url')
const cancel = part<HTMLButtonElement>(form, '[data-alert-cancel]')
const every = part<HTMLInputElement>(form, '[value="every"]')
const chosen = part<HTMLInputElement>(form, '[value="chosen"]')
const levelChanges = part<HTMLInputElement>(form, '[name="levelChanges"]')
const incidents = part<HTMLInputElement>(form, '[name="incidents"]')
const dependencies = part<HTMLInputElement>(form, '[name="dependencies"]')
const pickProtocol = part<HTMLInputElement>(form, '[data-pick-protocol]')
const pickThreshold = part<HTMLInputElement>(form, '[data-pick-threshold]')
let id: string | null = null
let protocols: string[] = []
let thresholds: Watch['thresholds'] = []

const NONE = 'Choose at least one protocol, or every protocol.'
const LIMIT = 'Enter a value from 0 to 10, such as 6.5.'

export function startWebhookForm({ save, cancelled }: WebhookFormOptions): void {
  cancel.addEventListener('click', cancelled)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void actOnce(part(form, '.account-main'), async () => {
      const webhook = readForm()
      if (webhook) await save(webhook, id)
    })
  })
  for (const radio of [every, chosen]) radio.addEventListener('change', draw)
  startPicker(pickProtocol, (found) => {
    protocols = [...new Set([...protocols, found.id])]
  })
  startPicker(pickThreshold, (found) => {
    const score = WATCHED_SCORES[part<HTMLSelectElement>(form, 'select').selectedIndex]?.[0]
    const limit = part<HTMLInputElement>(form, '#account-threshold-limit')
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
  field.focus()
}

/** Empties the form, ready for a new webhook. */
export function closeForm(): void {
  fill(null)
  cancel.hidden = true
}

function fill(webhook: WebhookView | null): void {
  const watch = webhook?.watch
  id = webhook?.id ?? null
  field.value = webhook?.url ?? ''
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
function readForm(): { url: string; watch: Watch } | null {
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
  const url = field.value.trim()
  const isAddress = /^https?:\/\/./.test(url)
  const hasProtocols = watch.protocols?.length !== 0
  if (!isAddress) say('Enter the whole address, with https:// before it.')
  else say(hasProtocols ? null : NONE, pickProtocol)
  return isAddress && hasProtocols ? { url, watch } : null
}

/** Says what is wrong, and where. */
function say(problem: string | null, place: HTMLElement = field): void {
  part(form, '#account-alert-problem').textContent = problem ?? ''
  field.toggleAttribute('aria-invalid', problem !== null && place === field)
  if (problem !== null) place.focus()
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
