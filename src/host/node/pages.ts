import type { FileHandle } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { downloadKind } from '../../contract/admission.ts'
import { errorBody, type ProblemCode } from '../../contract/problems.ts'
import { JSON_TYPE } from '../../http/api-response.ts'
import { type Range, readRange } from '../../http/byte-range.ts'
import { formatRefused } from '../../state/admission.ts'
import { bulkHeaders } from './bulk-files.ts'
import { chooseEncoding, createCompressor } from './compression.ts'
import type { FileLimits } from './file-limits.ts'
import { type OpenPage, openPage } from './open-page.ts'
import { packageHeaders } from './package-files.ts'
import { movedTo } from './redirects.ts'
import { refusedPage } from './refused-page.ts'

const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'",
  'X-Frame-Options': 'DENY',
}

/** Cards are shown in frames of any site, also of one that isolates itself (COEP), and in a sandbox. */
const CARD_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *",
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Robots-Tag': 'noindex',
}

/** Files for programs and for other sites: a page of any site may read or show them, like the API. `*` is any text. */
export const READ_FROM_ANYWHERE = [
  '/openapi.json',
  '/openapi-3.1.json',
  '/scoreboard.json',
  '/snapshot/manifest.json',
  '/changes.json',
  '/incidents.json',
  '/protocol/*/feed.json',
  '/*.atom',
  '/badge/*',
  '/bulk/*',
]

const IS_READ_FROM_ANYWHERE = new RegExp(
  `^(${READ_FROM_ANYWHERE.map((path) => path.replaceAll('.', '\\.').replaceAll('*', '.*')).join('|')})$`,
)

/** Badges and cards are on pages of others, which keep them this long without asking again. */
const BADGE_CACHE = 'public, max-age=300, must-revalidate'

const TYPES: Record<string, string> = {
  '.atom': 'application/atom+xml; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
}

const TEXT = /^(text\/|application\/(json|xml|atom\+xml)|image\/svg)/

/** Text up to this size is compressed in memory; any other file is streamed from the disk. */
const MAX_TEXT_BYTES = 2_000_000

type Compressor = ReturnType<typeof createCompressor>

const RETRY_AFTER_SECONDS = 30

/** What is counted of a download, as a refusal names it. */
const DOWNLOADED = 'kilobytes of downloads'

export interface PagesOptions {
  distDir: string
  limits: FileLimits
  /** Waits for a published folder that is being replaced; false when it was there. */
  awaitFolder: () => Promise<boolean>
  /** Takes the reason why a page could not be read. */
  log: (error: unknown) => void
}

/**
 * Answers with the files of the published folder: the file itself, `NAME.html`, `NAME/index.html`, or the page for 404, which
 * downloads of programs get as an error of the API.
 * 301 for a page that has moved, 503 for a file that cannot be opened, 429 for too many pages in a minute. Text is compressed as the client accepts it.
 * Not sirv: while a new folder is published it either serves its list of old files or stats and opens a file in separate
 * steps, and the stream of a file that is gone by then has no error handler and ends the process.
 */
export function createPages(
  options: PagesOptions,
): (
  request: IncomingMessage,
  response: ServerResponse,
  pathname: string,
  ip: string,
) => Promise<void> {
  const root = path.resolve(options.distDir)
  const compress = createCompressor()
  return async (request, response, pathname, ip) => {
    secure(response)
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      refuse(request, response, pathname, 'METHOD_NOT_ALLOWED', 'Only GET and HEAD are allowed.')
      return
    }
    const wait = await options.limits.pageWait(ip)
    if (wait > 0) {
      const text = `Too many requests in this minute. Try again in ${wait} seconds.`
      refuse(request, response, pathname, 'RATE_LIMIT_EXCEEDED', text, wait)
      return
    }
    try {
      let page = await openPage(root, pathname)
      if (!page && (await options.awaitFolder())) page = await openPage(root, pathname)
      const moved = page?.status === 200 ? null : movedTo(pathname)
      if (moved !== null) await sendOn(moved, page, response)
      else if (page && (page.status === 200 || !isForPrograms(pathname))) {
        await sendPage(page, request, response, { compress, limits: options.limits, ip })
      } else {
        await page?.handle.close()
        refuse(request, response, pathname, 'NOT_FOUND', 'There is nothing at this address.')
      }
    } catch (error) {
      if (response.headersSent || response.destroyed) throw error
      options.log(error)
      startOver(response)
      const text = `This page cannot be read. Try again in ${RETRY_AFTER_SECONDS} seconds.`
      refuse(request, response, pathname, 'DATA_UNAVAILABLE', text, RETRY_AFTER_SECONDS)
    }
  }
}

function secure(response: ServerResponse): void {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value)
}

/** Drops the headers that were set for a file. */
function startOver(response: ServerResponse): void {
  for (const name of response.getHeaderNames()) response.removeHeader(name)
  secure(response)
}

/** Files that programs download: what is refused there has the envelope of the API, not a text for readers. */
function isForPrograms(pathname: string): boolean {
  return /^\/(bulk|snapshot)\//.test(pathname)
}

