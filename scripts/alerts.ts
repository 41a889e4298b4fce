import { readConfig } from '../src/config/config.ts'
import { PlimsollError } from '../src/domain/errors.ts'
import { sendAlertsOnce } from '../src/host/node/send-alerts.ts'
import { isProved } from '../src/state/webhook-store.ts'
import { withState } from '../src/state/with-state.ts'
import { readArguments } from './command/arguments.ts'
import { run } from './command/terminal.ts'

const HELP = `Look after alerts: npm run alerts -- COMMAND [options]

  send      make the alerts of the published folder and send what is due, once
  list      all webhooks, oldest first: host, account, what waits
  --json    print JSON instead of text
  --help    this text

The server does this every 15 seconds by itself, and each build once. People make webhooks at /account/. Webhooks are kept in STATE_URL
(default sqlite:data/state.sqlite). Exit code: 0 when it is done, 1 when the store cannot be used, 2 for a wrong option or setting.`

async function main(): Promise<void> {
  const { values, positionals } = readArguments({
    options: {
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  if (values.help) {
    console.log(HELP)
    return
  }
  const [name, ...rest] = positionals
  if (rest.length > 0 || (name !== 'send' && name !== 'list')) {
    throw new PlimsollError('USAGE', 'Say send or list. Try --help.')
  }
  await (name === 'send' ? send(values.json) : list(values.json))
}

async function send(isJson: boolean): Promise<void> {
  const report = await sendAlertsOnce(readConfig())
  if (isJson) console.log(JSON.stringify(report))
  else if (report === null) console.log('There is no state yet, and so no webhook.')
  else {
    const { made, delivered, failed, givenUp } = report
    console.log(
      `${made} new, ${delivered} delivered, ${failed} to be repeated, ${givenUp} given up`,
    )
  }
}

async function list(isJson: boolean): Promise<void> {
  const webhooks = await withState(readConfig().state, async (state) => {
    const records = await state.listWebhooks()
    return Promise.all(
      records.map(async (record) => {
        const { id, accountId, url, createdAt, seenDay, stopped } = record
        const pending = !isProved(record)
        const waiting = await state.countWaiting(id)
        // Only the host: the rest of an address may be a password of the receiver.
        const host = URL.parse(url)?.host ?? ''
        return { id, accountId, host, createdAt, seenDay, stopped, pending, waiting }
      }),
    )
  })
  if (isJson) console.log(JSON.stringify(webhooks))
  else if (webhooks.length === 0) console.log('There are no webhooks yet.')
  else {
    for (const { id, accountId, host, seenDay, stopped, pending, waiting } of webhooks) {
      const notes = [stopped, pending ? 'pending' : null].filter((note) => note !== null)
      console.log(
        `${id}  ${accountId}  ${host}  seen ${seenDay}, ${[`${waiting} waiting`, ...notes].join(', ')}`,
      )
    }
  }
}

await run(main)
