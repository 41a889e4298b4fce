import { encodeAbiParameters, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Reply } from '../../../chains/evm/call.ts'
import { LENS_PAGE } from '../../../chains/evm/lens/lens.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { type LensNft, type LensToken, lensAnswer } from '../../../testing/wallet/lens-answer.ts'
import { sqrtRatioAtTick } from '../../model/liquidity-math.ts'
import { isSound } from '../../model/position.ts'
import { at, entryOf, type Fact, holds, runDriver } from './fixtures/fake-chain.ts'
import { MAX_POSITIONS, uniswapV3, uniswapV3Entry } from './uniswap-v3.ts'

const OWNER = at(0xa11ce)
const MANAGER = at(1)
const FACTORY = at(2)
const FARM = at(3)
const ONE = at(0x11)
const TWO = at(0x22)
const CAKE = { address: at(0xca), symbol: 'CAKE', decimals: 18, selector: '0xce5f39c6' }

const ENTRY = entryOf(uniswapV3, {
  protocol: 'uniswap-v3',
  product: 'lp',
  manager: MANAGER,
  factory: FACTORY,
})

const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value])
const TOKENS = [
  { token: ONE, decimals: 18n, symbol: text('ONE') },
  { token: TWO, decimals: 6n, symbol: toHex('TWO', { size: 32 }) },
]
/** A position whose fees grew. */
const NFT = { global0: 1n << 128n }

/** Runs the driver for an owner of one NFT while the lens answers with these positions. */
function run(found: LensNft[], tokens: readonly LensToken[] = TOKENS) {
  const data = lensAnswer(BigInt(found.length), found, tokens, [ONE, TWO])
  return runLens(ENTRY, { reply: { ok: true, data } })
}

function runLens(entry: typeof ENTRY, lens: Pick<Fact, 'reply'>, held = [1n]) {
  const first = runDriver(
    uniswapV3,
    entry,
    OWNER,
    [MANAGER, FARM].map((at) => holds(at, OWNER, 0n)),
  )
  const reading = uniswapV3.read(entry, OWNER)
  reading.next()
  const second = reading.next(held.map((count) => holds(MANAGER, OWNER, count).reply))
  const end = reading.next([lens.reply])
  return {
    first,
    lensCall: second.done ? undefined : second.value[0],
    findings: end.done ? end.value : [],
  }
}

