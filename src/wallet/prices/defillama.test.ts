import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { type PricedToken, priceKey } from '../model/price.ts'
import { askDefillama } from './defillama.ts'

const NOW = Date.UTC(2026, 10, 21, 12)
const tokenAt = (index: number): PricedToken => ({
  chain: 'Ethereum',
  token: `0x${index.toString(16).padStart(40, '0')}`,
  decimals: 18,
})
const tokens = (count: number) => Array.from({ length: count }, (_, index) => tokenAt(index + 1))

let servers: Server[] = []
afterEach(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  servers = []
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}

/** The keys that an address asks for. */
const keysOf = (url = '') => url.replace(/^\/prices\/current\/|\?.*$/g, '').split(',')
const coinsOf = (keys: string[]) =>
  Object.fromEntries(
    keys.map((key) => [key, { price: 2, timestamp: NOW / 1000, confidence: 0.99, decimals: 18 }]),
  )

const ask = (wanted: PricedToken[], baseUrl: string, timeoutMs = 1_000) =>
  askDefillama(wanted, { fetch, baseUrl, signal: AbortSignal.timeout(timeoutMs), nowMs: NOW })

describe('asking DefiLlama', () => {
  test('takes one request for 80 tokens and one more for the next', async () => {
    const urls: string[] = []
    const base = await serve((request, response) => {
      urls.push(request.url ?? '')
      response.end(JSON.stringify({ coins: coinsOf(keysOf(request.url)) }))
    })
    const prices = await ask([...tokens(81), tokenAt(1)], base)
    expect(urls.map((url) => keysOf(url).length).sort()).toEqual([1, 80])
    expect(urls[0]).toMatch(/^\/prices\/current\/ethereum:0x[^?]+\?searchWidth=4h$/)
    expect(prices.size).toBe(81)
    expect([...prices.values()].every(({ known }) => known)).toBe(true)
  })

  test('has no price from an answer that is nested too deep', async () => {
    const deep = `${'['.repeat(200)}${']'.repeat(200)}`
    const base = await serve((request, response) => {
      const coins = JSON.stringify(coinsOf(keysOf(request.url)))
      response.end(`{"coins":${coins},"more":${deep}}`)
    })
    const [price] = (await ask(tokens(1), base)).values()
    expect(price).toMatchObject({ known: false, reason: 'upstream-failed' })
  })

  test('sends no request when it knows none of the tokens', async () => {
    const nowhere = { chain: 'Nowhere', token: 'x', decimals: 0 }
    const prices = await ask([nowhere], 'http://127.0.0.1:1')
    expect(prices.get(priceKey(nowhere))).toMatchObject({ known: false, reason: 'not-covered' })
    expect(await ask([], 'http://127.0.0.1:1')).toEqual(new Map())
  })

  test('leaves the prices of one chunk when another fails', async () => {
    const base = await serve((request, response) => {
      const keys = keysOf(request.url)
      if (keys.length === 1) response.statusCode = 503
      response.end(JSON.stringify({ coins: coinsOf(keys) }))
    })
    const readings = [...(await ask(tokens(81), base)).values()]
    expect(readings.filter(({ known }) => known)).toHaveLength(80)
    expect(readings.find(({ known }) => !known)).toMatchObject({ reason: 'upstream-failed' })
  })

  test('does not ask for a flood of tokens', async () => {
    let requests = 0
    const base = await serve((_, response) => {
      requests++
      response.end('{"coins":{}}')
    })
    const prices = await ask(tokens(10_000), base)
    expect(requests).toBe(12)
    expect(prices.size).toBe(10_000)
  })

  test.each([
    ['answers 429', (_, response) => response.writeHead(429).end('{"coins":{}}')],
    ['answers with HTML', (_, response) => response.end('<html>')],
    ['answers with something else', (_, response) => response.end('{"coins":[]}')],
    ['sends too much', (_, response) => response.end(`{"coins":{},"x":"${'x'.repeat(600_000)}"}`)],
    ['hangs', () => undefined],
    ['stalls after its headers', (_, response) => response.writeHead(200).write('{"coins"')],
    ['breaks off', (request) => request.socket.destroy()],
  ] satisfies [string, RequestListener][])('gives no price when it %s', async (_, listener) => {
    const base = await serve(listener)
    const prices = await ask(tokens(1), base, 200)
    expect([...prices.values()]).toEqual([
      { known: false, reason: 'upstream-failed', source: 'defillama' },
    ])
  })

  test('ends in time even when its fetch does not listen to the signal', async () => {
    const deaf = () => new Promise<Response>(() => undefined)
    const options = { fetch: deaf, baseUrl: 'x', signal: AbortSignal.timeout(30), nowMs: NOW }
    const prices = await askDefillama(tokens(1), options)
    expect([...prices.values()]).toMatchObject([{ known: false, reason: 'upstream-failed' }])
  })
})
