import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { AlertServices } from '../../../account/account-deps.ts'
import { readPublished } from '../../../alerts/read-published.ts'
import { type AlertReport, runAlerts } from '../../../alerts/run.ts'
import { type Sender, sendTest } from '../../../alerts/send.ts'
import { createHostLookup } from '../../../wallet/names/host-addresses.ts'
import type { WebhookStore } from '../../state/webhook-store.ts'

/** Time between two looks at what is due. */
const EVERY_MS = 60_000

/** Time in which one look may begin deliveries. */
const RUN_MS = 45_000

const LOCAL = /^(localhost|127\.0\.0\.1|\[::1\])$/

export interface AlertHostOptions {
  state: WebhookStore
  secret: string
  /** The published folder. */
  distDir: string
  /** Origin that alerts link to; null: this machine, and webhooks may be on it too. */
  publicUrl: string | null
  port: number
}

/** Alerts on a machine of its own: what the account page needs, and one look at what is due. */
export function createAlerts({ state, secret, distDir, publicUrl, port }: AlertHostOptions): {
  services: AlertServices
  look: () => Promise<AlertReport>
} {
  const loadDocument = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(path.join(distDir, '_data/live', name), 'utf8'))
  const sender: Sender = {
    ...{ secret, now: Date.now },
    lookup: createHostLookup(),
    isLocal: publicUrl === null || LOCAL.test(new URL(publicUrl).hostname),
  }
  const origin = publicUrl ?? `http://localhost:${port}`
  return {
    services: {
      loadIndex: () => loadDocument('search.json'),
      sendTest: (webhook) => sendTest(webhook, sender),
    },
    look: () =>
      runAlerts({
        ...{ state, sender, random: Math.random, until: Date.now() + RUN_MS },
        loadPublished: () => readPublished(loadDocument, origin),
      }),
  }
}

/** Looks every minute, never twice at once, until it is stopped. A look that fails is logged, and the next one tries again. */
export function repeatAlerts(
  look: () => Promise<AlertReport>,
  log: (error: unknown) => void,
  everyMs: number = EVERY_MS,
): () => void {
  let isBusy = false
  const timer = setInterval(async () => {
    if (isBusy) return
    isBusy = true
    await look().catch(log)
    isBusy = false
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
