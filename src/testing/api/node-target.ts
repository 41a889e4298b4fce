import type { Server } from 'node:http'
import {
  type AccountLogEntry,
  type AlertServices,
  createAccountApi,
} from '../../account/account-api.ts'
import type { LogEntry } from '../../api/gateway/gateway.ts'
import { readWalletSettings } from '../../config/wallet.ts'
import { NODE_SCANS } from '../../contract/admission.ts'
import { createNodeHost, type NodeHostOptions } from '../../host/node/node-host.ts'
import type { McpLogEntry } from '../../mcp/endpoint.ts'
import { recoverPublished } from '../../publish/replace-folder.ts'
import type { FullState } from '../../state/full-state.ts'
import { issueKey } from '../../state/issue-key.ts'
import { openSqliteState } from '../../state/sqlite/store.ts'
import type { KeyStore } from '../../state/state-store.ts'
import type { Target } from '../black-box/client.ts'
import { listen } from './local-redis.ts'

export const SECRET = 'a secret of the tests, long enough to be one'

/** A host whose wallet scans find no node, exchange or price. */
export const NO_WORLD: NodeHostOptions['wallet'] = {
  settings: readWalletSettings({}),
  fetch: () => Promise.reject(new Error('Tests send no requests.')),
  clock: () => performance.now(),
}

export interface RunningHost {
  server: Server
  baseUrl: string
  state: FullState
  /** What was logged, by request and beside. */
  lines: (LogEntry | AccountLogEntry | McpLogEntry)[]
  faults: unknown[]
  stop: () => Promise<void>
}

export interface StartOptions {
  distDir: string
  state?: FullState
  now?: () => number
  trustProxy?: string | null
  wallet?: NodeHostOptions['wallet']
  /** Absent: the account page has no alerts. */
  alerts?: AlertServices
}

/** The Node host on a free port, with state in memory unless a store is given. */
export async function startNodeHost(options: StartOptions): Promise<RunningHost> {
  const { distDir, state = openSqliteState(':memory:'), now = Date.now } = options
  const lines: (LogEntry | AccountLogEntry | McpLogEntry)[] = []
  const faults: unknown[] = []
  let requests = 0
  const server = createNodeHost({
    distDir,
    state,
    secret: SECRET,
    version: '0.0.0-test',
    trustProxy: options.trustProxy ?? null,
    recover: () => recoverPublished(distDir),
    wallet: options.wallet ?? NO_WORLD,
    account: (fetchInternal) =>
      createAccountApi({
        ...{ state, secret: SECRET, publicUrl: null, now },
        randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
        verifyContractWallet: null,
        revokedWithinSeconds: 1,
        alerts: options.alerts ?? null,
        scans: { fetchInternal, aDay: NODE_SCANS },
        log: (entry) => lines.push(entry),
      }),
    now,
    newRequestId: () => {
      requests += 1
      return `req_${String(requests).padStart(8, '0')}`
    },
    log: (entry) => lines.push(entry),
    logFault: (error) => faults.push(error),
  })
  const port = await listen(server)
  return {
    server,
    baseUrl: `http://127.0.0.1:${port}`,
    state,
    lines,
    faults,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
      await state.close()
    },
  }
}

/** One key of each kind, kept in the store. */
export async function issueKeys(state: KeyStore): Promise<Target['keys']> {
  const issue = async (plan: 'free' | 'pro', environment: 'live' | 'test') => {
    const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length))
    return issueKey(state, { environment, plan, secret: SECRET, now: new Date(0), randomBytes })
  }
  const revoked = await issue('pro', 'live')
  await state.updateKey(revoked.record.id, { revokedAt: new Date(1).toISOString() })
  const spare = await Promise.all(Array.from({ length: 6 }, () => issue('pro', 'live')))
  return {
    free: (await issue('free', 'live')).key,
    pro: (await issue('pro', 'live')).key,
    revoked: revoked.key,
    testFree: (await issue('free', 'test')).key,
    testPro: (await issue('pro', 'test')).key,
    spare: spare.map(({ key }) => key),
  }
}
