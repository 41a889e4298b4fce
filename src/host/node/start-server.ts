import type { Server } from 'node:http'
import path from 'node:path'
import { type AccountLogEntry, createAccountApi } from '../../account/account-api.ts'
import type { AlertServices } from '../../account/account-deps.ts'
import { createContractWalletVerifier } from '../../account/contract-wallet.ts'
import type { LogEntry } from '../../api/gateway/gateway.ts'
import type { Config } from '../../config/config.ts'
import { NODE_SCANS } from '../../contract/admission.ts'
import type { InternalFetch } from '../../http/internal-fetch.ts'
import type { McpLogEntry } from '../../mcp/endpoint.ts'
import type { FullState } from '../../state/full-state.ts'
import { openState } from '../../state/open-state.ts'
import { revokedWithinSeconds } from '../../state/revoked-within.ts'
import { openSecret } from '../../state/secret.ts'
import type { StateStore } from '../../state/state-store.ts'
import { parseStateUrl } from '../../state/state-url.ts'
import { randomBytes } from '../../state/with-state.ts'
import { SCAN_LIMITS } from '../../wallet/scan-deps.ts'
import type { AccountApi } from './account.ts'
import { alertOptions, isSharedState, startAlertThread, threadOptions } from './alert-thread.ts'
import { createAlerts, repeatAlerts } from './alerts.ts'
import { listen } from './listen.ts'
import { logFault, writeLine } from './log-line.ts'
import { createNodeHost } from './node-host.ts'
import type { OpenMetrics } from './open-metrics.ts'
import { newRequestId } from './request-id.ts'
import { watchSecret } from './watch-secret.ts'

/** After a stop signal, requests in progress have this long: a wallet scan, and time to send its response. */
const SHUTDOWN_GRACE_MS = SCAN_LIMITS.answerMs + 2_300

interface RunningServer {
  url: string
  /** Stops accepting requests and closes the rest after a grace period. Resolves when all are closed. */
  stop: () => Promise<void>
}

export interface ServerOptions {
  version: string
  recover: () => void
  /** A worker among others: alerts are sent by the first process, which says through `onPublish` that a folder was published. */
  worker?: { onPublish: (look: () => void) => void }
}

/** Opens the state store and serves the published folder. Throws `STATE_UNUSABLE`, also for another secret, and like `listen`. */
export async function startServer(
  config: Config,
  { version, recover, worker }: ServerOptions,
): Promise<RunningServer> {
  const { distDir, host, port, log, trustProxy, trustProxyFrom, downloadKilobytes, wallet } = config
  const secret = openSecret(config.state, randomBytes)
  const opened = await openState(config.state.url, {
    token: config.state.token,
    instance: crypto.randomUUID(),
    clock: Date.now,
    log: logFault,
  })
  const metrics = await startMetrics(config, opened, worker !== undefined).catch(closing(opened))
  const state = metrics?.timed(opened) ?? opened
  const logEntry = (entry: LogEntry | AccountLogEntry | McpLogEntry) => {
    metrics?.observe(entry)
    if (log === 'json' || entry.level === 'error') writeLine(entry)
  }
  const stopWatching = await watchSecret({ state, secret, log: logFault }).catch(closing(state))
  const alerts = createAlerts({ ...alertOptions(config, secret), state })
  const server = createNodeHost({
    distDir: path.resolve(distDir),
    state,
    secret,
    version,
    trustProxy,
    trustProxyFrom,
    downloadKilobytes,
    recover,
    isOneOfMany: worker !== undefined || parseStateUrl(config.state.url).kind !== 'sqlite',
    onPublish: worker?.onPublish,
    wallet: {
      settings: wallet,
      fetch,
      clock: () => performance.now(),
      ...(log === 'json' && { logNodes: (line) => writeLine({ level: 'info', ...line }) }),
    },
    account: accountApi(config, { state, secret, alerts: alerts.services, log: logEntry }),
    publicUrl: config.site.publicUrl,
    now: Date.now,
    newRequestId,
    log: logEntry,
    logFault,
  })
  metrics?.watch(server)
  const url = await listen(server, port, host).catch(closing(state))
  const stopAlerts = worker ? () => undefined : startAlerts(config, secret, alerts.look)
  return {
    url,
    stop: async () => {
      stopWatching()
      metrics?.stop()
      void stopAlerts()
      await closed(server)
      await state.close()
    },
  }
}

/** Resolves when the last response is sent, or its connection closed after the grace period. */
function closed(server: Server): Promise<unknown> {
  const end = new Promise((resolve) => server.close(resolve))
  server.closeIdleConnections()
  setTimeout(() => server.closeAllConnections(), SHUTDOWN_GRACE_MS).unref()
  return end
}

/** Null where none are wanted; their library is loaded only where they are. */
async function startMetrics(
  { metrics, distDir }: Config,
  state: FullState,
  isWorker: boolean,
): Promise<OpenMetrics | null> {
  if (metrics === null) return null
  const { openMetrics, openWorkerMetrics } = await import('./open-metrics.ts')
  const options = { distDir: path.resolve(distDir), state, now: Date.now }
  return isWorker ? openWorkerMetrics(options) : openMetrics(metrics, options)
}

/** Returns what ends it. */
function startAlerts(
  config: Config,
  secret: string,
  look: Parameters<typeof repeatAlerts>[0],
): () => unknown {
  return isSharedState(config.state.url)
    ? startAlertThread(threadOptions(config, secret), logFault)
    : repeatAlerts(look, logFault)
}

interface AccountParts {
  state: FullState
  secret: string
  alerts: AlertServices
  log: (entry: AccountLogEntry) => void
}

function accountApi(
  { site, state: { url }, wallet }: Config,
  parts: AccountParts,
): (fetchInternal: InternalFetch) => AccountApi {
  return (fetchInternal) =>
    createAccountApi({
      ...{ ...parts, randomBytes, now: Date.now, publicUrl: site.publicUrl },
      verifyContractWallet: createContractWalletVerifier({ chains: wallet.nodes.chains, fetch }),
      revokedWithinSeconds: revokedWithinSeconds(url),
      scans: { fetchInternal, aDay: wallet.pageScans ?? NODE_SCANS },
    })
}

/** Closes the store and throws what went wrong. */
function closing(state: StateStore): (error: unknown) => Promise<never> {
  return async (error) => {
    await state.close()
    throw error
  }
}
