import { instant } from '../../site/figures.ts'
import { actOnce } from '../dom/act-once.ts'
import { copyText } from '../dom/copy-text.ts'
import { button, cell, element, items, name, row } from '../dom/element.ts'
import { part } from '../dom/part.ts'
import { textIn } from '../dom/read-values.ts'
import type { AccountView, AttemptView, WebhookView } from './account-view.ts'
import {
  deliveryTitle,
  formatAttempt,
  formatDelivery,
  formatNotProved,
  formatThreshold,
  formatWatch,
  formatWebhookState,
  formatWebhooksInUse,
  RECEIVERS,
} from './alert-words.ts'
import { createQuestion } from './question.ts'
import { addSection, ask, panel, placeOf, reload } from './signed-in.ts'
import { closeForm, openForm, showForms, startWebhookForm } from './webhook-form.ts'

/** The section of webhooks: the list, and the form that makes or changes one. */
const problems = placeOf('alerts')
/** Above the button that saves: the list may be a window away. */
const entryProblems = placeOf('alert-entry')
const list = part<HTMLElement>(panel, '[data-webhooks]')
const status = part<HTMLElement>(panel, '[data-alerts-status]')
const adding = part<HTMLButtonElement>(panel, '[data-add-webhook]')
const entry = part<HTMLElement>(panel, '#account-alert')
let view: AccountView | null = null

const PROVED = 'It agreed: alerts are sent to it.'
const UNPROVED = 'Nothing is sent until it agrees: press Ask again.'

function draw(read: AccountView): void {
  view = read
  showForms(read.forms)
  const { webhooks, mostWebhooks, hasAlerts } = read
  list.replaceChildren(...webhooks.map(drawWebhook))
  list.hidden = webhooks.length === 0
  part(panel, '[data-alerts-places]').textContent = hasAlerts
    ? formatWebhooksInUse(webhooks.length, mostWebhooks)
    : 'This site sends no alerts.'
  entry.hidden = webhooks.length > 0 || !hasAlerts
  adding.hidden = webhooks.length === 0 || webhooks.length >= mostWebhooks || !hasAlerts
}

/** Shows the account again, says what was done, and keeps the focus in the section. */
async function showDone(words: string): Promise<void> {
  await reload(problems)
  status.textContent = words
  focusAfter()
}

function focusAfter(): void {
  const next = adding.hidden ? part<HTMLElement>(entry, 'select') : adding
  next.focus()
}

/** Why nothing is sent to the webhook of an answer yet; null when it is. */
function pendingOf(data: object): string | null {
  const { webhook } = data as { webhook?: WebhookView }
  return webhook?.pending ? formatNotProved(webhook.form, webhook.pending.problem) : null
}

/** Draws a webhook with what it watches, its buttons and its last alerts. */
function drawWebhook(webhook: WebhookView): HTMLElement {
  const { form, url, watch, stopped, pending, deliveries } = webhook
  const thresholds = items(watch.thresholds.map(formatThreshold))
  return element(
    'li',
    `account-webhook${stopped === null && pending === null ? '' : ' stopped'}`,
    element('h3', '', `${RECEIVERS[form].name}: `, element('code', 'account-id', url)),
    element('p', 'account-webhook-state', formatWebhookState(webhook)),
    element('p', 'data', `${formatWatch(watch)}.`),
    ...(thresholds.length > 0 ? [element('ul', 'small', ...thresholds)] : []),
    ...controls(webhook),
    ...(deliveries.length > 0 ? [lastAlerts(webhook)] : []),
  )
}

