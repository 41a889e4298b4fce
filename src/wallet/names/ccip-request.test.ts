import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isPublicAddress } from '../../http/public-address.ts'
import { askGateway, GATEWAY_LIMITS, type GatewayWorld } from './ccip-request.ts'
import { type Gateway, HOST, startGateway } from './fixtures/gateway.ts'

let gateway: Gateway
let here: GatewayWorld

beforeEach(async () => {
  gateway = await startGateway()
  here = gateway.world
})

afterEach(() => gateway.stop())

/** The world as it is, but for the names in it. */
const resolving = (...addresses: string[]): GatewayWorld => ({
  addressesOf: async () => addresses,
  isAllowed: isPublicAddress,
})

const ask = (
  url: string,
  world: GatewayWorld,
  more: { body?: string; signal?: AbortSignal; timeoutMs?: number } = {},
) =>
  askGateway(
    {
      url,
      method: more.body === undefined ? 'GET' : 'POST',
      body: more.body ?? null,
      signal: more.signal ?? new AbortController().signal,
    },
    { ...GATEWAY_LIMITS, timeoutMs: more.timeoutMs ?? 20_000 },
    world,
  )

const honest = () => `https://${HOST}:${gateway.port}/lookup?a=1`

describe('a gateway on the public internet', () => {
  test('is asked at the address that was checked, by its own name and without credentials', async () => {
    await expect(ask(honest(), here)).resolves.toBe('{"data":"0x01"}')
    expect(gateway.requests).toHaveLength(1)
    expect(gateway.requests[0]).toMatchObject({ method: 'GET', url: '/lookup?a=1' })
    expect(Object.keys(gateway.requests[0]?.headers ?? {}).sort()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
    ])
    expect(gateway.requests[0]?.headers.host).toBe(`${HOST}:${gateway.port}`)
  })

  test('is sent the body of a POST', async () => {
    gateway.respond = (response, body) => response.end(body)
    await expect(ask(honest(), here, { body: '{"é":1}' })).resolves.toBe('{"é":1}')
    expect(gateway.requests[0]?.headers['content-type']).toBe('application/json')
  })

  test('must hold the certificate of its host, not of its address', async () => {
    const other = `https://other.example:${gateway.port}/`
    await expect(ask(other, here)).rejects.toThrow('could not be reached')
    expect(gateway.requests).toEqual([])
  })

  test('is looked up once, so that its name cannot change between the check and the connection', async () => {
    let asked = 0
    const rebinding: GatewayWorld = {
      ...here,
      addressesOf: async () => (asked++ === 0 ? ['127.0.0.1'] : ['169.254.169.254']),
    }
    await expect(ask(honest(), rebinding)).resolves.toBe('{"data":"0x01"}')
    expect(asked).toBe(1)
  })
})

describe('a gateway that leads inside', () => {
  const literals = [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.0.0.1.',
    '①②⑦.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.5.4',
    '192.168.0.1',
    '169.254.169.254',
    '[fd00:ec2::254]',
    '[fe80::1]',
  ]

  test.each(literals)('by its address %s is not even connected to', async (literal) => {
    const url = `https://${literal}:${gateway.port}/latest/meta-data`
    await expect(ask(url, resolving('1.1.1.1'))).rejects.toThrow(
      'has an address that is not public',
    )
    expect(gateway.connections).toBe(0)
  })

  test.each(['127.0.0.1', '::1', '10.1.2.3', '169.254.169.254', '::ffff:127.0.0.1', 'fe80::1'])(
    'by a name that resolves to %s is not even connected to',
    async (address) => {
      await expect(ask(honest(), resolving(address))).rejects.toThrow(
        'has an address that is not public',
      )
      expect(gateway.connections).toBe(0)
    },
  )

  test('by one of several addresses is refused, whichever comes first', async () => {
    for (const addresses of [
      ['1.1.1.1', '127.0.0.1'],
      ['::1', '1.1.1.1'],
    ]) {
      await expect(ask(honest(), resolving(...addresses))).rejects.toThrow(
        'has an address that is not public',
      )
    }
    expect(gateway.connections).toBe(0)
  })

  test('by a redirect is not followed', async () => {
    gateway.respond = (response) => {
      response.writeHead(302, { Location: `https://127.0.0.1:${gateway.port}/internal` })
      response.end()
    }
    await expect(ask(honest(), here)).rejects.toThrow('answered with status 302')
    expect(gateway.requests).toHaveLength(1)
  })
})

