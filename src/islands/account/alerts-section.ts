import { part } from '../dom/part.ts'
import { objectIn, textIn } from '../dom/read-values.ts'
import type { AccountView, AttemptView, WebhookView } from './account-view.ts'
import { formatWebhooksInUse } from './alert-words.ts'
import { drawWebhook } from './draw-webhook.ts'
import { addSection, ask, panel, placeOf, reload } from './signed-in.ts'
import { closeForm, openForm, startWebhookForm } from './webhook-form.ts'

/** The section of webhooks: the list, and the form that makes or changes one. */
const place = placeOf('alerts')
const list = part<HTMLElement>(panel, '[data-webhooks]')
const status = part<HTMLElement>(panel, '[data-alerts-status]')
const adding = part<HTMLButtonElement>(panel, '[data-add-webhook]')
const form = part<HTMLElement>(panel, '#account-alert')
let view: AccountView | null = null

const NOT_PROVED = ' Its address did not answer with the challenge.'
const PROVED = 'The address answered with the challenge: alerts are sent to it.'

startWebhookForm({
  save: async (webhook, id) => {
    status.textContent = ''
    const data =
      id === null
        ? await ask(place, 'webhooks', webhook)
        : await ask(place, 'webhooks/update', { id, ...webhook })
    if (!data) return
    closeForm()
    const did = id === null ? 'The webhook is made.' : 'The webhook is changed.'
    const next = id === null ? ' Send a test to it.' : ''
    await showDone(`${did}${isPending(data) ? NOT_PROVED : next}`)
  },
  cancelled: () => {
    closeForm()
    if (view) draw(view)
    focusAfter()
  },
})

const actions = {
  test: async ({ id }: WebhookView) => {
    const data = await ask(place, 'webhooks/test', { id })
    return data && (objectIn(data, 'attempt') as AttemptView)
  },
  secret: async ({ id }: WebhookView) => {
    const data = await ask(place, 'webhooks/secret', { id })
    return data && textIn(data, 'secret')
  },
  prove: async ({ id }: WebhookView) => {
    const data = await ask(place, 'webhooks/prove', { id })
    if (data) await showDone(isPending(data) ? `Asked again.${NOT_PROVED}` : PROVED)
  },
  edit: (webhook: WebhookView) => {
    adding.hidden = true
    openForm(webhook)
  },
  pause: async ({ id }: WebhookView, stopped: 'paused' | null) => {
    if (!(await ask(place, 'webhooks/update', { id, stopped }))) return
    await showDone(stopped ? 'The webhook is paused.' : 'The webhook is in use again.')
  },
  remove: async ({ id }: WebhookView) => {
    if (await ask(place, 'webhooks/delete', { id })) await showDone('The webhook is deleted.')
  },
}

function isPending(data: object): boolean {
  return (objectIn(data, 'webhook') as Partial<WebhookView>).pending != null
}

/** Shows the account again, says what was done, and keeps the focus in the section. */
async function showDone(words: string): Promise<void> {
  await reload(place)
  status.textContent = words
  focusAfter()
}

function focusAfter(): void {
  const next = adding.hidden ? part<HTMLElement>(form, 'input') : adding
  next.focus()
}

function draw(read: AccountView): void {
  view = read
  const { webhooks, mostWebhooks, hasAlerts } = read
  list.replaceChildren(...webhooks.map((webhook) => drawWebhook(webhook, actions)))
  list.hidden = webhooks.length === 0
  part(panel, '[data-alerts-places]').textContent = hasAlerts
    ? formatWebhooksInUse(webhooks.length, mostWebhooks)
    : 'This site sends no alerts.'
  form.hidden = webhooks.length > 0 || !hasAlerts
  adding.hidden = webhooks.length === 0 || webhooks.length >= mostWebhooks || !hasAlerts
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
