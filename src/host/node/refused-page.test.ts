import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { listenInTest } from '../../testing/listen-in-test.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { createPages } from './pages.ts'

/** Asks for a page of a site that refuses every address for twelve seconds. */
async function ask(path: string, accept: string): Promise<Response> {
  const serve = createPages({
    distDir: temporaryFolder(),
    limits: { pageWait: () => Promise.resolve(12), refuseDownload: async () => null },
    awaitFolder: async () => false,
    log: () => undefined,
  })
  const server = createServer((request, response) =>
    serve(request, response, request.url ?? '/', '192.0.2.1').catch(() => response.destroy()),
  )
  const port = await listenInTest(server)
  return fetch(`http://127.0.0.1:${port}${path}`, { headers: { accept } })
}

test('a browser that asked for too many pages gets one that says when to try again', async () => {
  const refused = await ask('/protocol/tern/', 'text/html,application/xhtml+xml;q=0.9')
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('12')
  expect(refused.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(refused.headers.get('cache-control')).toBe('no-store')
  expect(refused.headers.get('content-security-policy')).toContain("default-src 'none'")
  const text = await refused.text()
  expect(text).toContain('<h1>Too many requests</h1>')
  expect(text).toContain('Try again in 12 seconds.')
  expect(text).not.toMatch(/style|script/)
})

test.each([
  ['/logo.svg', '*/*', 'text/plain; charset=utf-8'],
  ['/bulk/latest/scores.csv', 'text/html', 'application/json; charset=utf-8'],
])('%s for %s is refused as %s', async (path, accept, type) => {
  const refused = await ask(path, accept)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('12')
  expect(refused.headers.get('content-type')).toBe(type)
})
