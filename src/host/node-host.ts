import type { Server } from 'node:http'
import type { Answer } from '../gateway/answer.ts'
import { createGateway, type LogEntry } from '../gateway/gateway.ts'
import type { DataSet, Origin } from '../gateway/lists.ts'
import { handleProtocols, handleScreener } from '../serve/screener.ts'
import { handleWallet, openWalletScans, type WalletScansOptions } from '../serve/wallet.ts'
import type { StateStore } from '../state/state-store.ts'
import { dataFiles } from './data-files.ts'
import { createHost } from './server.ts'

export interface NodeHostOptions {
  distDir: string
  state: StateStore
  secret: string
  version: string
  /** Lower-case name of the header that names the client's address; null without a proxy in front. */
  trustProxy: string | null
  /** What scans of live wallets look at. */
  wallet: Pick<WalletScansOptions, 'settings' | 'fetch' | 'clock' | 'logNodes'>
  /** Milliseconds since 1970. */
  now: () => number
  newRequestId: () => string
  log: (entry: LogEntry) => void
  /** Told of faults that no request's own line tells of. */
  logFault: (error: unknown) => void
}

/** The whole service in one process: the gateway, documents from the published folder, and functions called directly. */
export function createNodeHost(options: NodeHostOptions): Server {
  const { distDir, trustProxy, logFault } = options
  const gateway = createGateway({ ...options, origin: createOrigin(options) })
  return createHost({ distDir, gateway, trustProxy, log: logFault })
}

function createOrigin({ distDir, wallet, now, logFault: log }: NodeHostOptions): Origin {
  const files = dataFiles(distDir, now)
  const parsed = new WeakMap<Answer, unknown>()
  const loadDocument = async (name: string): Promise<unknown> => {
    const answer = await files(`/_data/${name}`)
    if (answer.status !== 200 || !(answer.body instanceof Uint8Array)) {
      throw new Error(`The document ${name} cannot be read.`)
    }
    if (!parsed.has(answer)) parsed.set(answer, JSON.parse(Buffer.from(answer.body).toString()))
    return parsed.get(answer)
  }
  const screener = { loadIndex: (set: DataSet) => loadDocument(`${set}/screener.json`), log }
  const scan = openWalletScans({
    ...wallet,
    loadDocument: (name) => loadDocument(`live/${name}`),
    now,
    log,
  })
  const functions: [string, (request: Request) => Promise<Response>][] = [
    ['/_fn/screener?', (request) => handleScreener(request, screener)],
    ['/_fn/protocols?', (request) => handleProtocols(request, screener)],
    ['/_fn/wallet?', (request) => handleWallet(request, { scan, log })],
  ]
  return async (address) => {
    for (const [start, handle] of functions) {
      if (!address.startsWith(start)) continue
      return toAnswer(await handle(new Request(new URL(address, 'http://localhost'))))
    }
    return files(address)
  }
}

const NAMES = ['Content-Type', 'ETag', 'Retry-After']

async function toAnswer(response: Response): Promise<Answer> {
  const headers: Record<string, string> = {}
  for (const name of NAMES) {
    const value = response.headers.get(name)
    if (value !== null) headers[name] = value
  }
  return { status: response.status, headers, body: await response.text() }
}
