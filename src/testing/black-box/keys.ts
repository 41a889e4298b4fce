import { describe, expect, test } from 'vitest'
import { listDocument } from '../../contract/protocol-summary.ts'
import { screenerDocument, usageDocument, walletDocument } from '../../contract/responses.ts'
import { statsDocument } from '../../contract/stats.ts'
import { createApiKey, PUBLIC_TEST_KEY } from '../../state/api-key.ts'
import { type AskOptions, ask, sweep, type Target } from './client.ts'
import { errorOf, read } from './reading.ts'

const PUBLIC = [
  '/v1/health',
  '/v1/stats',
  '/v1/protocols',
  '/v1/protocols/aave-v3',
  '/v1/protocols/aave-v3/history',
  '/v1/screener',
  '/v1/changes',
]
const ADDRESS = '0x5ca1ab1e00000000000000000000000000000001'
const SOLANA = 'JBueegmJP1dbFWTCejeQDVNaTbYTMYWABXd7yWLhcZ2'

/** Addresses of the sandbox with an answer of their own (guide "Use the API"). */
const LISTED = [
  '0xeac316781502e777106d1e6a8471bac18377552c',
  '0xEAC316781502E777106D1E6A8471BAC18377552C',
  'EjiHznsfMLn6Wq16qipv4wkMEyf5vNqx3nnsxWZKRKNo',
]
const EMPTY = [
  '0x5ca1ab1e00000000000000000000000000000002',
  'Empty111111111111111111111111111111111111111',
]

const UNREAD = [
  ['0x5ca1ab1e00000000000000000000000000000003', 'partial'],
  ['Partia1111111111111111111111111111111111111', 'partial'],
  ['0x5ca1ab1e00000000000000000000000000000004', 'timeout'],
] as const
const REFUSED = [
  ['0x5ca1ab1e00000000000000000000000000000005', 503, 'DATA_UNAVAILABLE'],
  ['Busy1111111111111111111111111111111111111111', 503, 'DATA_UNAVAILABLE'],
  ['nobody.eth', 404, 'NOT_FOUND'],
  ['nobody.sol', 404, 'NOT_FOUND'],
  ['unreachable.eth', 502, 'NAME_RESOLUTION_FAILED'],
  ['Unreachable.SOL', 502, 'NAME_RESOLUTION_FAILED'],
  ['ali_ce.eth', 400, 'INVALID_REQUEST'],
  ['аlice.sol', 400, 'INVALID_REQUEST'],
] as const

/** A well-formed key that was never issued: its checksum is right. */
const UNKNOWN = createApiKey('live', (length) => new Uint8Array(length))

