import { once } from 'node:events'
import { createServer } from 'node:http'
import path from 'node:path'
import { build } from 'esbuild'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { ROOT } from '../scripts/run-script.ts'
import { CHROMIUM_FLAGS } from './chromium.ts'

/** A third-party site with the client in a script. */
const server = createServer((request, response) => {
  const { url = '' } = request
  const body = FILES[url]
  const isMoved = url.startsWith('/moved/')
  response.writeHead(isMoved ? 302 : body === undefined ? 404 : 200, {
    'Content-Type': url === '/' ? 'text/html' : 'text/javascript',
    ...(isMoved ? { Location: '/' } : {}),
  })
  response.end(body)
})
const WORKER = `
  import { createClient } from '/client.js'
  onmessage = async ({ data: baseUrl }) => {
    try {
      postMessage((await Array.fromAsync(createClient({ baseUrl }).protocols.all())).length)
    } catch (error) {
      postMessage(String(error))
    }
  }`
/** What the page does, as text: the tests' own transformation of modules does not reach it. */
const SCRIPTS = {
  read: `async (baseUrl) => {
    const { createClient, PlimsollError } = await import('/client.js')
    const client = createClient({ baseUrl })
    const rows = await Array.fromAsync(client.protocols.all())
    const { protocolCount } = await client.stats()
    const { limit } = client.rateLimit
    const error = await client.protocols.get('aavee-v3').catch((reason) => reason)
    const keyed = createClient({ baseUrl, apiKey: 'dpk_live_nobody' })
    const refused = await keyed.stats().catch(({ code }) => code)
    const isKnown = error instanceof PlimsollError
    const ids = new Set(rows.map(({ id }) => id)).size
    return { ids, protocolCount, limit, isKnown, error: error.toJSON(), refused }
  }`,
  work: `(baseUrl) => {
    const worker = new Worker('/worker.js', { type: 'module' })
    worker.postMessage(baseUrl)
    return new Promise((resolve) => {
      worker.onmessage = ({ data }) => resolve(data)
      worker.onerror = ({ message }) => resolve(message)
    })
  }`,
  redirect: `async (baseUrl) => {
    const { createClient } = await import('/client.js')
    const client = createClient({ baseUrl, maxRetries: 0 })
    return client.stats().catch(({ code, message }) => [code, message])
  }`,
}
const FILES: Record<string, string> = {
  '/': '<!doctype html><link rel="icon" href="data:,"><title>Elsewhere</title>',
  '/worker.js': WORKER,
}
let elsewhere: string
let browser: Browser

beforeAll(async () => {
  browser = await chromium.launch({ executablePath: inject('chromium'), args: CHROMIUM_FLAGS })
  const { outputFiles } = await build({
    entryPoints: [path.join(ROOT, 'src/client/index.ts')],
    ...{ bundle: true, minify: true, format: 'esm', write: false },
  })
  FILES['/client.js'] = outputFiles[0]?.text ?? ''
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  elsewhere = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
})

afterAll(async () => {
  await browser?.close()
  server.close()
  server.closeAllConnections()
})

/** Without the headers that other tests add to every request: the browser would ask whether they are allowed. */
async function runThere(script: keyof typeof SCRIPTS, baseUrl: string) {
  const page = await browser.newPage()
  try {
    await page.goto(elsewhere)
    return await page.evaluate(`(${SCRIPTS[script]})(${JSON.stringify(baseUrl)})`)
  } finally {
    await page.close()
  }
}

test('a page of another site reads every protocol, its limits and its errors', async () => {
  const seen = await runThere('read', inject('site'))
  const { protocolCount } = Object(seen)
  expect(seen).toMatchObject({
    ...{ ids: protocolCount, isKnown: true, limit: 1_000, refused: 'UNAUTHORIZED' },
    error: { code: 'PROTOCOL_NOT_FOUND', status: 404, requestId: expect.stringMatching(/^req_/) },
  })
  expect(protocolCount).toBeGreaterThan(100)
})

test('a worker reads every protocol', async () => {
  expect(await runThere('work', inject('site'))).toBeGreaterThan(100)
})

test('a redirect is an error that says so', async () => {
  expect(await runThere('redirect', `${elsewhere}/moved`)).toEqual([
    'INVALID_RESPONSE',
    'The service redirects, which the client never follows. Check baseUrl.',
  ])
})
