import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { AlertServices } from '../../account/account-deps.ts'
import type { PublishedAlerts } from '../../alerts/find-alerts.ts'
import { createMailer, type MailServer } from '../../alerts/mail.ts'
import { ATTEMPT_MS } from '../../alerts/post.ts'
import { readAlertTable, readPublished } from '../../alerts/read-published.ts'
import { type AlertReport, runAlerts } from '../../alerts/run.ts'
import { type Sender, sendChallenge, sendConfirmation, sendTest } from '../../alerts/send.ts'
import { DeadlineError, settleWithin } from '../../alerts/settle-within.ts'
import { isThisMachine } from '../../domain/this-machine.ts'
import { createHostLookup } from '../../http/host-addresses.ts'
import type { WebhookStore } from '../../state/webhook-store.ts'

/** Time between two looks at what is due. */
const EVERY_MS = 15_000

/** Times in between that a process checks whether it has become the sender. */
const CHECKS = 3

/** Time in which one look may begin deliveries. */
const RUN_MS = 20_000

/** A look that takes longer is ended: its last attempts are over by then, and there was time to record them. */
const LOOK_LIMIT_MS = RUN_MS + 2 * ATTEMPT_MS

/** Hosts that are looked up at once: as many as receivers are asked at once. */
const LOOKUPS_AT_ONCE = 256

export interface AlertHostOptions {
  state: WebhookStore
  secret: string
  /** The published folder. */
  distDir: string
  /** Origin that alerts link to; null: this machine, and webhooks may be on it too. */
  publicUrl: string | null
  port: number
  /** Null: no e-mail is sent. */
  mail: MailServer | null
  /** Whether e-mail that it cannot send waits for a process that can. */
  leavesMail?: boolean
  /** Whether this process is the one that sends; by default it is. */
  isSender?: () => boolean
}

/** Alerts on a machine of its own: what the account page needs, and one look at what is due. */
export function createAlerts(options: AlertHostOptions): {
  services: AlertServices
  /** Begins deliveries for `runMs`, until the signal fires. */
  look: (signal: AbortSignal, runMs?: number) => Promise<AlertReport>
} {
  const { state, secret, distDir, publicUrl, port, mail, leavesMail = false } = options
  const { isSender = (): boolean => true } = options
  const loadDocument = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(path.join(distDir, '_data/live', name), 'utf8'))
  const origin = publicUrl ?? `http://localhost:${port}`
  const sender: Sender = {
    ...{ secret, origin, now: Date.now, mail: mail && createMailer(mail) },
    lookup: createHostLookup({ atOnce: LOOKUPS_AT_ONCE }),
    isLocal: publicUrl === null || isThisMachine(new URL(publicUrl).hostname),
  }
  const loadPublished = readOnce(path.join(distDir, '_data/live'), () =>
    readPublished(loadDocument, origin),
  )
  const slow = new Set<string>()
  return {
    services: {
      loadIndex: () => loadDocument('search.json'),
      loadTable: () => readAlertTable(loadDocument),
      sendChallenge: (webhook, token) => sendChallenge(webhook, token, sender),
      sendConfirmation: mail && ((webhook, token) => sendConfirmation(webhook, token, sender)),
      sendTest: (webhook) => sendTest(webhook, sender),
    },
    look: (signal, runMs = RUN_MS) =>
      runAlerts({
        ...{ state, loadPublished, slow, random: Math.random, isSender, until: Date.now() + runMs },
        ...{ leavesMail, sender: { ...sender, signal } },
      }),
  }
}

/** Reads the documents of alerts again only when one of them was replaced. */
function readOnce(
  folder: string,
  read: () => Promise<PublishedAlerts | null>,
): () => Promise<PublishedAlerts | null> {
  let last: { identity: string; published: PublishedAlerts | null } | null = null
  return async () => {
    const identities = await Promise.all(
      ['alerts.json', 'incidents.json'].map((name) =>
        stat(path.join(folder, name)).then(
          ({ ino, mtimeMs, size }) => `${ino} ${mtimeMs} ${size}`,
          () => 'none',
        ),
      ),
    )
    const identity = identities.join()
    if (last?.identity !== identity) last = { identity, published: await read() }
    return last.published
  }
}

/**
 * Looks again and again, never twice at once, until it is stopped, and only while `isSender`; at once when it has become that. A look that fails or takes longer than `limitMs` is ended with one
 * line in the log, and the next one tries again. Stopping ends a look that is under way.
 */
export function repeatAlerts(
  look: (signal: AbortSignal) => Promise<unknown>,
  log: (error: unknown) => void,
  { everyMs = EVERY_MS, limitMs = LOOK_LIMIT_MS, isSender = (): boolean => true } = {},
): () => void {
  const stopped = new AbortController()
  let isBusy = false
  let pauses = 0
  const timer = setInterval(async () => {
    if (isBusy) return
    if (!isSender()) pauses = 0
    else if (pauses > 0) pauses -= 1
    else {
      pauses = CHECKS - 1
      isBusy = true
      await once()
      isBusy = false
    }
  }, everyMs / CHECKS)
  timer.unref()

  async function once(): Promise<void> {
    try {
      await settleWithin(limitMs, stopped.signal, look)
    } catch (error) {
      if (!stopped.signal.aborted) log(error instanceof DeadlineError ? tooLong(limitMs) : error)
    }
  }
  return () => {
    clearInterval(timer)
    stopped.abort()
  }
}

/** The error of a look that was ended. */
function tooLong(limitMs: number): Error {
  return new Error(`Sending alerts took longer than ${limitMs / 1_000} s and was ended.`)
}
