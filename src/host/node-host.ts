import type { Server } from 'node:http'
import type { Answer } from '../gateway/answer.ts'
import { createGateway, type LogEntry } from '../gateway/gateway.ts'
import type { Origin } from '../gateway/lists.ts'
import { handleProtocols, handleScreener, type ScreenerDependencies } from '../serve/screener.ts'
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
  /** Milliseconds since 1970. */
  now: () => number
  newRequestId: () => string
  log: (entry: LogEntry) => void
  /** Told of faults that no request's own line tells of. */
  logFault: (error: unknown) => void
}

/** The whole service in one process: the gateway, documents from the published folder, and functions called directly. */
export function createNodeHost(options: NodeHostOptions): Server {
  const { distDir, trustProxy, logFault, now } = options
  const gateway = createGateway({ ...options, origin: createOrigin(distDir, now, logFault) })
  return createHost({ distDir, gateway, trustProxy, log: logFault })
}

function createOrigin(distDir: string, clock: () => number, log: (error: unknown) => void): Origin {
  const files = dataFiles(distDir, clock)
  const parsed = new WeakMap<Answer, unknown>()
  const loadIndex: ScreenerDependencies['loadIndex'] = async (set) => {
    const answer = await files(`/_data/${set}/screener.json`)
    if (answer.status !== 200 || !(answer.body instanceof Uint8Array)) {
      throw new Error(`The screener index of ${set} cannot be read.`)
    }
    if (!parsed.has(answer)) parsed.set(answer, JSON.parse(Buffer.from(answer.body).toString()))
    return parsed.get(answer)
  }
  const functions = Object.entries({
    '/_fn/screener?': handleScreener,
    '/_fn/protocols?': handleProtocols,
  })
  return async (address) => {
    for (const [start, handle] of functions) {
      if (!address.startsWith(start)) continue
      const request = new Request(new URL(address, 'http://localhost'))
      return toAnswer(await handle(request, { loadIndex, log }))
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
