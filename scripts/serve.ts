import path from 'node:path'
import packageFile from '../package.json' with { type: 'json' }
import type { LogEntry } from '../src/api/gateway/gateway.ts'
import { listen } from '../src/api/host/node/listen.ts'
import { createNodeHost } from '../src/api/host/node/node-host.ts'
import { openState } from '../src/api/state/open-state.ts'
import { openSecret } from '../src/api/state/secret.ts'
import { readConfig } from '../src/config.ts'
import { PlimsollError } from '../src/errors.ts'
import { readManifest, recoverPublished } from '../src/publish/publish.ts'
import type { NodeFailures } from '../src/wallet/nodes/node-failures.ts'
import { SCAN_LIMITS } from '../src/wallet/scan-deps.ts'
import { readArguments } from './command/arguments.ts'
import { run } from './command/terminal.ts'

const HELP = `Serve the built site and the API: npm run serve

  HOST              address to listen on (default 127.0.0.1: only this machine; 0.0.0.0: all its addresses)
  PORT              port (default 8888)
  PLIMSOLL_DIST     folder to serve (default dist)
  STATE_URL         keys, counters and usage (default sqlite:data/state.sqlite)
  PLIMSOLL_SECRET   secret that keys and addresses are hashed with (default: made once, kept beside the state file)
  TRUST_PROXY       header with the client's address, set by a proxy in front (default: none)
  TRUST_PROXY_FROM  comma-separated addresses or prefixes of such proxies (default: this machine)
  WALLET_RPC_*      comma-separated RPC URLs for wallet scans: WALLET_RPC_ETHEREUM, … (default: public ones)
  LOG=json          one line on stderr for each request, and for each chain whose nodes failed a scan (default: only errors)`

/** After a signal to stop, requests in progress get this long: a wallet scan, and time to send its answer. */
const SHUTDOWN_GRACE_MS = SCAN_LIMITS.answerMs + 2_300

async function main(): Promise<void> {
  if (parse().help) {
    console.log(HELP)
    return
  }
  const {
    distDir,
    host,
    port,
    state: chosen,
    trustProxy,
    trustProxyFrom,
    log,
    wallet,
  } = readConfig()
  recoverPublished(distDir)
  if (!readManifest(distDir)) {
    throw new PlimsollError(
      'SNAPSHOT_REFUSED',
      `There is nothing to serve in ${distDir} yet. Run: npm start`,
    )
  }
  const secret = openSecret(chosen.secret, chosen.url, randomBytes)
  const state = await openState(chosen.url, {
    token: chosen.token,
    instance: crypto.randomUUID(),
    clock: Date.now,
  })
  const server = createNodeHost({
    distDir: path.resolve(distDir),
    state,
    secret,
    version: packageFile.version,
    trustProxy,
    trustProxyFrom,
    recover: () => recoverPublished(distDir),
    wallet: {
      settings: wallet,
      fetch,
      clock: () => performance.now(),
      ...(log === 'json' && { logNodes: (line) => writeLine({ level: 'info', ...line }) }),
    },
    now: Date.now,
    newRequestId: () => `req_${crypto.randomUUID().replaceAll('-', '')}`,
    log: (entry) => {
      if (log === 'json' || entry.level === 'error') writeLine(entry)
    },
    logFault: (error) => writeLine({ level: 'error', error: String(error) }),
  })
  const url = await listen(server, port, host).catch(async (error: unknown) => {
    await state.close()
    throw error
  })
  console.log(`Plimsoll ready at ${url}`)
  const stop = () => {
    server.close(() => void state.close())
    server.closeIdleConnections()
    setTimeout(() => server.closeAllConnections(), SHUTDOWN_GRACE_MS).unref()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
}

function parse(): { help: boolean } {
  return readArguments({ options: { help: { type: 'boolean', default: false } } }).values
}

/** Logs go to stderr: stdout holds only the line with the URL. */
function writeLine(entry: Partial<LogEntry> | ({ level: 'info' } & NodeFailures)): void {
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), ...entry })}\n`)
}

function randomBytes(length: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(length))
}

await run(main)
