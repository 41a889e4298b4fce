import { instant } from '../../site/figures.ts'
import { actOnce } from '../dom/act-once.ts'
import { copyText } from '../dom/copy-text.ts'
import { button, cell, element, name, rowHead } from '../dom/element.ts'
import type { AttemptView, WebhookView } from './account-view.ts'
import {
  deliveryTitle,
  formatAttempt,
  formatDelivery,
  formatThreshold,
  formatWatch,
  formatWebhookState,
} from './alert-words.ts'
import { createQuestion } from './question.ts'

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
  const { url, watch, stopped, pending, deliveries } = webhook
  const thresholds = watch.thresholds.map((one) => element('li', '', formatThreshold(one)))
  return element(
    'li',
    `account-webhook${stopped === null && pending === null ? '' : ' stopped'}`,
    element('h3', '', element('code', 'account-id', url)),
    element('p', 'account-webhook-state', formatWebhookState(webhook)),
    element('p', 'data', `${formatWatch(watch)}.`),
    ...(thresholds.length > 0 ? [element('ul', 'small', ...thresholds)] : []),
    ...controls(webhook, actions),
    ...(deliveries.length > 0 ? [lastAlerts(webhook)] : []),
  )
}

/** The buttons, the question before it is deleted, and the places where they show what they did. */
function controls(webhook: WebhookView, actions: WebhookActions): HTMLElement[] {
  const { url, stopped, pending } = webhook
  const status = element('p', { className: 'status', role: 'status' })
  const shown = element('div', 'account-secret')
  const question = createQuestion({
    words: 'Nothing more is sent to it, and what waits is dropped.',
    yes: 'Delete it',
    about: url,
    act: () => actions.remove(webhook),
  })
  const add = (text: string, act: (by: HTMLElement) => unknown) => {
    const made = button(text, () => void actOnce(made, () => act(made)), {
      ariaLabel: `${text}: ${url}`,
    })
    return made
  }
  const prove = async () => {
    status.textContent = 'Sending the challenge…'
    await actions.prove(webhook)
    status.textContent = ''
  }
  const test = async () => {
    status.textContent = 'Sending…'
    const attempt = await actions.test(webhook)
    status.textContent = attempt ? formatAttempt(attempt) : ''
  }
  const showSecret = async (by: HTMLElement) => {
    const secret = await actions.secret(webhook)
    if (secret === null) return
    by.hidden = true
    drawSecret(shown, secret)
  }
  const buttons = element(
    'div',
    'actions',
    pending === null ? add('Send a test', test) : add('Ask again', prove),
    add('Change', () => actions.edit(webhook)),
    stopped === null
      ? add('Pause', () => actions.pause(webhook, 'paused'))
      : add('Resume', () => actions.pause(webhook, null)),
    add('Show the secret', showSecret),
    add('Delete', question.ask),
  )
  return [buttons, question.place, status, shown]
}

function drawSecret(place: HTMLElement, secret: string): void {
  const code = element('code', { tabIndex: 0 }, secret)
  const copy = button('Copy the secret', () => void copyText(copy, secret, code))
  place.replaceChildren(code, copy)
  copy.focus()
}

function lastAlerts({ deliveries, url }: WebhookView): HTMLElement {
  const heads = ['Alert', 'Made', 'State'].map((text) => element('th', { scope: 'col' }, text))
  const rows = deliveries.map((delivery) =>
    element(
      'tr',
      '',
      rowHead(name(deliveryTitle(delivery))),
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
