import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Market } from '../../domain/market.ts'
import eigenlayer from '../../testing/wallet/evm/recorded/eigenlayer.json' with { type: 'json' }
import kelp from '../../testing/wallet/evm/recorded/withdrawal-queue-kelp.json' with {
  type: 'json',
}
import { erc4626Entry } from '../../wallet/evm/drivers/erc4626.ts'
import { at, type Fact, holds, says } from '../../wallet/evm/drivers/fixtures/fake-chain.ts'
import type { CallResult } from '../chain-reader.ts'
import { type Exit, exitsOn, exitTable, isContract, listExits } from './exit-table.ts'
import { exitMarkets, factsOfExit } from './exits.ts'
import { fakeReader, NOW, nowFact, readAlone, silentlyHidden } from './fixtures/readers.ts'
import { byProtocol, readMarkets } from './read-markets.ts'

const [QUEUE, TOKEN] = [at(1), at(2)]
const USDC = { address: TOKEN, symbol: 'USDC', decimals: 6 }
const BASE = { chain: 'Ethereum', address: QUEUE, name: 'queue', source: 'test', day: '2026-11-22' }
const [WAIT, PAUSED] = ['cooldown() view returns (uint24)', 'paused() view returns (bool)']
const [FACTORY, ASSETS] = [
  'factory() view returns (address)',
  'totalAssets() view returns (uint256)',
]
const CASH = {
  asset: USDC,
  available: { at: TOKEN, function: 'balanceOf(address) view returns (uint256)', args: [QUEUE] },
  supplied: { function: ASSETS },
}
const row = (fields: object): Exit => {
  const [parsed] = Object.values(exitTable.parse({ one: [{ ...BASE, ...fields }] })).flat()
  if (!parsed || !isContract(parsed)) throw new Error('No row')
  return parsed
}
const waits = (unit: string) => row({ wait: { unit, of: { function: WAIT } } })
const answers = (text: string, value: unknown) => says(QUEUE, `function ${text}`, [], value)
const read = async (exit: Exit, facts: readonly Fact[]) => {
  const { drafts } = await readAlone(exitMarkets(exit), facts)
  return drafts[0]
}

describe('a wait', () => {
  test.each([
    ['seconds', 604_800, 604_800],
    ['hours', 24, 86_400],
    ['days', 7, 604_800],
    ['blocks', 100_800, 1_209_600],
    ['seconds', 0, 0],
  ])('counted in %s: %i is %i seconds', async (unit, value, seconds) => {
    expect(await read(waits(unit), [answers(WAIT, value)])).toMatchObject({
      address: QUEUE,
      withdrawSeconds: seconds,
      available: null,
      gap: null,
    })
  })

  test.each([
    [3_600n, 3_600],
    [-3_600n, 0],
  ])('that ends at a time is what is left of it: %s', async (left, seconds) => {
    const ends = 'ends() view returns (uint64)'
    const exit = row({ wait: { unit: 'until', of: { function: ends } } })
    expect(await read(exit, [answers(ends, NOW + left), nowFact()])).toMatchObject({
      withdrawSeconds: seconds,
      gap: null,
    })
    expect((await read(exit, [answers(ends, NOW + left)]))?.gap?.facts).toEqual(['withdrawSeconds'])
  })

  test('of more than a year cannot be true', async () => {
    expect(await read(waits('days'), [answers(WAIT, 367)])).toMatchObject({
      withdrawSeconds: null,
      gap: { why: 'implausible', facts: ['withdrawSeconds'] },
    })
  })

  test('may be one of several values, by its place or its name', async () => {
    const several = 'limits() view returns (uint8, uint32)'
    const byPlace = row({ wait: { unit: 'seconds', of: { function: several, field: 1 } } })
    const facts = [says(QUEUE, `function ${several}`, [], 1, 60)]
    expect(await read(byPlace, facts)).toMatchObject({ withdrawSeconds: 60 })
    const struct = 'limits() view returns ((uint8 kind, uint32 delay))'
    const byName = row({ wait: { unit: 'seconds', of: { function: struct, field: 'delay' } } })
    const named = [says(QUEUE, `function ${struct}`, [], { kind: 1, delay: 60 })]
    expect(await read(byName, named)).toMatchObject({ withdrawSeconds: 60 })
    const noField = row({ wait: { unit: 'seconds', of: { function: struct, field: 'wait' } } })
    expect(await read(noField, named)).toMatchObject({ gap: { facts: ['withdrawSeconds'] } })
  })
})

describe('what can be withdrawn', () => {
  const facts = [holds(TOKEN, QUEUE, 250n), answers(ASSETS, 1_000n)]

  test('is the cash, of all deposits', async () => {
    expect(await read(row({ cash: CASH }), facts)).toMatchObject({
      ...{ asset: 'USDC', assetAddress: TOKEN, decimals: 6, supplied: 1_000n, available: 250n },
      withdrawSeconds: null,
    })
  })

  test('without the sum of all deposits nothing of the row is known', async () => {
    const { drafts, failed } = await readAlone(exitMarkets(row({ cash: CASH })), facts.slice(0, 1))
    expect([drafts, failed]).toEqual([[], [{ address: expect.any(String), why: 'reverted' }]])
  })

  test('may be a share, of a contract of unknown size', async () => {
    const share = 'share() view returns (uint256)'
    const exit = row({ cash: { available: { function: share }, whole: '1000' } })
    const [market] = await marketsOf(exit, [answers(share, 25n)])
    expect(market).toMatchObject({ availableShare: 0.025, suppliedUsd: null, assetAddress: '' })
  })

  test('is all of it where the code pays at once, once the contract was seen', async () => {
    const exit = row({ atOnce: { function: FACTORY }, paused: { function: PAUSED } })
    const [market] = await marketsOf(exit, [answers(FACTORY, at(9)), answers(PAUSED, true)])
    expect(market).toMatchObject({
      ...{ availableShare: 1, withdrawSeconds: 0, paused: true, suppliedUsd: null, gap: null },
      // No loans are given on it, so that its unknown size is no question of collateral.
      liquidationThreshold: 0,
    })
    const [unseen] = await marketsOf(exit, [answers(FACTORY, at(0)), answers(PAUSED, false)])
    expect(unseen).toMatchObject({
      ...{ availableShare: null, withdrawSeconds: null, paused: false },
      gap: { facts: ['availableShare', 'withdrawSeconds'] },
    })
  })
})

