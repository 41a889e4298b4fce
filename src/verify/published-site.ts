import { isIP } from 'node:net'
import path from 'node:path'
import * as z from 'zod'
import { summariesOf } from '../contract/index-rows.ts'
import type { ProtocolSummary } from '../contract/protocol-summary.ts'
import { screenerIndex } from '../contract/screener-index.ts'
import { PlimsollError } from '../domain/errors.ts'
import { compareTexts, firstDifference } from '../domain/first-difference.ts'
import { parseJson } from '../domain/json.ts'
import { isPublicAddress } from '../http/public-address.ts'
import { sitePlace } from '../publish/history-place.ts'
import { fetchPrevious } from '../publish/previous-snapshot.ts'
import { SCOREBOARD_FILE } from '../scoreboard/scoreboard.ts'
import { type Compared, type PublishedSnapshot, uncheckable } from './published.ts'

const DOCUMENT_MS = 30_000
/** Ten times the largest document. */
const DOCUMENT_BYTES = 5_000_000
const MAX_PAGES = 1_000

const health = z.looseObject({
  data: z.looseObject({ snapshot: z.looseObject({ id: z.string().min(1) }) }),
})
const listPage = z.looseObject({
  data: z.array(z.looseObject({ id: z.string() })),
  meta: z.looseObject({ pageCount: z.int().min(0) }),
})

interface SiteOptions {
  /** As the user typed it. */
  address: string
  /** An empty temporary folder. */
  workDir: string
  fetch: typeof fetch
  pause: (ms: number) => Promise<void>
  /** The addresses of a host name; empty when it has none. */
  lookUp: (host: string) => Promise<string[]>
}

/** Downloads what a site publishes. Throws `USAGE` for an invalid address and `UPSTREAM_…` for everything else. */
export async function openPublishedSite(options: SiteOptions): Promise<PublishedSnapshot> {
  const { workDir } = options
  const siteUrl = parseAddress(options.address)
  await refusePrivate(siteUrl, options.lookUp)
  const storeFile = path.join(workDir, 'plimsoll.sqlite')
  const refusal = (why: string) =>
    uncheckable(`The store that ${siteUrl} publishes could not be read: ${why}.`)
  const place = sitePlace(siteUrl, options.fetch)
  const { pause } = options
  const stored = await fetchPrevious({ place, storeFile, pause, refusal }).catch((error) => {
    if (error instanceof PlimsollError) throw error
    throw uncheckable(`The store that ${siteUrl} publishes cannot be unpacked or kept.`, error)
  })
  if ('absent' in stored) throw refusal(stored.absent)
  const site: Site = { siteUrl, fetch: options.fetch }
  const { id } = stored.manifest.snapshot
  const confirm = async () => {
    const served = await servedSnapshot(site)
    if (served === id) return
    throw uncheckable(
      `${siteUrl} serves snapshot ${served} and publishes the store of ${id}; it may just be changing. Try again.`,
    )
  }
  await confirm()
  return {
    storeFile,
    storeName: `of ${siteUrl}`,
    snapshotId: id,
    // Not compared: a site does not serve the document with this setting.
    refreshDays: null,
    isKnownCode: () => false,
    readProtocol: (slug) => ask(site, `/v1/protocols/${encodeURIComponent(slug)}`),
    compareAll: (rebuilt) => compareRows(site, rebuilt),
    confirm,
  }
}

interface Site {
  siteUrl: string
  fetch: typeof fetch
}

/** The origin of a site. Plain http is allowed for this machine only. */
function parseAddress(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null
  const bad = (why: string) => new PlimsollError('USAGE', `--snapshot ${address}: ${why}`)
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw bad('this is neither a folder nor an address that starts with https://.')
  }
  if (url.username || url.password) throw bad('leave name and password out of the address.')
  if (url.pathname !== '/' || url.search || url.hash) {
    throw bad(`name the site alone, such as ${url.origin}.`)
  }
  if (url.protocol === 'http:' && !isLocal(url.hostname)) {
    throw bad('only localhost is read over http; use https://.')
  }
  return url.origin
}