/** Keys, plans, the sandbox, usage and the wallet's door. */
export function describeKeys(target: Target): void {
  describe('a key that is not valid', () => {
    const wrong = () => [
      '',
      ' ',
      'x',
      'null',
      'dpk_live_',
      'dpk_test_short',
      UNKNOWN,
      `${target.keys.pro}x`,
      target.keys.pro.slice(0, -1),
      target.keys.pro.toUpperCase(),
      target.keys.pro.replace('dpk_live_', 'dpk_test_'),
      mistyped(target.keys.pro),
      `Bearer ${target.keys.pro}`,
      `${target.keys.pro}, ${target.keys.free}`,
      target.keys.revoked,
      '%00',
      'k'.repeat(4_000),
    ]

    test.each(PUBLIC)('is refused by %s, which needs none', async (path) => {
      for (const key of path === '/v1/stats' ? wrong() : sweep(target, wrong())) {
        const reply = await ask(target, path, { key })
        // Where all clients share an address, it runs dry.
        if (reply.status === 429 && target.capabilities.clientHeader === null) continue
        expect(reply.status, key).toBe(401)
        expect(errorOf(reply).code).toBe('UNAUTHORIZED')
      }
    })

    test.each(['/v1/usage', `/v1/wallet/${ADDRESS}`])(
      'is refused by %s, and so is none',
      async (path) => {
        for (const options of [{}, ...sweep(target, wrong()).map((key): AskOptions => ({ key }))]) {
          if (target.capabilities.clientHeader === null && !('key' in options)) continue
          const reply = await ask(target, path, options)
          if (reply.status === 429 && target.capabilities.clientHeader === null) continue
          expect(reply.status, JSON.stringify(options)).toBe(401)
          expect(errorOf(reply).code).toBe('UNAUTHORIZED')
        }
      },
    )

    test.each(['/v1/usage', '/v1/stats'])('gets the reason from %s', async (path) => {
      for (const [fault, key] of [
        ['malformed', 'x'],
        ['malformed', target.keys.pro.slice(0, -1)],
        ['malformed', mistyped(target.keys.pro)],
        ['unknown', UNKNOWN],
        ['revoked', target.keys.revoked],
      ] as const) {
        const { message } = errorOf(await ask(target, path, { key }))
        expect(message).toContain('header X-API-Key')
        expect(message).toContain(fault)
      }
    })

    test.skipIf(target.capabilities.clientHeader === null)(
      'reads about the header where one is needed and none was sent',
      async () => {
        const { message } = errorOf(await ask(target, '/v1/usage'))
        expect(message).toBe('This endpoint needs an API key. Send one in the header X-API-Key.')
      },
    )

    test('is not looked for anywhere but in X-API-Key', async () => {
      const key = target.keys.pro
      const elsewhere = [
        await ask(target, `/v1/usage?api_key=x&X-API-Key=${key}`, { client: '203.0.113.10' }),
        await ask(target, '/v1/usage', {
          client: '203.0.113.10',
          headers: { Authorization: `Bearer ${key}` },
        }),
      ]
      for (const reply of elsewhere) expect(reply.status).toBe(401)
    })
  })

  describe('plans', () => {
    test('the wallet wants Pro: a free key is forbidden, live and sandbox', async () => {
      for (const key of [target.keys.free, target.keys.testFree]) {
        for (const input of [ADDRESS, 'nonsense']) {
          const reply = await ask(target, `/v1/wallet/${input}`, { key })
          expect(reply.status).toBe(403)
          expect(errorOf(reply).code).toBe('FORBIDDEN')
        }
      }
    })

    test('usage is for every plan', async () => {
      for (const [name, plan] of [
        ['free', 'free'],
        ['pro', 'pro'],
        ['testFree', 'free'],
        ['testPro', 'pro'],
      ] as const) {
        const { data } = await read(target, '/v1/usage', usageDocument, { key: target.keys[name] })
        expect(data.plan).toBe(plan)
        expect(data.quota).toBe(plan === 'free' ? 100_000 : 2_000_000)
      }
    })
  })

  describe('a sandbox key', () => {
    test('sees the sandbox everywhere, and the live set nowhere', async () => {
      for (const key of sweep(target, [
        target.keys.testFree,
        target.keys.testPro,
        PUBLIC_TEST_KEY,
      ])) {
        const list = await read(target, '/v1/protocols', listDocument, { key })
        expect(list.data.every(({ id }) => id.startsWith('sandbox-'))).toBe(true)
        const filtered = await read(target, '/v1/protocols?chain=Ethereum', listDocument, {
          key,
        })
        expect(filtered.data.every(({ id }) => id.startsWith('sandbox-'))).toBe(true)
        const screened = await read(target, '/v1/screener', screenerDocument, { key })
        expect(screened.data.every(({ id }) => id.startsWith('sandbox-'))).toBe(true)
        expect((await ask(target, '/v1/protocols/aave-v3', { key })).status).toBe(404)
        const live = await read(target, '/v1/stats', statsDocument)
        const sandbox = await read(target, '/v1/stats', statsDocument, { key })
        expect(sandbox.data).not.toEqual(live.data)
      }
    })

    test('scans any valid address from a fixture', async () => {
      const key = target.keys.testPro
      for (const address of sweep(target, [
        ADDRESS,
        ADDRESS.toUpperCase().replace('0X', '0x'),
        SOLANA,
      ])) {
        const { data } = await read(target, `/v1/wallet/${address}`, walletDocument, { key })
        expect(data.address).toBe(address)
        expect(data.resolvedFrom).toBeUndefined()
        expect(data.positions.length).toBeGreaterThan(0)
        expect(data.positions.every(({ positionSource }) => positionSource === 'sandbox')).toBe(
          true,
        )
        expect(data.positionSource).toEqual(['sandbox'])
        expect(data.sanctions.status).toBe('clear')
      }
      for (const name of sweep(target, [
        'bonfida.sol',
        'vitalik.eth',
        'a.b.c.eth',
        'N%C3%AEmes.ETH',
      ])) {
        const { data } = await read(target, `/v1/wallet/${name}`, walletDocument, { key })
        expect(data.resolvedFrom).toBe(decodeURIComponent(name))
        const form = name.endsWith('.sol') ? /^[1-9A-HJ-NP-Za-km-z]{32,44}$/ : /^0x[0-9a-f]{40}$/
        expect(data.address).toMatch(form)
      }
    })

    test.each(sweep(target, LISTED))(
      'finds %s on a sanctions list, and says so first',
      async (address) => {
        const key = target.keys.testPro
        const { data } = await read(target, `/v1/wallet/${address}`, walletDocument, { key })
        expect(data.address).toBe(address)
        expect(data.sanctions.status).toBe('listed')
        expect(data.riskSummary).toMatchObject({ flags: expect.any(Array) })
        expect(Object(data.riskSummary.flags)[0]).toBe('sanctioned-address')
        expect(data.flags[0]).toBe('sanctioned-address')
        expect(data.positions.length).toBeGreaterThan(0)
      },
    )

    test.each(sweep(target, EMPTY))(
      'finds nothing at %s: no positions, and an empty summary',
      async (address) => {
        const key = target.keys.testPro
        const { data } = await read(target, `/v1/wallet/${address}`, walletDocument, { key })
        expect(data).toMatchObject({
          address,
          positions: [],
          portfolioScore: null,
          positionSource: [],
        })
        expect(data.riskSummary).toEqual({})
        expect(data.sanctions.status).toBe('clear')
      },
    )

    test.each(sweep(target, UNREAD))(
      'reads %s only in part, and says so',
      async (address, status) => {
        const key = target.keys.testPro
        const { data } = await read(target, `/v1/wallet/${address}`, walletDocument, { key })
        expect(data.totals.complete).toBe(false)
        expect(data.coverage.map((row) => row.status)).toContain(status)
        expect(data.flags).toContain('incomplete-coverage')
      },
    )

    test.each(sweep(target, REFUSED))(
      'refuses %s as a live scan would: %i %s',
      async (input, status, code) => {
        const reply = await ask(target, `/v1/wallet/${encodeURIComponent(input)}`, {
          key: target.keys.testPro,
        })
        expect(reply.status).toBe(status)
        expect(errorOf(reply).code).toBe(code)
        expect(reply.headers['retry-after'] !== undefined).toBe(status === 503)
      },
    )

    test('holds on Solana what lies on Solana, and on EVM chains the rest', async () => {
      const key = target.keys.testPro
      const chainsOf = async (address: string) => {
        const { data } = await read(target, `/v1/wallet/${address}`, walletDocument, { key })
        return new Set([...data.positions, ...data.coverage].map(({ chain }) => chain))
      }
      expect([...(await chainsOf(SOLANA))]).toEqual(['Solana'])
      expect(await chainsOf(ADDRESS)).not.toContain('Solana')
    })

    test('the public key of the documentation needs no store and is on Pro', async () => {
      const options = { key: PUBLIC_TEST_KEY }
      const { data } = await read(target, `/v1/wallet/${ADDRESS}`, walletDocument, options)
      expect(data.positions.length).toBeGreaterThan(0)
    })
  })

  describe('the address of a wallet', () => {
    test.each([
      'x',
      '0x',
      ADDRESS.slice(0, -1),
      `${ADDRESS}0`,
      ADDRESS.replace('0x', '0X'),
      ADDRESS.slice(2),
      `${ADDRESS.slice(0, -1)}g`,
      '0OIl'.repeat(9),
      '1'.repeat(31),
      '1'.repeat(45),
      'z'.repeat(44),
      '.eth',
      'a..eth',
      'a.eth.',
      'a.com',
      'a%20b.eth',
      'a%2Fb.eth',
      'eth',
      '%00.eth',
      'a%0A.eth',
    ])('%s is none: 400 that names the field', async (input) => {
      const reply = await ask(target, `/v1/wallet/${input}`, { key: keyOf(target, 'testPro') })
      expect(reply.status).toBe(400)
      const error = errorOf(reply)
      expect(error.code).toBe('INVALID_REQUEST')
      expect(Object.keys(error.details ?? {})).toEqual(['address'])
    })

    test('that is zero has no owner: 422, live and sandbox', async () => {
      for (const key of [target.keys.pro, target.keys.testPro]) {
        const reply = await ask(target, `/v1/wallet/0x${'0'.repeat(40)}`, { key })
        expect(reply.status).toBe(422)
        expect(errorOf(reply).code).toBe('UNPROCESSABLE')
      }
    })
  })

  describe.skipIf(!target.capabilities.exactCounts)('usage', () => {
    test('counts each admitted request by its group, this one included', async () => {
      const key = target.keys.spare[0] ?? ''
      const before = (await read(target, '/v1/usage', usageDocument, { key })).data
      const asked: [string, AskOptions, keyof typeof before.breakdown][] = [
        ['/v1/protocols', {}, 'protocols'],
        ['/v1/protocols?page=0', {}, 'protocols'],
        ['/v1/protocols/aave-v3', {}, 'protocols'],
        ['/v1/protocols/nobody', {}, 'protocols'],
        ['/v1/protocols', { method: 'HEAD' }, 'protocols'],
        ['/v1/protocols/aave-v3/history', {}, 'protocols'],
        ['/v1/changes', {}, 'protocols'],
        ['/v1/screener', {}, 'screener'],
        ['/v1/screener?maxOracleRisk=x', {}, 'screener'],
        [`/v1/wallet/${ADDRESS}`, {}, 'wallet'],
        ['/v1/stats', {}, 'other'],
        ['/v1/stats', { headers: { 'If-None-Match': '*' } }, 'other'],
        ['/v1/nothing', {}, 'other'],
        ['/v1/stats', { method: 'POST' }, 'other'],
      ]
      const expected = { ...before.breakdown }
      for (const [path, options, group] of asked) {
        await ask(target, path, { ...options, key })
        expected[group] += 1
      }
      for (let i = 0; i < 3; i += 1) await ask(target, '/v1/stats', { key, method: 'OPTIONS' })
      for (let i = 0; i < 3; i += 1) await ask(target, '/v1/health', { key })
      expected.other += 1
      const after = (await read(target, '/v1/usage', usageDocument, { key })).data
      expect(after.breakdown).toEqual(expected)
      const sum = Object.values(after.breakdown).reduce((all, count) => all + count, 0)
      expect(after.total_requests).toBe(sum)
      const share = Math.round((sum / after.quota) * 10_000) / 100
      expect(after.quota_utilization_pct).toBe(share)
      expect(after.key_id).toBe(before.key_id)
      expect(after.key_id).not.toContain('dpk_')
    })

    test('covers the calendar month, UTC', async () => {
      const { data } = await read(target, '/v1/usage', usageDocument, { key: keyOf(target, 'pro') })
      const start = new Date(data.period_start)
      const end = new Date(data.period_end)
      expect(data.period_start).toMatch(/^\d{4}-\d{2}-01T00:00:00(\.000)?Z$/)
      expect(end.getUTCMonth()).toBe(start.getUTCMonth())
      expect(new Date(end.getTime() + 1_000).getUTCDate()).toBe(1)
    })

    test('one key does not see what another one spent', async () => {
      const [, , key = '', other = ''] = target.keys.spare
      const before = (await read(target, '/v1/usage', usageDocument, { key })).data.total_requests
      for (let i = 0; i < 5; i += 1) await ask(target, '/v1/stats', { key: other })
      const { data } = await read(target, '/v1/usage', usageDocument, { key })
      expect(data.total_requests).toBe(before + 1)
    })
  })
}

function keyOf(target: Target, name: 'pro' | 'testPro'): string {
  return target.keys[name]
}

/** One letter other than it was, so that the checksum is wrong. */
function mistyped(key: string): string {
  const letter = key.at(20) === 'a' ? 'b' : 'a'
  return `${key.slice(0, 20)}${letter}${key.slice(21)}`
}
