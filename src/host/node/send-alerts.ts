import { existsSync } from 'node:fs'
import path from 'node:path'
import { ATTEMPT_MS } from '../../alerts/post.ts'
import type { AlertReport } from '../../alerts/run.ts'
import { settleWithin } from '../../alerts/settle-within.ts'
import type { Config } from '../../config/config.ts'
import { parseStateUrl } from '../../state/state-url.ts'
import { withState } from '../../state/with-state.ts'
import { createAlerts } from './alerts.ts'

/** Time in which deliveries are begun. */
const RUN_MS = 60_000

/**
 * Makes and sends the alerts of the published folder once. Null where there is no state yet, and so no webhook. Rejects with
 * `STATE_UNUSABLE`.
 */
export async function sendAlertsOnce({
  state: settings,
  distDir,
  site,
  port,
  mail,
}: Pick<Config, 'state' | 'distDir' | 'site' | 'port' | 'mail'>): Promise<AlertReport | null> {
  const parsed = parseStateUrl(settings.url)
  if (parsed.kind === 'sqlite' && !existsSync(parsed.file)) return null
  return withState(settings, (state, secret) => {
    const { look } = createAlerts({
      ...{ state, secret, port, mail, publicUrl: site.publicUrl },
      distDir: path.resolve(distDir),
      // A build need not have the settings of the server.
      leavesMail: true,
    })
    return settleWithin(RUN_MS + 2 * ATTEMPT_MS, undefined, (signal) => look(signal, RUN_MS))
  })
}