test('a row takes the place of the reader of the wallet for the same contract', async () => {
  const entry = erc4626Entry.parse({
    ...{ id: 'vault', protocol: 'one', product: 'vault', source: 'test', driver: 'erc4626' },
    ...{ vault: QUEUE, asset: USDC },
  })
  const reader = fakeReader({ facts: [answers(WAIT, 60)] })
  const read = await readMarkets(
    reader,
    byProtocol([entry]),
    new Map([['one', [waits('seconds')]]]),
  )
  expect(read.get('one')).toHaveLength(1)
  expect(read.get('one')).toMatchObject([{ withdrawSeconds: 60, gap: null }])
})

describe('real code', () => {
  const code = (
    replies: readonly { to: string; data: string; reply: string | null }[],
    to: string,
  ) =>
    fakeReader({
      change: (call) => {
        const found = replies.find((each) => each.to === to && each.data === call.data)
        return found?.reply
          ? { kind: 'ok', data: `0x${found.reply.slice(2)}` }
          : { kind: 'reverted' }
      },
    })

  test.each([
    ['eigenlayer', eigenlayer.replies, eigenlayer.entry.delegationManager],
    ['kelp', kelp.replies, kelp.entry.queue],
  ])('of %s answers the wait of its row', async (slug, replies, to) => {
    const exits = new Map([[slug, exitsOn('Ethereum', listExits()).get(slug) ?? []]])
    const [market] = (await readMarkets(code(replies, to), new Map(), exits)).get(slug) ?? []
    expect(market?.withdrawSeconds).toBeGreaterThan(0)
    expect(market?.gap?.facts ?? []).not.toContain('withdrawSeconds')
  })
})

describe('a node or a contract that answers badly', () => {
  const whole = row({
    wait: { unit: 'seconds', of: { function: WAIT } },
    cash: CASH,
    paused: { function: PAUSED },
  })
  const facts = [
    answers(WAIT, 60),
    holds(TOKEN, QUEUE, 250n),
    answers(ASSETS, 1_000n),
    answers(PAUSED, false),
  ]

  test('hides nothing in silence that a score reads', async () => {
    expect(await silentlyHidden(() => exitMarkets(whole), facts)).toEqual([])
  })

  const rows = [...listExits().values()].flat().filter(isContract)

  test('a spoke that names no reserves is a gap, not a place without markets', async () => {
    const spoke = rows.find((each) => each.spoke === true)
    if (!spoke) throw new Error('No row is a spoke')
    const none: CallResult = { kind: 'ok', data: `0x${'0'.repeat(64)}` }
    const [market] = await marketsOf(spoke, [], () => none)
    expect(market?.gap).toMatchObject({ why: 'implausible' })
  })

  const result: fc.Arbitrary<CallResult> = fc.oneof(
    fc.constant<CallResult>({ kind: 'failed' }),
    fc.constant<CallResult>({ kind: 'reverted' }),
    fc
      .oneof(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), fc.bigInt({ min: 0n, max: 2n ** 40n }))
      .map(
        (word): CallResult => ({ kind: 'ok', data: `0x${word.toString(16).padStart(64, '0')}` }),
      ),
    fc
      .uint8Array({ maxLength: 300 })
      .map(
        (bytes): CallResult => ({ kind: 'ok', data: `0x${Buffer.from(bytes).toString('hex')}` }),
      ),
  )

  test('whatever is answered, a fact of a row is read, plausible, or a gap that counts at its worst', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...rows.filter(({ vault }) => !vault)),
        fc.array(result, { minLength: 8, maxLength: 8 }),
        async (exit, results) => {
          let at = 0
          const next = () => results[at++ % results.length] ?? { kind: 'failed' as const }
          const [market] = await marketsOf(exit, [], next)
          if (!market) throw new Error('Every row gives a market')
          for (const fact of factsOfExit(exit)) {
            const value = market[fact]
            const isEmpty = fact === 'availableShare' && market.suppliedUsd === 0
            if (value === null && !isEmpty) expect(market.gap?.facts).toContain(fact)
            if (typeof value === 'number') expect(value).toBeGreaterThanOrEqual(0)
          }
          expect(market.availableShare ?? 0).toBeLessThanOrEqual(1)
          expect(market.withdrawSeconds ?? 0).toBeLessThanOrEqual(366 * 86_400)
        },
      ),
      { numRuns: 500 },
    )
  })
})

async function marketsOf(
  exit: Exit,
  facts: readonly Fact[],
  answer?: () => CallResult,
): Promise<Market[]> {
  const reader = fakeReader({ facts, ...(answer && { change: answer }) })
  return (await readMarkets(reader, new Map(), new Map([['one', [exit]]]))).get('one') ?? []
}
