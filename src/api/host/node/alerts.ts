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

/**
 * Looks again and again, never twice at once, until it is stopped. A look that fails or takes longer than `limitMs` is ended with one
 * line in the log, and the next one tries again. Stopping ends a look that is under way.
 */
export function repeatAlerts(
  look: (signal: AbortSignal) => Promise<unknown>,
  log: (error: unknown) => void,
  { everyMs = EVERY_MS, limitMs = LOOK_LIMIT_MS } = {},
): () => void {
  const stopped = new AbortController()
  let isBusy = false
  const timer = setInterval(async () => {
    if (isBusy) return
    isBusy = true
    try {
      await settleWithin(limitMs, stopped.signal, look)
    } catch (error) {
      if (!stopped.signal.aborted) log(error instanceof DeadlineError ? tooLong(limitMs) : error)
    }
    isBusy = false
  }, everyMs)
  timer.unref()
  return () => {
    clearInterval(timer)
    stopped.abort()
  }
}

/** The error of a look that was ended. */
function tooLong(limitMs: number): Error {
  return new Error(`Sending alerts took longer than ${limitMs / 1_000} s and was ended.`)
}
