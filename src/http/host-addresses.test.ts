import { lookup } from 'node:dns/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { askGateway, GATEWAY_LIMITS } from '../wallet/names/ccip-request.ts'
import { type NameServer, startNameServer } from '../wallet/names/fixtures/name-server.ts'
import { createHostLookup } from './host-addresses.ts'
import { isPublicAddress } from './public-address.ts'

const V4 = '1.2.3.4'
const V6_IN_FULL = '2606:4700:0000:0000:0000:0000:0000:1111'
const V6 = '2606:4700::1111'

let server: NameServer
const start = async (hosts: Parameters<typeof startNameServer>[0]) => {
  server = await startNameServer(hosts)
  return server
}
afterEach(() => server.stop())

const never = new AbortController().signal

describe('a host', () => {
  test('has the addresses of both kinds that its name server returns', async () => {
    const { at } = await start({ 'both.example': [V4, V6_IN_FULL], 'six.example': [V6_IN_FULL] })
    const find = createHostLookup({ servers: [at] })
    expect(await find('both.example', never)).toEqual([V4, V6])
    expect(await find('six.example', never)).toEqual([V6])
    expect(server.asked.sort()).toEqual([
      'A both.example',
      'A six.example',
      'AAAA both.example',
      'AAAA six.example',
    ])
  })

  test('that is unknown, or that has no address, is refused', async () => {
    const { at } = await start({ 'empty.example': [] })
    const find = createHostLookup({ servers: [at] })
    await expect(find('nobody.example', never)).rejects.toThrow('no address')
    await expect(find('empty.example', never)).rejects.toThrow('no address')
  })

  test('with a private address of either kind is not asked as a gateway', async () => {
    const hosts = {
      'a.example': [V4, '10.0.0.1'],
      'b.example': [V4, 'fd00:0000:0000:0000:0000:0000:0000:0001'],
    }
    const { at } = await start(hosts)
    const world = { addressesOf: createHostLookup({ servers: [at] }), isAllowed: isPublicAddress }
    for (const host of Object.keys(hosts)) {
      const request = { url: `https://${host}/`, method: 'GET', body: null, signal: never } as const
      await expect(askGateway(request, GATEWAY_LIMITS, world)).rejects.toThrow(
        'has an address that is not public',
      )
    }
  })
})

describe('a silent name server', () => {
  test('is given up after its tries', async () => {
    const { at } = await start('silent')
    const find = createHostLookup({ servers: [at], timeoutMs: 30, tries: 2 })
    await expect(find('h.example', never)).rejects.toThrow('no address')
    expect(server.asked.filter((each) => each === 'A h.example')).toHaveLength(2)
  })

  test('is not asked any more once the signal fires', async () => {
    const { at } = await start('silent')
    const find = createHostLookup({ servers: [at], timeoutMs: 60, tries: 5 })
    await expect(find('h.example', AbortSignal.timeout(20))).rejects.toThrow('no address')
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(server.asked).toHaveLength(2)
    await expect(find('h.example', AbortSignal.abort())).rejects.toThrow()
    expect(server.asked).toHaveLength(2)
  })

  test('keeps no other host waiting, and holds no more look-ups than may be under way', async () => {
    const { at } = await start('silent')
    const world = {
      addressesOf: createHostLookup({ servers: [at], timeoutMs: 2_000, atOnce: 8 }),
      isAllowed: isPublicAddress,
    }
    const over = new AbortController()
    const names = Array.from({ length: 40 }, (_, i) => `https://h${i}.example/`)
    const ended: string[] = []
    const asked = names.map((url) =>
      askGateway({ url, method: 'GET', body: null, signal: over.signal }, GATEWAY_LIMITS, world)
        .catch((error: Error) => error.message)
        .then((message) => ended.push(String(message))),
    )
    // Goes the way of the nodes' hosts, through the pool of threads. All forty are still open or refused when it is back.
    await lookup('localhost')
    expect(ended).toEqual(
      Array.from({ length: 32 }, () => 'The host of a gateway could not be looked up.'),
    )
    await vi.waitFor(() => expect(new Set(server.asked).size).toBe(16))
    over.abort()
    await Promise.all(asked)
    expect(ended).toHaveLength(40)
  })
})
