import type { FoundProtocol } from '../../contract/search-file.ts'
import { part } from '../dom/part.ts'
import { SearchField } from '../search-field.ts'
import { addSearchParts } from '../search-parts.ts'
import { formatThreshold } from './alert-words.ts'
import { drawChips } from './chips.ts'
import type { ThresholdView, WatchView, WebhookView } from './read-webhooks.ts'

export interface WebhookFormOptions {
  /** Makes a webhook, or changes the one with this id. Returns whether that was done. */
  save: (webhook: { url: string; watch: WatchView }, id: string | null) => Promise<boolean>
  /** The form was closed without a change. */
  cancelled: () => void
}

export interface WebhookForm {
  /** Shows the form, for a new webhook or for one that is to be changed. */
  open: (webhook: WebhookView | null) => void
  close: () => void
}

/** The form that makes or changes a webhook. Protocols are chosen by a search, never typed as ids. */
export function startWebhookForm(root: HTMLElement, options: WebhookFormOptions): WebhookForm {
  const form = part<HTMLFormElement>(root, '#account-alert')
  const field = part<HTMLInputElement>(form, '#account-alert-url')
  const submit = part<HTMLButtonElement>(form, '.account-main')
  const cancel = part<HTMLButtonElement>(form, '[data-alert-cancel]')
  const box = (name: string) => part<HTMLInputElement>(form, `[name="${name}"]`)
  const every = part<HTMLInputElement>(form, '[value="every"]')
  let id: string | null = null
  let protocols: string[] = []
  let thresholds: ThresholdView[] = []

  const draw = () => {
    part<HTMLElement>(form, '[data-chosen]').hidden = every.checked
    drawChips(part(form, '[data-protocols]'), protocols, {
      words: (protocol) => protocol,
      remove: (gone) => {
        protocols = protocols.filter((each) => each !== gone)
        draw()
        part<HTMLElement>(form, '[data-pick-protocol]').focus()
      },
    })
    drawChips(part(form, '[data-thresholds]'), thresholds, {
      words: formatThreshold,
      remove: (gone) => {
        thresholds = thresholds.filter((each) => each !== gone)
        draw()
        part<HTMLElement>(form, '[data-pick-threshold]').focus()
      },
    })
    const count = thresholds.length === 0 ? '' : `(${thresholds.length})`
    part(form, '[data-threshold-count]').textContent = count
  }
  const say = (problem: string | null, place: HTMLElement = field) => {
    part(form, '#account-alert-problem').textContent = problem ?? ''
    field.toggleAttribute('aria-invalid', problem !== null && place === field)
    if (problem !== null) place.focus()
  }
  const fill = (webhook: WebhookView | null) => {
    const watch = webhook?.watch
    id = webhook?.id ?? null
    field.value = webhook?.url ?? ''
    protocols = [...(watch?.protocols ?? [])]
    thresholds = [...(watch?.thresholds ?? [])]
    every.checked = watch?.protocols === null
    part<HTMLInputElement>(form, '[value="chosen"]').checked = !every.checked
    box('levelChanges').checked = watch?.levelChanges ?? true
    box('incidents').checked = watch?.incidents ?? true
    part(form, '[data-alert-title]').textContent =
      id === null ? 'Add a webhook' : 'Change the webhook'
    part<HTMLDetailsElement>(form, 'details').open = thresholds.length > 0
    say(null)
    draw()
  }

  every.addEventListener('change', draw)
  part(form, '[value="chosen"]').addEventListener('change', draw)
  startPicker(part(form, '[data-pick-protocol]'), (found) => {
    protocols = [...new Set([...protocols, found.id])]
    say(null)
    draw()
  })
  startPicker(part(form, '[data-pick-threshold]'), (found) => {
    const score = part<HTMLSelectElement>(form, '#account-threshold-score').value
    const limit = part<HTMLInputElement>(form, '#account-threshold-limit')
    if (!limit.checkValidity() || limit.value === '') return say(LIMIT, limit)
    thresholds = [...thresholds, { protocol: found.id, score, limit: limit.valueAsNumber }]
    say(null)
    draw()
  })
  cancel.addEventListener('click', options.cancelled)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const watch: WatchView = {
      protocols: every.checked ? null : protocols,
      levelChanges: box('levelChanges').checked,
      incidents: box('incidents').checked,
      thresholds,
    }
    // Without a chosen protocol only thresholds are sent: the list may not be empty.
    const named = thresholds.map(({ protocol }) => protocol)
    if (watch.protocols?.length === 0 && !watch.levelChanges && !watch.incidents) {
      watch.protocols = [...new Set(named)]
    }
    const url = field.value.trim()
    if (!/^https?:\/\/./.test(url)) return say('Enter the whole address, with https:// before it.')
    if (watch.protocols?.length === 0) return say(NONE, part(form, '[data-pick-protocol]'))
    if (submit.hasAttribute('aria-disabled')) return
    say(null)
    submit.setAttribute('aria-disabled', 'true')
    void options.save({ url, watch }, id).finally(() => submit.removeAttribute('aria-disabled'))
  })
  return {
    open: (webhook) => {
      fill(webhook)
      form.hidden = false
      cancel.hidden = false
      field.focus()
    },
    close: () => {
      fill(null)
      cancel.hidden = true
    },
  }
}

const NONE = 'Choose at least one protocol, or every protocol.'
const LIMIT = 'Enter a value from 0 to 10, such as 6.5.'

/** A search field whose choice is taken. Enter without a choice does not send the form. */
function startPicker(input: HTMLInputElement, choose: (found: FoundProtocol) => void): void {
  const place = input.parentElement
  if (!place) return
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') event.preventDefault()
  })
  const take = (found: FoundProtocol) => {
    input.value = ''
    choose(found)
  }
  new SearchField(input, addSearchParts(input, place), take).listen()
}