function isLocal(hostname: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

async function refusePrivate(
  siteUrl: string,
  lookUp: (host: string) => Promise<string[]>,
): Promise<void> {
  const { hostname } = new URL(siteUrl)
  if (isLocal(hostname)) return
  const bare = hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(bare) ? [bare] : await lookUp(bare)
  if (!addresses.every(isPublicAddress)) {
    throw new PlimsollError(
      'USAGE',
      `${siteUrl} is an address of a private network; only localhost is read there.`,
    )
  }
}

async function servedSnapshot(site: Site): Promise<string> {
  const parsed = health.safeParse(parseJson((await ask(site, '/v1/health')) ?? ''))
  if (parsed.success) return parsed.data.data.snapshot.id
  throw uncheckable(`${site.siteUrl}/v1/health does not say which snapshot is served.`)
}

/** The body of a response; null for 404. Redirects are not followed. */
async function ask({ siteUrl, fetch: request }: Site, target: string): Promise<string | null> {
  const url = siteUrl + target
  let response: Response
  let text: string
  try {
    response = await request(url, {
      redirect: 'manual',
      signal: AbortSignal.timeout(DOCUMENT_MS),
      headers: { Accept: 'application/json' },
    })
    text = await readText(response, url)
  } catch (error) {
    if (error instanceof PlimsollError) throw error
    throw new PlimsollError('UPSTREAM_UNREACHABLE', `${url} could not be read, or broke off.`, {
      cause: error,
    })
  }
  if (response.status === 200) return text
  if (response.status === 404) return null
  const wait = response.headers.get('Retry-After')
  throw new PlimsollError(
    'UPSTREAM_UNREACHABLE',
    response.status === 429
      ? `${siteUrl} answers no more requests from here for now${wait && /^\d{1,6}$/.test(wait) ? `; try again in ${wait} seconds` : ''}.`
      : `${url} answered with status ${response.status}.`,
  )
}

async function readText(response: Response, url: string): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    parts.push(part)
    bytes += part.length
    if (bytes > DOCUMENT_BYTES) {
      throw new PlimsollError('UPSTREAM_TOO_LARGE', `${url} sent more than a document may have.`)
    }
  }
  return Buffer.concat(parts).toString('utf8')
}

/**
 * Compares every row of a site's list, and the scoreboard: reading thousands of single documents would exceed the site's limits.
 */
async function* compareRows(
  site: Site,
  rebuilt: ReadonlyMap<string, string>,
): AsyncGenerator<Compared> {
  const rows = rowsOf(rebuilt)
  let pageCount = 1
  for (let page = 1; page <= Math.min(pageCount, MAX_PAGES); page += 1) {
    const query = `sort_by=name&sort_dir=asc&per_page=100&page=${page}`
    const parsed = listPage.safeParse(parseJson((await ask(site, `/v1/protocols?${query}`)) ?? ''))
    if (!parsed.success) throw uncheckable(`${site.siteUrl}/v1/protocols did not answer a list.`)
    pageCount = parsed.data.meta.pageCount
    for (const row of parsed.data.data) {
      yield { kind: 'protocol', name: row.id, difference: firstDifference(row, rows.get(row.id)) }
      rows.delete(row.id)
    }
  }
  for (const [name, row] of rows) {
    yield { kind: 'protocol', name, difference: firstDifference(undefined, row) }
  }
  const served = await ask(site, `/${SCOREBOARD_FILE}`)
  const body = rebuilt.get(SCOREBOARD_FILE) ?? ''
  const difference =
    served === null
      ? { path: '', published: undefined, rebuilt: 'a document' }
      : compareTexts(served, body)
  yield { kind: 'document', name: SCOREBOARD_FILE, difference }
}

function rowsOf(rebuilt: ReadonlyMap<string, string>): Map<string, ProtocolSummary> {
  const index = screenerIndex.parse(JSON.parse(rebuilt.get('screener.json') ?? ''))
  return new Map(summariesOf(index).map((row) => [row.id, row]))
}