/** The buttons, the question before it is deleted, and the places where they show what they did. */
function controls(webhook: WebhookView): HTMLElement[] {
  const { id, form, url, stopped, pending } = webhook
  const line = element('p', { className: 'status', role: 'status' })
  const shown = element('div', 'account-secret')
  const question = createQuestion({
    words: 'Nothing more is sent to it, and what waits is dropped.',
    yes: 'Delete it',
    about: url,
    act: async () => {
      if (await ask(problems, 'webhooks/delete', { id })) await showDone('The webhook is deleted.')
    },
  })
  const add = (text: string, act: (by: HTMLElement) => unknown) => {
    const made = button(text, () => void actOnce(made, () => act(made)), {
      ariaLabel: `${text}: ${url}`,
    })
    return made
  }
  const change = () => {
    adding.hidden = true
    openForm(webhook)
  }
  const buttons = element(
    'div',
    'actions',
    ...(pending === null ? [add('Send a test', () => sendTest(id, line))] : []),
    ...(pending !== null && stopped !== 'unsubscribed'
      ? [add('Ask again', () => prove(id, line))]
      : []),
    add('Change', change),
    stopped === null
      ? add('Pause', () => pause(id, 'paused'))
      : add('Resume', () => pause(id, null)),
    ...(form === 'json' ? [add('Show the secret', (by) => showSecret(id, by, shown))] : []),
    add('Delete', question.ask),
  )
  return [buttons, question.place, line, shown]
}

async function sendTest(id: string, line: HTMLElement): Promise<void> {
  line.textContent = 'Sending…'
  const data = await ask(problems, 'webhooks/test', { id })
  const { attempt } = (data ?? {}) as { attempt?: AttemptView }
  line.textContent = attempt ? formatAttempt(attempt) : ''
}

/** Sends the challenge again. */
async function prove(id: string, line: HTMLElement): Promise<void> {
  line.textContent = 'Asking…'
  const data = await ask(problems, 'webhooks/prove', { id })
  if (data) {
    const pending = pendingOf(data)
    await showDone(pending === null ? PROVED : `Asked again. ${pending}`)
  }
  line.textContent = ''
}

/** Stops a webhook, or starts it again. */
async function pause(id: string, stopped: 'paused' | null): Promise<void> {
  const data = await ask(problems, 'webhooks/update', { id, stopped })
  if (!data) return
  const resumed = pendingOf(data) === null ? 'The webhook is in use again.' : UNPROVED
  await showDone(stopped ? 'The webhook is paused.' : resumed)
}

async function showSecret(id: string, by: HTMLElement, place: HTMLElement): Promise<void> {
  const data = await ask(problems, 'webhooks/secret', { id })
  const secret = data && textIn(data, 'secret')
  if (!secret) return
  by.hidden = true
  const code = element('code', { tabIndex: 0 }, secret)
  const copy = button('Copy the secret', () => void copyText(copy, secret, code))
  place.replaceChildren(code, copy)
  copy.focus()
}

function lastAlerts({ deliveries, url }: WebhookView): HTMLElement {
  const heads = ['Alert', 'Made', 'State'].map((text) => element('th', { scope: 'col' }, text))
  const rows = deliveries.map((delivery) =>
    row(
      name(deliveryTitle(delivery)),
      cell('Made', '', instant(delivery.at)),
      cell('State', '', formatDelivery(delivery)),
    ),
  )
  return element(
    'details',
    '',
    element('summary', '', `Last alerts (${deliveries.length})`),
    element(
      'table',
      'stack account-deliveries',
      element('caption', 'sr', `Last alerts to ${url}`),
      element('thead', '', element('tr', '', ...heads)),
      element('tbody', '', ...rows),
    ),
  )
}

addSection(draw, () => {
  view = null
  list.replaceChildren()
  status.textContent = ''
  closeForm()
})
adding.addEventListener('click', () => {
  adding.hidden = true
  openForm(null)
})
startWebhookForm({
  save: async (webhook, id, isSaid) => {
    status.textContent = ''
    const isNew = id === null
    const name = isNew ? 'webhooks' : 'webhooks/update'
    const data = await ask(entryProblems, name, isNew ? webhook : { id, ...webhook }, isSaid)
    if (!data) return
    closeForm()
    const words = isNew ? 'The webhook is made.' : 'The webhook is changed.'
    const next = isNew ? ' Send a test to it.' : ''
    const pending = pendingOf(data)
    await showDone(`${words}${pending === null ? next : ` ${pending}`}`)
  },
  cancelled: () => {
    closeForm()
    if (view) draw(view)
    focusAfter()
  },
})
