import { part } from '../dom/part.ts'
import { objectIn, textIn } from '../dom/read-values.ts'
import { formatWebhooksInUse } from './alert-words.ts'
import { drawWebhook } from './draw-webhooks.ts'
import type { AccountView } from './read-account.ts'
import { readAttempt, readWebhook, type WebhookView } from './read-webhooks.ts'
import type { Answer, Send } from './requests.ts'
import { startWebhookForm } from './webhook-form.ts'

export interface AlertsOptions {
  send: Send
  dataOf: (answer: Answer, place: HTMLElement) => object | null
  place: HTMLElement
  reload: (place: HTMLElement) => Promise<boolean>
}

export interface AlertsPanel {
  draw: (view: AccountView) => void
  /** Takes addresses and secrets out of the page. */
  clear: () => void
}

const NOT_PROVED = ' Its address did not answer with the challenge.'
const PROVED = 'The address answered with the challenge: alerts are sent to it.'

function isPending(data: object): boolean {
  return (readWebhook(objectIn(data, 'webhook'))?.pending ?? null) !== null
}

/** The section of webhooks: the list, and the form that makes or changes one. */
export function startAlerts(panel: HTMLElement, options: AlertsOptions): AlertsPanel {
  const { send, dataOf, place, reload } = options
  const list = part<HTMLElement>(panel, '[data-webhooks]')
  const status = part<HTMLElement>(panel, '[data-alerts-status]')
  const adding = part<HTMLButtonElement>(panel, '[data-add-webhook]')
  const formElement = part<HTMLFormElement>(panel, '#account-alert')
  let view: AccountView | null = null

  const ask = async (name: string, body: Record<string, unknown>) =>
    dataOf(await send(name, body), place)
  /** Shows the account again, says what was done, and keeps the focus in the section. */
  const done = async (words: string) => {
    await reload(place)
    status.textContent = words
    focusAfter()
  }
  const focusAfter = () => {
    const next = adding.hidden ? formElement.querySelector('input') : adding
    next?.focus()
  }
  const form = startWebhookForm(panel, {
    save: async (webhook, id) => {
      status.textContent = ''
      const name = id === null ? 'webhooks' : 'webhooks/update'
      const data = await ask(name, id === null ? webhook : { id, ...webhook })
      if (!data) return false
      form.close()
      const did = id === null ? 'The webhook is made.' : 'The webhook is changed.'
      const next = id === null ? ' Send a test to it.' : ''
      await done(`${did}${isPending(data) ? NOT_PROVED : next}`)
      return true
    },
    cancelled: () => {
      form.close()
      if (view) draw(view)
      focusAfter()
    },
  })
  const actions = {
    test: async ({ id }: WebhookView) => {
      const data = await ask('webhooks/test', { id })
      return data && readAttempt(objectIn(data, 'attempt'))
    },
    secret: async ({ id }: WebhookView) => {
      const data = await ask('webhooks/secret', { id })
      return data && textIn(data, 'secret')
    },
    prove: async ({ id }: WebhookView) => {
      const data = await ask('webhooks/prove', { id })
      if (data) await done(isPending(data) ? `Asked again.${NOT_PROVED}` : PROVED)
    },
    edit: (webhook: WebhookView) => {
      adding.hidden = true
      form.open(webhook)
    },
    pause: async ({ id }: WebhookView, stopped: 'paused' | null) => {
      const data = await ask('webhooks/update', { id, stopped })
      if (data) await done(stopped ? 'The webhook is paused.' : 'The webhook is in use again.')
    },
    remove: async ({ id }: WebhookView) => {
      if (await ask('webhooks/delete', { id })) await done('The webhook is deleted.')
    },
  }
  const draw = (read: AccountView) => {
    view = read
    const { webhooks, mostWebhooks, hasAlerts } = read
    list.replaceChildren(...webhooks.map((webhook) => drawWebhook(webhook, actions)))
    list.hidden = webhooks.length === 0
    part(panel, '[data-alerts-places]').textContent = hasAlerts
      ? formatWebhooksInUse(webhooks.length, mostWebhooks)
      : 'This site sends no alerts.'
    formElement.hidden = webhooks.length > 0 || !hasAlerts
    adding.hidden = webhooks.length === 0 || webhooks.length >= mostWebhooks || !hasAlerts
  }
  adding.addEventListener('click', () => {
    adding.hidden = true
    form.open(null)
  })
  form.close()
  return {
    draw,
    clear: () => {
      view = null
      list.replaceChildren()
      status.textContent = ''
      form.close()
    },
  }
}