function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  pathname: string,
  code: ProblemCode,
  text: string,
  waitSeconds = 0,
): void {
  const body = errorBody(code, text)
  const isJson = isForPrograms(pathname)
  const page = isJson ? null : refusedPage(request, code, text)
  const type = page ? 'text/html' : 'text/plain'
  response.writeHead(body.error.status, {
    ...{
      'Content-Type': isJson ? JSON_TYPE : `${type}; charset=utf-8`,
      'Cache-Control': 'no-store',
    },
    ...(code === 'METHOD_NOT_ALLOWED' && { Allow: 'GET, HEAD' }),
    ...(waitSeconds > 0 && { 'Retry-After': waitSeconds }),
    ...(isJson && { 'Access-Control-Allow-Origin': '*' }),
  })
  response.end(isJson ? JSON.stringify(body) : (page ?? text))
}

async function sendOn(to: string, page: OpenPage | null, response: ServerResponse): Promise<void> {
  await page?.handle.close()
  response.writeHead(301, { Location: to, 'Cache-Control': 'no-cache' }).end()
}

async function sendPage(
  page: OpenPage,
  request: IncomingMessage,
  response: ServerResponse,
  { compress, limits, ip }: { compress: Compressor; limits: FileLimits; ip: string },
): Promise<void> {
  const { status, handle, name, size, tag } = page
  try {
    const bulk = status === 200 ? bulkHeaders(name) : null
    const files = bulk ?? packageHeaders(name)
    const type = files?.['Content-Type'] ?? TYPES[path.extname(name)] ?? 'application/octet-stream'
    const isText = TEXT.test(type)
    const isBadge = name.startsWith('/badge/')
    const isCard = name.startsWith('/embed/')
    response.setHeader('Cache-Control', isBadge || isCard ? BADGE_CACHE : 'no-cache')
    for (const [header, value] of Object.entries(files ?? {})) response.setHeader(header, value)
    if (isCard) {
      for (const [header, value] of Object.entries(CARD_HEADERS)) response.setHeader(header, value)
      response.removeHeader('X-Frame-Options')
    }
    if (isBadge) response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin')
    if (IS_READ_FROM_ANYWHERE.test(name)) response.setHeader('Access-Control-Allow-Origin', '*')
    if (isText) response.setHeader('Vary', 'Accept-Encoding')
    if (status === 200) response.setHeader('ETag', tag)
    if (status === 200 && request.headers['if-none-match'] === tag) {
      response.writeHead(304).end()
      return
    }
    response.statusCode = status
    response.setHeader('Content-Type', type)
    const range =
      bulk && !request.headers['if-range'] ? readRange(request.headers.range, size) : null
    const isSent = request.method === 'GET' && status === 200 && range !== 'none'
    if (isSent && downloadKind(name)) {
      const refused = await limits.refuseDownload(range ? range.end - range.start + 1 : size, ip)
      if (refused) {
        startOver(response)
        const text = formatRefused(refused, DOWNLOADED)
        return refuse(request, response, name, 'RATE_LIMIT_EXCEEDED', text, refused.seconds)
      }
    }
    if (range) return await sendRange(page, request, response, range)
    const isShrunk = isText && size <= MAX_TEXT_BYTES && acceptsCoding(request)
    if (isShrunk) return await sendText(page, request, response, compress)
    response.setHeader('Content-Length', size)
    if (request.method === 'HEAD') response.end()
    else await sendFile(handle, response)
  } finally {
    await handle.close()
  }
}

/** A part of a file of tables: readers of Parquet ask for the columns that they need. */
async function sendRange(
  { handle, size }: OpenPage,
  { method }: IncomingMessage,
  response: ServerResponse,
  range: Range | 'none',
): Promise<void> {
  if (range === 'none') {
    response.writeHead(416, { 'Content-Range': `bytes */${size}` }).end()
    return
  }
  response.statusCode = 206
  response.setHeader('Content-Range', `bytes ${range.start}-${range.end}/${size}`)
  response.setHeader('Content-Length', range.end - range.start + 1)
  if (method === 'HEAD') response.end()
  else await sendFile(handle, response, range)
}

/** A client that disconnects early is not a fault. */
async function sendFile(
  handle: FileHandle,
  response: ServerResponse,
  range: Partial<Range> = {},
): Promise<void> {
  try {
    await pipeline(handle.createReadStream({ ...range, autoClose: false }), response)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }
}

/** Without compression the file is streamed, so a slow client uses little memory. */
function acceptsCoding({ headers }: IncomingMessage): boolean {
  return chooseEncoding(String(headers['accept-encoding'] ?? '')) !== null
}

async function sendText(
  { handle, name, tag }: OpenPage,
  request: IncomingMessage,
  response: ServerResponse,
  compress: Compressor,
): Promise<void> {
  // The compressor caches by tag, and two pages of one size and time have the same tag.
  const plain = { status: 200, headers: { ETag: `${name} ${tag}` }, body: await handle.readFile() }
  const accepted = String(request.headers['accept-encoding'] ?? '')
  const { headers, body } = await compress(plain, accepted)
  const encoding = headers['Content-Encoding']
  if (encoding) response.setHeader('Content-Encoding', encoding)
  response.setHeader('Content-Length', body?.length ?? 0)
  // Node sends no body after HEAD.
  response.end(body)
}
