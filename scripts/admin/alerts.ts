import { readConfig } from '../../src/config/config.ts'
import { sendAlertsOnce } from '../../src/host/node/send-alerts.ts'
import { isProved } from '../../src/state/webhook-store.ts'
import { withState } from '../../src/state/with-state.ts'
import type { Terminal, Topic, Values } from './topic.ts'

export const alerts: Topic = {
  about: 'Look after alerts',
  actions: {
    send: {
      usage: '',
      about: 'make the alerts of the published folder and send what is due, once',
      run: send,
    },
    list: { usage: '', about: 'all webhooks, oldest first: host, account, what waits', run: list },
  },
  hasJson: true,
  notes: `The server does this every 15 seconds by itself, and each build once. People make webhooks at /account/. Webhooks are kept in
    STATE_URL (default sqlite:data/state.sqlite). Exit code: 0 when it is done, 1 when the store cannot be used, 2 for a wrong option or
    setting.`,
}

async function send(values: Values, { env, print }: Terminal): Promise<void> {
  const report = await sendAlertsOnce(readConfig(env))
  if (values.flag('json')) return print(JSON.stringify(report))
  if (report === null) return print('There is no state yet, and so no webhook.')
  const { made, delivered, failed, givenUp } = report
  print(`${made} new, ${delivered} delivered, ${failed} to be repeated, ${givenUp} given up`)
}

async function list(values: Values, { env, print }: Terminal): Promise<void> {
  const webhooks = await withState(readConfig(env).state, async (state) => {
    const records = await state.listWebhooks()
    return Promise.all(
      records.map(async (record) => {
        const { id, accountId, url, createdAt, seenDay, stopped } = record
        const pending = !isProved(record)
        const waiting = await state.countWaiting(id)
        // Only the host: the rest of an address may be a password of the receiver.
        const host = URL.parse(url)?.host || record.form
        return { id, accountId, host, createdAt, seenDay, stopped, pending, waiting }
      }),
    )
  })
  if (values.flag('json')) return print(JSON.stringify(webhooks))
  if (webhooks.length === 0) print('There are no webhooks yet.')
  for (const { id, accountId, host, seenDay, stopped, pending, waiting } of webhooks) {
    const notes = [`${waiting} waiting`, stopped, pending ? 'pending' : null]
    const state = notes.filter((note) => note !== null).join(', ')
    print(`${id}  ${accountId}  ${host}  seen ${seenDay}, ${state}`)
  }
}
