import { describe, expect, test } from 'vitest'
import { detailDocument } from '../../contract/protocol-detail.ts'
import { usageDocument, walletDocument } from '../../contract/responses.ts'
import { HELD, HOLDER, type Place, SIGHTS } from '../api/wallet-world.ts'
import { type AskOptions, ask, isWhole, type Reply, sweep, type Target } from './client.ts'
import { errorOf, read } from './reading.ts'

const EMPTY = `0x${'1'.repeat(40)}`
const EMPTY_ON_SOLANA = 'JBueegmJP1dbFWTCejeQDVNaTbYTMYWABXd7yWLhcZ2'
const CHECKSUMMED = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const FAMILY = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}.eth'

/** The published list is of the day of the later snapshot, 2026-08-27, and holds for 30 days. */
const LIST_IS_FRESH = Date.UTC(2026, 9, 11, 12)
const LIST_IS_OLD = Date.UTC(2027, 0, 5, 12)

/** A scan that waits for silent chains takes 5 s, or a share of it where a host can be hurried. */
const PATIENCE_MS = 20_000
/** Beside the scan itself, a host takes a moment. */
const ANSWER_MS = 8_000
const BESIDE_MS = 1_500

/** Scans of live wallets, over nodes, prices and an exchange that the tests play. */
export function describeWallet(target: Target): void {
  const whole = test.runIf(isWhole(target))
  const world = () => target.world ?? expect.fail('this host has no world')
  const scan = (input: string, options: AskOptions = { key: target.keys.pro }) =>
    ask(target, `/v1/wallet/${encodeURIComponent(input)}`, options)
  const scanned = async (input: string) => {
    const path = `/v1/wallet/${encodeURIComponent(input)}`
    return (await read(target, path, walletDocument, { key: target.keys.pro })).data
  }
  const statusOf = (data: Awaited<ReturnType<typeof scanned>>, chain: string) =>
    data.coverage.find((row) => row.chain === chain)?.status
  /** Runs the work while these places are silent, with a share of the usual time, and checks that it was in time. */
  const whileSilent = async <T>(
    share: number,
    places: readonly Place[],
    work: () => Promise<T>,
  ) => {
    const { setScanTime } = target.capabilities
    setScanTime?.(share)
    const started = performance.now()
    const result = await world().while('silent', places, work)
    setScanTime?.(1)
    expect(performance.now() - started).toBeLessThan(
      setScanTime ? share * ANSWER_MS + BESIDE_MS : ANSWER_MS,
    )
    return result
  }
  const refused = (reply: Reply, status: number, code: string) => {
    expect(reply.status, reply.text.slice(0, 300)).toBe(status)
    const error = errorOf(reply)
    expect(error.code).toBe(code)
    expect(reply.headers['retry-after'] !== undefined).toBe(status === 503)
    return error
  }

  describe('a live wallet', () => {
    test('wants a key, and one of the Pro plan', async () => {
      const { clientHeader } = target.capabilities
      if (clientHeader !== null) refused(await scan(HOLDER, {}), 401, 'UNAUTHORIZED')
      refused(await scan(HOLDER, { key: target.keys.free }), 403, 'FORBIDDEN')
    })

    test(
      'has what it holds, with its value and the score of the protocol',
      async () => {
        const data = await scanned(HOLDER)
        const valueUsd = Number(HELD.amount) * HELD.priceUsd
        expect(data.address).toBe(HOLDER)
        expect(data).not.toHaveProperty('resolvedFrom')
        expect(data.positions).toHaveLength(1)
        expect(data.positions[0]).toMatchObject({
          chain: HELD.chain,
          protocolSlug: HELD.protocol,
          suppliedUsd: valueUsd,
          positionSource: 'onchain',
          valuation: 'priced',
        })
        const { composite } = (await read(target, `/v1/protocols/${HELD.protocol}`, detailDocument))
          .data
        expect(composite).not.toBeNull()
        expect(data.positions[0]).toMatchObject({ risk: { score: composite } })
        expect(data.portfolioScore).toBe(composite)
        expect(data.riskSummary).toMatchObject({ weightedScore: composite })
        expect(data.totals).toMatchObject({ suppliedUsd: valueUsd, borrowedUsd: 0 })
        expect(data.positionSource).toEqual(['onchain'])
        expect(data.sanctions.status).toBe('clear')
        expect(statusOf(data, HELD.chain)).toBe('ok')
        for (const { status } of data.coverage) expect(['ok', 'partial']).toContain(status)
      },
      PATIENCE_MS,
    )

    test('that holds nothing has no positions, no score and an empty summary', async () => {
      const data = await scanned(EMPTY)
      expect(data).toMatchObject({ address: EMPTY, positions: [], portfolioScore: null })
      expect(data.riskSummary).toEqual({})
    })

    test('of Solana is cleared by the published list alone, and by an old one not at all', async () => {
      const { setClock } = target.capabilities
      setClock?.(LIST_IS_FRESH)
      if (setClock) {
        const data = await scanned(EMPTY_ON_SOLANA)
        expect(data).toMatchObject({ address: EMPTY_ON_SOLANA, positions: [], riskSummary: {} })
      }
      setClock?.(LIST_IS_OLD)
      refused(await scan(EMPTY_ON_SOLANA), 503, 'DATA_UNAVAILABLE')
      expect((await scanned(EMPTY)).sanctions.status).toBe('clear')
    })

    test('is named as it was written, in any case that fits', async () => {
      for (const address of sweep(target, [CHECKSUMMED, `0x${HOLDER.slice(2).toUpperCase()}`])) {
        const data = await scanned(address)
        expect(data.address).toBe(address)
        expect(data).not.toHaveProperty('checksum')
        expect(data.positions).toHaveLength(1)
      }
    })

    test('in a case that does not fit its checksum is scanned, and said to be mistyped perhaps', async () => {
      const address = CHECKSUMMED.replace('A', 'a')
      expect(await scanned(address)).toMatchObject({ address, checksum: 'wrong' })
    })

    test('is found by a name, in any letters', async () => {
      for (const name of sweep(target, ['alice.eth', 'Alice.ETH', FAMILY])) {
        const data = await scanned(name)
        expect(data).toMatchObject({ address: HOLDER, resolvedFrom: name })
        expect(data.positions).toHaveLength(1)
      }
    })

    test('must not be stored', async () => {
      const { headers } = await scan(EMPTY)
      expect(headers['cache-control']).toBe('private, no-store')
      expect(headers.etag).toBeUndefined()
    })
  })

  describe('a live wallet that cannot be scanned', () => {
    test.each(
      sweep(target, [
        ['missing.eth', 404, 'NOT_FOUND'],
        ['missing.sol', 404, 'NOT_FOUND'],
        ['broken.eth', 502, 'NAME_RESOLUTION_FAILED'],
        ['ali_ce.eth', 400, 'INVALID_REQUEST'],
        ['a\u200db.eth', 400, 'INVALID_REQUEST'],
        ['nonsense', 400, 'INVALID_REQUEST'],
        ['z'.repeat(44), 400, 'INVALID_REQUEST'],
        [`0x${'0'.repeat(40)}`, 422, 'UNPROCESSABLE'],
        ['1'.repeat(32), 422, 'UNPROCESSABLE'],
      ] as [string, number, string][]),
    )('%s: %i %s', async (input, status, code) => {
      const { details } = refused(await scan(input), status, code)
      expect(Object.keys(details ?? {})).toEqual(status === 400 ? ['address'] : [])
    })

    test('is refused by its form, without any request', async () => {
      const before = world().counts().asked
      for (const input of ['nonsense', `0x${'0'.repeat(40)}`, '1'.repeat(32)]) await scan(input)
      expect(world().counts().asked).toBe(before)
    })
  })

  describe('a world that fails', () => {
    test.each(sweep(target, ['dead', 'silent'] as const))(
      'and is all %s: 503 in time, with the time to come back, for an account and 502 for a name',
      async (health) => {
        const scans = () => Promise.all([scan(HOLDER), scan('alice.eth'), scan(EMPTY_ON_SOLANA)])
        const everywhere: Place[] = [...SIGHTS, 'solana']
        const [account, name, onSolana] =
          health === 'silent'
            ? await whileSilent(0.05, everywhere, scans)
            : await world().while(health, everywhere, scans)
        refused(account, 503, 'DATA_UNAVAILABLE')
        expect(Number(account.headers['retry-after'])).toBeGreaterThan(0)
        refused(onSolana, 503, 'DATA_UNAVAILABLE')
        refused(name, 502, 'NAME_RESOLUTION_FAILED')
      },
      PATIENCE_MS,
    )

    whole(
      'in one silent chain: 200 within 8 s, which names that chain',
      async () => {
        const data = await whileSilent(0.3, ['polygon'], () => scanned(HOLDER))
        expect(statusOf(data, 'Polygon')).toBe('timeout')
        expect(statusOf(data, 'Base')).toBe('ok')
        expect(data.positions).toHaveLength(1)
        expect(data.totals.complete).toBe(false)
      },
      PATIENCE_MS,
    )

    test(
      'in silent chains and silent prices at once: 200 within 8 s, for a name too',
      async () => {
        const reply = await whileSilent(0.3, ['polygon', 'bnb', 'prices'], () => scan('alice.eth'))
        expect(reply.status).toBe(200)
      },
      PATIENCE_MS,
    )

    whole(
      'leaves nothing open when it is over',
      async () => {
        await whileSilent(0.05, ['polygon', 'exchange'], () => scan(EMPTY))
        await expect.poll(() => world().counts().open, { timeout: 3_000 }).toBe(0)
      },
      PATIENCE_MS,
    )
  })

  describe('every answer about a wallet', () => {
    test(
      'has an id, the limits, and must not be stored; usage counts it as one of a wallet',
      async () => {
        const [key = ''] = target.keys.spare
        const walletsOf = async () =>
          (await read(target, '/v1/usage', usageDocument, { key })).data.breakdown.wallet
        const before = await walletsOf()
        const replies: Reply[] = []
        for (const input of [EMPTY, 'x', 'missing.eth', 'broken.eth', `0x${'0'.repeat(40)}`]) {
          replies.push(await scan(input, { key }))
        }
        replies.push(await world().while('dead', SIGHTS, () => scan(EMPTY, { key })))
        expect(replies.map(({ status }) => status)).toEqual([200, 400, 404, 502, 422, 503])
        for (const { headers } of replies) {
          expect(headers['x-request-id']).toMatch(/^[A-Za-z0-9_-]{8,64}$/)
          expect(headers['x-ratelimit-remaining']).toMatch(/^\d+$/)
          expect(headers['x-ratelimit-burst-remaining']).toMatch(/^\d+$/)
          expect(headers['cache-control']).toMatch(/\bno-store\b/)
        }
        if (target.capabilities.exactCounts) {
          expect(await walletsOf()).toBe(before + replies.length)
        }
      },
      PATIENCE_MS,
    )

    whole('that is an error repeats neither the input nor the address of a node', async () => {
      const texts: string[] = []
      for (const input of ['nonsense-of-mine', 'broken.eth', 'missing.eth']) {
        texts.push((await scan(input)).text)
      }
      texts.push((await world().while('dead', SIGHTS, () => scan(EMPTY))).text)
      expect(texts.join(' ')).not.toMatch(/nonsense-of-mine|broken|missing|127\.0\.0\.1|11111/)
    })
  })
}
