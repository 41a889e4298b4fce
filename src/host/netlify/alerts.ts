import { createMailer } from '../../alerts/mail.ts'
import { readPublished } from '../../alerts/read-published.ts'
import { type AlertReport, runAlerts } from '../../alerts/run.ts'
import { settleWithin } from '../../alerts/settle-within.ts'
import { createHostLookup } from '../../http/host-addresses.ts'
import { openRemoteState } from '../../state/open-remote-state.ts'
import { isSecretOf, secretChanged } from '../../state/secret-mark.ts'
import { readAccountSettings } from './account-settings.ts'
import { faultLine, openBundledDocuments } from './bundled-documents.ts'

/** A scheduled function may run for 30 seconds. */
const RUN_MS = 15_000
const LIMIT_MS = 28_000

/** Hosts that are looked up at once: as many as receivers are asked at once. */
const LOOKUPS_AT_ONCE = 256

export interface AlertJobOptions {
  env: Readonly<Record<string, string | undefined>>
  /** Folder with the bundled documents (`included_files` in netlify.toml). */
  root: string
  now: () => number
  newId: () => string
  random: () => number
  /** Takes one line of JSON. */
  log: (line: string) => void
  openState?: typeof openRemoteState
}

/** Makes and sends alerts as a scheduled function, which runs on the published deploy only. Rejects when the state cannot be used. */
export async function sendAlerts(options: AlertJobOptions): Promise<AlertReport> {
  const { env, root, now, newId, random, log, openState = openRemoteState } = options
  try {
    const settings = readAccountSettings(env, { ip: '', deploy: { context: 'production' } })
    const { stateUrl, stateToken: token, secret, publicUrl, mail } = settings
    const state = openState(stateUrl, { token, instance: newId(), clock: now })
    if (!(await isSecretOf(state, secret))) throw secretChanged()
    const loadDocument = openBundledDocuments(root)
    const origin = publicUrl ?? 'http://localhost:8888'
    const lookup = createHostLookup({ atOnce: LOOKUPS_AT_ONCE })
    const report = await settleWithin(LIMIT_MS, undefined, (signal) =>
      runAlerts({
        ...{ state, random, until: now() + RUN_MS },
        sender: {
          ...{ secret, now, lookup, signal, origin, isLocal: publicUrl === null },
          mail: mail && createMailer(mail),
        },
        loadPublished: () => readPublished((name) => loadDocument(`live/${name}`), origin),
      }),
    )
    log(JSON.stringify({ level: 'info', job: 'alerts', ...report }))
    return report
  } catch (error) {
    log(faultLine(error))
    throw error
  }
}