describe('positions of Uniswap v3', () => {
  test('are asked for by one call of the lens, and only when there are some', () => {
    const { first, lensCall } = run([NFT])
    expect(first.findings).toEqual([])
    expect(first.rounds).toHaveLength(1)
    expect(lensCall?.to).toBe(MANAGER)
    expect(lensCall?.code).toMatch(/^0x60/)
  })

  test('hold both tokens within the range, with the fees that grew as a reward and, apart, what is owed', () => {
    expect(run([NFT]).findings).toEqual([
      {
        protocol: 'uniswap-v3',
        product: 'lp',
        market: 'ONE/TWO 0.05%',
        ref: '7',
        collection: MANAGER,
        receiptToken: null,
        legs: [
          { role: 'lp', token: ONE, symbol: 'ONE', decimals: 18, amount: 499n },
          { role: 'lp', token: TWO, symbol: 'TWO', decimals: 6, amount: 499n },
          { role: 'lp', token: ONE, symbol: 'ONE', decimals: 18, amount: 5n },
          { role: 'reward', token: ONE, symbol: 'ONE', decimals: 18, amount: 1_000_000n },
        ],
        healthFactor: null,
        inRange: true,
        perp: null,
        source: 'onchain',
      },
    ])
  })

  test.each([
    [-11, 'ONE'],
    [10, 'TWO'],
  ])('at tick %i are out of range and hold only %s', (tick, symbol) => {
    const [finding] = run([{ ...NFT, tick, owed0: 0n, sqrtPrice: sqrtRatioAtTick(tick) }]).findings
    expect(finding?.inRange).toBe(false)
    const lp = finding?.legs.filter(({ role }) => role === 'lp')
    expect(lp?.map((leg) => leg.symbol)).toEqual([symbol])
  })

  test('that were closed are left out', () => {
    const closed = { ...NFT, liquidity: 0n, owed0: 0n }
    expect(run([closed, NFT]).findings).toHaveLength(1)
  })

  test('without liquidity but with something owed can be taken, which is no reward and out of no range', () => {
    const [finding] = run([{ ...NFT, tick: 99, liquidity: 0n }]).findings
    expect(finding?.legs.map(({ role, amount }) => [role, amount])).toEqual([['lp', 5n]])
    expect(finding).toMatchObject({ inRange: null, withdrawal: { isClaimable: true } })
  })

  test.each([
    ['without decimals', { known: false }],
    ['with absurd decimals', { decimals: 77n }],
  ])('of a token %s have the value of the other one', (_, change) => {
    const tokens = TOKENS.map((each, at) => (at === 1 ? { ...each, ...change } : each))
    const [finding] = run([NFT], tokens).findings
    expect(finding?.legs.map(({ token, isUnread }) => [token, isUnread])).toEqual([
      ...[
        [ONE, undefined],
        [TWO, true],
        [ONE, undefined],
        [ONE, undefined],
      ],
    ])
  })

  test.each([
    ['whose pool could not be read', { readable: false }, TOKENS],
    ['that the manager did not report', { readable: false, liquidity: 0n, owed0: 0n }, []],
    ['whose pool has no price', { sqrtPrice: 0n }, TOKENS],
  ])('%s are reported as an NFT of unknown value, never dropped', (_, change, tokens) => {
    const { findings } = run([{ ...NFT, ...change }], tokens)
    expect(findings).toMatchObject([
      {
        ref: '7',
        market: 'contents not readable',
        inRange: null,
        legs: [{ token: MANAGER, decimals: 0, amount: 1n }],
      },
    ])
  })

  test('are read in pages, and past the limit counted and said to be unread', () => {
    const reading = uniswapV3.read(ENTRY, OWNER)
    reading.next()
    const pages = reading.next([holds(MANAGER, OWNER, MAX_POSITIONS + 3n).reply])
    const calls = pages.done ? [] : pages.value
    expect(calls).toHaveLength(Math.ceil(Number(MAX_POSITIONS) / Number(LENS_PAGE)))
    expect(new Set(calls.map(({ data }) => data)).size).toBe(calls.length)
    // The last page ends with the newest.
    expect(calls.at(-1)?.data).toContain(193n.toString(16).padStart(64, '0'))
    const reply: Reply = { ok: true, data: lensAnswer(1n, [NFT], TOKENS) }
    const end = reading.next(calls.map(() => reply))
    const findings = end.done ? end.value : []
    expect(findings).toHaveLength(calls.length + 2)
    expect(findings.map(isSound).lastIndexOf(false)).toBe(calls.length + 1)
    expect(findings.at(-2)).toMatchObject({
      ...{ market: '3 further positions, not read', collection: MANAGER },
      legs: [{ token: MANAGER, amount: 3n }],
    })
  })

  test('staked in a farm are asked of the farm, with its reward', () => {
    const staking = { holder: FARM, reward: CAKE }
    const entry = uniswapV3Entry.parse({ ...ENTRY, staking })
    const data = lensAnswer(1n, [{ ...NFT, reward: 9n }], TOKENS)
    const { lensCall, findings } = runLens(entry, { reply: { ok: true, data } }, [0n, 1n])
    expect(lensCall?.data).toContain(FARM.slice(2))
    expect(lensCall?.data).toContain(CAKE.selector.slice(2))
    expect(findings[0]?.legs.at(-1)).toMatchObject({ role: 'reward', symbol: 'CAKE', amount: 9n })
    // An operator of the wallet cannot take what the farm holds.
    expect(findings[0]?.collection).toBeUndefined()
  })

  test('are unreadable when the lens does not answer, or with something else', () => {
    expect(() => runLens(ENTRY, { reply: { ok: false } })).toThrow(Unreadable)
    expect(() => runLens(ENTRY, { reply: { ok: true, data: '0x' } })).toThrow(Unreadable)
  })

  test('are unreadable when the number of them is', () => {
    expect(() => runDriver(uniswapV3, ENTRY, OWNER, [])).toThrow(Unreadable)
  })

  test('fill no more than what creation code may give back, however long-named their tokens are', () => {
    const many = Array.from({ length: Number(LENS_PAGE) }, () => NFT)
    const tokens = Array.from({ length: 2 * many.length }, (_, index) => ({
      token: at(index),
      decimals: 18n,
      symbol: `0x${'ff'.repeat(96)}` as const,
    }))
    const data = lensAnswer(1n, many, tokens)
    expect(data.length / 2).toBeLessThan(24_576 - 1_024)
  })
})
