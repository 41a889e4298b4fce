import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import packageFile from '../package.json' with { type: 'json' }
import type { LogEntry } from '../src/api/gateway/gateway.ts'
import { createNodeHost } from '../src/api/host/node/node-host.ts'
import { openState } from '../src/api/state/open-state.ts'
import { openSecret } from '../src/api/state/secret.ts'
import { readConfig } from '../src/config.ts'
import { PlimsollError } from '../src/errors.ts'
import { readManifest, recoverPublished } from '../src/publish/publish.ts'
import type { NodeFailures } from '../src/wallet/nodes/node-failures.ts'
import { SCAN_LIMITS } from '../src/wallet/scan-deps.ts'
import { readArguments } from './arguments.ts'
import { run } from './terminal.ts'

const HELP = `Serve what is built: npm run serve

  HOST              address to listen on (default 127.0.0.1: this machine only; 0.0.0.0: every address it has)
  PORT              port (default 8888)
  PLIMSOLL_DIST     folder to serve (default dist)
  STATE_URL         keys, counters and usage (default sqlite:data/state.sqlite)
  PLIMSOLL_SECRET   what keys and addresses are hashed with (default: made once, kept beside the state file)
  TRUST_PROXY       header with the client's address, set by a proxy in front (default: none is believed)
  TRUST_PROXY_FROM  addresses or prefixes of such proxies, between commas (default: this machine)
  WALLET_RPC_*      nodes for wallet scans, as URLs between commas: WALLET_RPC_ETHEREUM, … (default: public ones)
  LOG=json          a line on stderr for every request, and for every chain whose nodes failed a scan (default: only for faults)`

/** Requests that are still being answered get this long after a signal to stop: a wallet scan, and time to send it. */
const FAREWELL_MS = SCAN_LIMITS.answerMs + 2_300

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
  server.listen(port, host)
  await once(server, 'listening').catch(async (error: unknown) => {
    await state.close()
    throw cannotListen(port, error)
  })
  const { port: bound } = server.address() as AddressInfo
  console.log(`Plimsoll ready at http://${hereIs(host)}:${bound}`)
  const stop = () => {
    server.close(() => void state.close())
    server.closeIdleConnections()
    setTimeout(() => server.closeAllConnections(), FAREWELL_MS).unref()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
}

function cannotListen(port: number, error: unknown): PlimsollError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') {
    const next = port < 65_535 ? port + 1 : 8888
    return new PlimsollError(
      'USAGE',
      `Port ${port} is in use. Stop the other program, or choose another port: PORT=${next} npm run serve`,
    )
  }
  if (code === 'EACCES') {
    return new PlimsollError(
      'USAGE',
      `Port ${port} needs more rights than this user has. Choose one above 1023: PORT=8888 npm run serve`,
    )
  }
  return new PlimsollError('USAGE', `Port ${port} cannot be served: ${String(error)}`)
}

/** What a browser on this machine calls the address. */
function hereIs(host: string): string {
  if (['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

function parse(): { help: boolean } {
  return readArguments({ options: { help: { type: 'boolean', default: false } } }).values
}

/** Standard output belongs to the line that says where to look. */
function writeLine(entry: Partial<LogEntry> | ({ level: 'info' } & NodeFailures)): void {
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), ...entry })}\n`)
}

function randomBytes(length: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(length))
}

await run(main)
