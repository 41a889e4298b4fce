import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect } from 'vitest'
import { matchRoute } from '../../api/routes/routes.ts'
import { validateResponse } from '../api/conformance.ts'
import type { WalletWorld } from '../api/wallet-world.ts'

/** A host under test. Everything is requested over HTTP; only what HTTP cannot show is here. */
export interface Target {
  baseUrl: string
  keys: {
    free: string
    pro: string
    /** A live key that was revoked. */
    revoked: string
    /** Sandbox keys, one a plan. */
    testFree: string
    testPro: string
    /** Spare Pro keys, for tests that spend many requests. */
    spare: string[]
  }
  capabilities: Capabilities
  /** What its wallet scans look at; null where they find nothing. */
  world: WalletWorld | null
}

export interface Capabilities {
  /** Header in which the host accepts the client's address; null when every client has the same one. */
  clientHeader: string | null
  /** Sets the host's clock, in milliseconds since 1970; null when it has the real one. */
  setClock: ((now: number) => void) | null
  /** Sets the time of scans to this share of the usual one; null when it has the usual one. */
  setScanTime: ((share: number) => void) | null
  /** Counts are exact, and requests that are refused or answered by a file count once. */
  exactCounts: boolean
  /** Paths reach the host as they were sent. A proxy in front may tidy them first. */
  rawPaths: boolean
  /** A 403 or 404 of a function reaches the client as it is. `netlify dev` shows the answer to another name that it tries then. */
  keepsRefusals: boolean
  /** Files have the types of the host's settings. `netlify dev` shows those that it knows by itself instead. */
  ownTypes: boolean
  /** Whether a sweep over values is asked for all of them, or for the last alone: each request takes some hosts long. */
  sweeps: 'all' | 'last'
  /** Codings that the host compresses with, the best first. */
  encodings: ('br' | 'gzip')[]
  /** A slug that a protocol of the live set had before, and the one it has now. */
  alias: { former: string; current: string }
  /** Slug of a protocol of the live set that only the first of its two snapshots lists. */
  retired: string
}

/** Those of a Node host that has the real clock and no other address or encoding than those of the tests. */
export const PLAIN_CAPABILITIES: Omit<Capabilities, 'alias' | 'retired'> = {
  clientHeader: 'x-client-address',
  setClock: null,
  setScanTime: null,
  exactCounts: true,
  rawPaths: true,
  keepsRefusals: true,
  ownTypes: true,
  sweeps: 'all',
  encodings: [],
}

export interface Reply {
  status: number
  headers: IncomingHttpHeaders
  /** Length of the body as it was sent. */
  sentBytes: number
  /** After decompression. */
  text: string
  json: unknown
}

export interface AskOptions {
  method?: string
  key?: string
  /** Address of an anonymous client; without one and without a key, a new client. */
  client?: string
  headers?: Record<string, string>
}

const agent = new Agent({ keepAlive: true, maxSockets: 16 })
let strangers = 0
let turn = 0

/** Asks the host, and holds what it answers against the OpenAPI description. */
export async function ask(target: Target, path: string, options: AskOptions = {}): Promise<Reply> {
  const reply = await send(target, path, options)
  const pathname = path.split('?')[0] ?? ''
  const { method = 'GET' } = options
  const route = matchRoute(pathname)?.route.id ?? null
  const headers = Object.entries(reply.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ])
  expect(validateResponse(route, reply.status, headers, reply.text, method), path).toEqual([])
  return reply
}

/** Asks without looking at the answer. */
export function send(target: Target, path: string, options: AskOptions = {}): Promise<Reply> {
  const { method = 'GET', headers = {} } = options
  const { hostname, port } = new URL(target.baseUrl)
  const sent = { ...headers, ...identity(target, options) }
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path, method, headers: sent, agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const body = Buffer.concat(chunks)
        const text = decoded(body, response.headers['content-encoding'])
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          sentBytes: body.length,
          text,
          json: parse(text),
        })
      })
    })
    asked.on('error', reject)
    asked.end()
  })
}

/** Who asks: a key, a client, or a new client. Where all clients are one, a spare key keeps the tests within its limits. */
function identity(target: Target, { key, client }: AskOptions): Record<string, string> {
  const { clientHeader } = target.capabilities
  const named: Record<string, string> = {}
  if (key !== undefined) named['X-API-Key'] = key
  if (clientHeader !== null) named[clientHeader] = client ?? stranger()
  else if (key === undefined && client === undefined) named['X-API-Key'] = spareKey(target)
  return named
}

/** Whether this host is asked for all that code which every host has judges alone, or for one case of it. */
export function isWhole({ capabilities }: Target): boolean {
  return capabilities.sweeps === 'all'
}

/** The values of a sweep that this host is asked for. All of them are judged by code that every host has. */
export function sweep<T>(target: Target, values: readonly T[]): readonly T[] {
  return isWhole(target) ? values : values.slice(-1)
}

/** Lists that the function of the screener answers like the screener itself. */
const LIKE_THE_SCREENER = /^\/v1\/(search|protocols|stress|incidents)(\?|$)/

/** The routes that this host is asked for: all of them, or those that other code answers. */
export function sweepRoutes(target: Target, paths: readonly string[]): readonly string[] {
  return isWhole(target) ? paths : paths.filter((path) => !LIKE_THE_SCREENER.test(path))
}

/** An address of its own for each call. */
export function stranger(): string {
  strangers += 1
  return `10.${(strangers >> 16) & 255}.${(strangers >> 8) & 255}.${strangers & 255}`
}

/** A Pro key; each call gets the next one. */
export function spareKey({ keys }: Target): string {
  turn += 1
  return keys.spare[turn % keys.spare.length] ?? keys.pro
}

function decoded(body: Buffer, encoding: string | undefined): string {
  if (encoding === 'br') return brotliDecompressSync(body).toString()
  return (encoding === 'gzip' ? gunzipSync(body) : body).toString()
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