describe('a gateway that misbehaves', () => {
  test.each([
    ['http', () => `http://${HOST}:${gateway.port}/`, 'does not use https'],
    ['a file', () => 'file:///etc/passwd', 'does not use https'],
    ['data', () => 'data:application/json,{"data":"0x01"}', 'does not use https'],
    ['credentials', () => `https://user:word@${HOST}:${gateway.port}/`, 'credentials'],
    ['no address', () => 'nonsense', 'invalid or too long'],
    ['an endless address', () => `https://${HOST}/${'a'.repeat(20_000)}`, 'invalid or too long'],
  ])('with %s is refused before it is looked up', async (_, url, message) => {
    const unseen: GatewayWorld = {
      ...here,
      addressesOf: () => Promise.reject(new Error('nobody may be looked up')),
    }
    await expect(ask(url(), unseen)).rejects.toThrow(message)
    expect(gateway.connections).toBe(0)
  })

  test.each([
    ['hangs', () => undefined],
    [
      'stalls after its headers',
      (response: ServerResponse) => {
        response.writeHead(200)
        response.write('{')
      },
    ],
  ])('and %s is given up in time', async (_, how) => {
    gateway.respond = how
    const late = ask(honest(), here, { timeoutMs: 200 })
    await expect(late).rejects.toThrow('did not answer in time')
  })

  test('is given up when the look-up of its host hangs', async () => {
    const hanging: GatewayWorld = { ...here, addressesOf: () => new Promise(() => undefined) }
    const late = ask(honest(), hanging, { timeoutMs: 200 })
    await expect(late).rejects.toThrow('did not answer in time')
  })

  test('is given up when the scan itself is', async () => {
    gateway.respond = () => undefined
    const signal = AbortSignal.timeout(30)
    await expect(ask(honest(), here, { signal })).rejects.toThrow('did not answer in time')
    await expect(ask(honest(), here, { signal: AbortSignal.abort() })).rejects.toThrow('in time')
  })

  test('may send 64 KB and not a byte more', async () => {
    gateway.respond = (response) => response.end('x'.repeat(GATEWAY_LIMITS.maxBytes))
    await expect(ask(honest(), here)).resolves.toHaveLength(64 * 1024)
    gateway.respond = (response) => response.end('x'.repeat(GATEWAY_LIMITS.maxBytes + 1))
    await expect(ask(honest(), here)).rejects.toThrow('sent more bytes than allowed')
  })

  test('and sends without end is cut off', async () => {
    let sent = 0
    gateway.respond = (response) => {
      const timer = setInterval(() => {
        sent += 16_384
        response.write('x'.repeat(16_384))
      }, 1)
      response.on('close', () => clearInterval(timer))
    }
    await expect(ask(honest(), here)).rejects.toThrow('sent more bytes than allowed')
    expect(sent).toBeLessThan(4_000_000)
  })

  test.each([204, 400, 404, 429, 500, 503])('by status %i has failed', async (status) => {
    gateway.respond = (response) => {
      response.statusCode = status
      response.end('{"data":"0x01"}')
    }
    await expect(ask(honest(), here)).rejects.toMatchObject({ name: 'GatewayFailure', status })
  })

  test('and breaks off has failed', async () => {
    gateway.respond = (response) => {
      response.writeHead(200, { 'Content-Length': '100' })
      response.write('half')
      setTimeout(() => response.destroy(), 10)
    }
    await expect(ask(honest(), here)).rejects.toMatchObject({ name: 'GatewayFailure' })
  })

  test('or has no address has failed', async () => {
    await expect(ask(honest(), resolving())).rejects.toThrow('has no address')
    const unknown = { ...here, addressesOf: () => Promise.reject(new Error('ENOTFOUND')) }
    await expect(ask(honest(), unknown)).rejects.toThrow('could not be looked up')
  })
})
