import { type FileHandle, open } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createCompressor } from './compression.ts'
import { plainPath } from './target.ts'

const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' https:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
}

/** What programs read: a page of any site may, as it may read the API. */
export const READ_FROM_ANYWHERE = ['/openapi.json', '/openapi-3.1.json', '/snapshot/manifest.json']

const TYPES: Record<string, string> = {
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

const TEXT = /^(text\/|application\/(json|xml)|image\/svg)/

/** Text up to this size is compressed in memory; anything else is sent from the disk as it is. */
const MOST_TEXT_BYTES = 2_000_000

type Compressor = ReturnType<typeof createCompressor>

interface Page {
  handle: FileHandle
  name: string
  size: number
  tag: string
}

/**
 * Answers with the files of the published folder: the file itself, `NAME.html`, `NAME/index.html`, or the page for 404.
 * Text is compressed as the client accepts it.
 */
export function createPages(
  distDir: string,
): (request: IncomingMessage, response: ServerResponse, pathname: string) => Promise<void> {
  const root = path.resolve(distDir)
  const compress = createCompressor()
  return async (request, response, pathname) => {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value)
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end()
      return
    }
    const page = await openPage(root, pathname)
    if (page) return sendPage(page, 200, request, response, compress)
    const lost = await openFile(root, '/404.html')
    if (lost) return sendPage(lost, 404, request, response, compress)
    response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' })
    response.end('There is no such page.')
  }
}

async function openPage(root: string, pathname: string): Promise<Page | null> {
  const plain = plainPath(pathname)
  // Files that begin with a dot are nobody's business.
  if (plain === null || plain.includes('/.')) return null
  const bare = plain.replace(/\/$/, '')
  const names = bare === '' ? ['/index.html'] : [bare, `${bare}.html`, `${bare}/index.html`]
  for (const name of names) {
    const page = await openFile(root, name)
    if (page) return page
  }
  return null
}

/** Opened before it is looked at, so that a folder published meanwhile cannot take it away. */
async function openFile(root: string, name: string): Promise<Page | null> {
  const handle = await open(path.join(root, name)).catch(() => null)
  if (!handle) return null
  const stats = await handle.stat()
  if (stats.isFile()) {
    return { handle, name, size: stats.size, tag: `W/"${stats.size}-${stats.mtimeMs}"` }
  }
  await handle.close()
  return null
}

async function sendPage(
  page: Page,
  status: 200 | 404,
  request: IncomingMessage,
  response: ServerResponse,
  compress: Compressor,
): Promise<void> {
  const { handle, name, size, tag } = page
  try {
    const type = TYPES[path.extname(name)] ?? 'application/octet-stream'
    const isText = TEXT.test(type)
    response.setHeader('Cache-Control', 'no-cache')
    if (READ_FROM_ANYWHERE.includes(name)) response.setHeader('Access-Control-Allow-Origin', '*')
    if (isText) response.setHeader('Vary', 'Accept-Encoding')
    if (status === 200) response.setHeader('ETag', tag)
    if (status === 200 && request.headers['if-none-match'] === tag) {
      response.writeHead(304).end()
      return
    }
    response.statusCode = status
    response.setHeader('Content-Type', type)
    if (isText && size <= MOST_TEXT_BYTES) return await sendText(page, request, response, compress)
    response.setHeader('Content-Length', size)
    if (request.method === 'HEAD') response.end()
    else await sendFile(handle, response)
  } finally {
    await handle.close()
  }
}

/** A client that goes away before the end of a file, or as soon as it has it, is no fault. */
async function sendFile(handle: FileHandle, response: ServerResponse): Promise<void> {
  try {
    await pipeline(handle.createReadStream({ autoClose: false }), response)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }
}

async function sendText(
  { handle, name, tag }: Page,
  request: IncomingMessage,
  response: ServerResponse,
  compress: Compressor,
): Promise<void> {
  // The compressor remembers by tag, and two pages written at once may have the same one.
  const plain = { status: 200, headers: { ETag: `${name} ${tag}` }, body: await handle.readFile() }
  const accepted = String(request.headers['accept-encoding'] ?? '')
  const { headers, body } = await compress(plain, accepted)
  const encoding = headers['Content-Encoding']
  if (encoding) response.setHeader('Content-Encoding', encoding)
  response.setHeader('Content-Length', body?.length ?? 0)
  // Node sends no body after HEAD.
  response.end(body)
}
