import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import sirv from 'sirv'
import { fileNameOf } from '../export/file-name.ts'

const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' https:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
}

/** Serves the published folder: pages, documents, and the documents again under the addresses of the interface. */
export function createHost(distDir: string): Server {
  const files = sirv(distDir, { etag: true, dotfiles: false, single: false, dev: true })
  return createServer((request, response) => {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value)
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      answer(response, 405, 'METHOD_NOT_ALLOWED', 'Only GET and HEAD are answered.', {
        Allow: 'GET, HEAD',
      })
      return
    }
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    const document = documentOf(path)
    if (document) request.url = document
    files(request, response, () => notFound(request, response, path))
  })
}

/** The document that answers an address of the interface as it stands; null for any other address. */
function documentOf(path: string): string | null {
  if (path === '/v1/stats') return '/_data/live/stats.json'
  const [, id] = /^\/v1\/protocols\/([^/]+)$/.exec(path) ?? []
  if (id === undefined) return null
  try {
    return `/_data/live/protocols/${fileNameOf(decodeURIComponent(id))}.json`
  } catch {
    return null
  }
}

function notFound(request: IncomingMessage, response: ServerResponse, path: string): void {
  if (path.startsWith('/v1/protocols/')) {
    answer(response, 404, 'PROTOCOL_NOT_FOUND', 'No protocol matches the given id.')
  } else if (path.startsWith('/v1') || !request.headers.accept?.includes('text/html')) {
    answer(response, 404, 'NOT_FOUND', 'The requested resource does not exist.')
  } else {
    response.writeHead(404, { 'Content-Type': 'text/html; charset=utf-8' })
    response.end(
      '<!doctype html><html lang="en"><title>Not found</title><p>There is no such page. <a href="/">All protocols</a></p></html>',
    )
  }
}

function answer(
  response: ServerResponse,
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', ...headers })
  response.end(JSON.stringify({ success: false, data: null, error: { code, message, status } }))
}
