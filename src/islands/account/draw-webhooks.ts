import { instant } from '../../site/figures.ts'
import { copyText } from '../dom/copy-text.ts'
import { cell, element, rowHead } from '../dom/element.ts'
import {
  deliveryTitle,
  formatAttempt,
  formatDelivery,
  formatThreshold,
  formatWatch,
  formatWebhookState,
} from './alert-words.ts'
import type { AttemptView, WebhookView } from './read-webhooks.ts'

export interface WebhookActions {
  /** Sends a test; null when that was not possible, which is shown elsewhere. */
  test: (webhook: WebhookView) => Promise<AttemptView | null>
  /** The signing secret; null when it cannot be shown. */
  secret: (webhook: WebhookView) => Promise<string | null>
  /** Sends the challenge again. */
  prove: (webhook: WebhookView) => Promise<void>
  edit: (webhook: WebhookView) => void
  /** Stops a webhook, or starts it again. */
  pause: (webhook: WebhookView, stopped: 'paused' | null) => Promise<void>
  remove: (webhook: WebhookView) => Promise<void>
}

/** Draws a webhook with what it watches, its buttons and its last alerts. */
export function drawWebhook(webhook: WebhookView, actions: WebhookActions): HTMLElement {
  const { url, watch, stopped, pending } = webhook
  const title = element('h3', '', element('code', 'account-id', url))
  const status = element('p', 'status')
  status.setAttribute('role', 'status')
  const shown = element('div', 'account-secret')
  const watched = element('p', 'data', `${formatWatch(watch)}.`)
  const thresholds = watch.thresholds.map((one) => element('li', '', formatThreshold(one)))
  const buttons = element('div', 'actions')
  const add = (text: string, act: (button: HTMLButtonElement) => Promise<void> | void) =>
    buttons.append(actionButton(text, url, act))

  if (pending !== null) {
    add('Ask again', async () => {
      status.textContent = 'Sending the challenge…'
      await actions.prove(webhook)
      status.textContent = ''
    })
  } else {
    add('Send a test', async () => {
      status.textContent = 'Sending…'
      const attempt = await actions.test(webhook)
      status.textContent = attempt ? formatAttempt(attempt) : ''
    })
  }
  add('Change', () => actions.edit(webhook))
  add(stopped === null ? 'Pause' : 'Resume', () =>
    actions.pause(webhook, stopped === null ? 'paused' : null),
  )
  add('Show the secret', async (button) => {
    const secret = await actions.secret(webhook)
    if (secret === null) return
    button.hidden = true
    showSecret(shown, secret)
  })
  const question = deletion(webhook, actions)
  add('Delete', (button) => question.ask(button))

  return element(
    'li',
    `account-webhook${stopped === null && pending === null ? '' : ' stopped'}`,
    title,
    element('p', 'account-webhook-state', formatWebhookState(webhook)),
    watched,
    ...(thresholds.length > 0 ? [element('ul', 'small', ...thresholds)] : []),
    buttons,
    question.place,
    status,
    shown,
    ...(webhook.deliveries.length > 0 ? [lastAlerts(webhook)] : []),
  )
}

/** A button that does nothing while it is at work. */
function actionButton(
  text: string,
  url: string,
  act: (button: HTMLButtonElement) => Promise<void> | void,
): HTMLButtonElement {
  const button = element('button', 'plain-button', text)
  button.type = 'button'
  button.setAttribute('aria-label', `${text}: ${url}`)
  button.addEventListener('click', async () => {
    if (button.hasAttribute('aria-disabled')) return
    button.setAttribute('aria-disabled', 'true')
    await act(button)
    button.removeAttribute('aria-disabled')
  })
  return button
}

function showSecret(place: HTMLElement, secret: string): void {
  const code = element('code', '', secret)
  code.tabIndex = 0
  const copy = element('button', 'plain-button', 'Copy the secret')
  copy.type = 'button'
  copy.addEventListener('click', () => void copyText(copy, secret, code))
  place.replaceChildren(code, copy)
  copy.focus()
}

/** The question before a webhook is deleted. */
function deletion(webhook: WebhookView, { remove }: WebhookActions) {
  const yes = element('button', 'plain-button', 'Delete it')
  const no = element('button', 'plain-button', 'Keep it')
  const words = 'Nothing more is sent to it, and what waits is dropped.'
  const place = element('div', 'account-question', element('span', '', words), yes, no)
  place.hidden = true
  let asked: HTMLButtonElement | null = null
  const back = () => {
    place.hidden = true
    asked?.focus()
  }
  for (const button of [yes, no]) {
    button.type = 'button'
    button.setAttribute('aria-label', `${button.textContent}: ${webhook.url}`)
  }
  no.addEventListener('click', back)
  yes.addEventListener('click', () => void remove(webhook))
  place.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') back()
  })
  const ask = (button: HTMLButtonElement) => {
    asked = button
    place.hidden = false
    yes.focus()
  }
  return { place, ask }
}

function lastAlerts({ deliveries, url }: WebhookView): HTMLElement {
  const table = element('table', 'stack account-deliveries')
  const caption = element('caption', 'sr', `Last alerts to ${url}`)
  const head = ['Alert', 'Made', 'State'].map((text) => {
    const made = element('th', '', text)
    made.scope = 'col'
    return made
  })
  const rows = deliveries.map((delivery) =>
    element(
      'tr',
      '',
      rowHead('', element('bdi', '', deliveryTitle(delivery))),
      cell('Made', '', instant(delivery.at)),
      cell('State', '', formatDelivery(delivery)),
    ),
  )
  table.append(
    caption,
    element('thead', '', element('tr', '', ...head)),
    element('tbody', '', ...rows),
  )
  const summary = element('summary', '', `Last alerts (${deliveries.length})`)
  return element('details', '', summary, table)
}
