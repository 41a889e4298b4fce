import { describe, expect, test } from 'vitest'
import { Unreadable } from '../../../chains/unreadable.ts'
import { isSound } from '../../model/position.ts'
import { at, entryOf, type Fact, holds, isToken, runDriver, says } from './fixtures/fake-chain.ts'
import { velodrome } from './velodrome.ts'

const OWNER = at(0xa11ce)
const [SUGAR, BASIC, SLIPSTREAM, POOL] = [at(1), at(2), at(3), at(4)]
const AERO = at(5)
const [ONE, TWO] = [at(0x11), at(0x22)]
const ENTRY = entryOf(velodrome, {
  sugar: SUGAR,
  factories: [
    { factory: BASIC, limit: 200 },
    { factory: SLIPSTREAM, limit: 100 },
  ],
  emissions: { address: AERO, symbol: 'AERO', decimals: 18 },
})
const SIGNATURE =
  'function positionsByFactory(uint256, uint256, address, address) view returns ((uint256 id, address lp, uint256 liquidity, uint256 staked, uint256 amount0, uint256 amount1, uint256 staked0, uint256 staked1, uint256 earned0, uint256 earned1, uint256 emissions, int24 tickLower, int24 tickUpper, uint160 ratioLower, uint160 ratioUpper, address locker, uint32 unlocksAt, address alm)[])'
const SHARE = {
  id: 0n,
  lp: POOL,
  liquidity: 10n,
  staked: 20n,
  amount0: 1n,
  amount1: 2n,
  staked0: 3n,
  staked1: 4n,
  earned0: 5n,
  earned1: 0n,
  emissions: 6n,
  tickLower: 0,
  tickUpper: 0,
  ratioLower: 0n,
  ratioUpper: 0n,
  locker: at(0),
  unlocksAt: 0,
  alm: at(0),
}
const NFT = { ...SHARE, id: 77n, liquidity: 0n, amount0: 0n, amount1: 0n, earned0: 0n }
const page = (factory: typeof BASIC, limit: bigint, rows: object[]) =>
  says(SUGAR, SIGNATURE, [limit, 0n, OWNER, factory], rows)
const pools = (factory: typeof BASIC, count: bigint) => says(factory, 'allPoolsLength', [], count)
const pages = (basic: object[], slipstream: object[]) => [
  page(BASIC, 200n, basic),
  page(SLIPSTREAM, 100n, slipstream),
  pools(BASIC, 200n),
  pools(SLIPSTREAM, 90n),
  holds(AERO, OWNER, 0n),
]
const sides = [says(POOL, 'token0', [], ONE), says(POOL, 'token1', [], TWO)]
const facts = [...sides, ...isToken(ONE, 'ONE', 18), ...isToken(TWO, 'TWO', 6)]

describe('positions that the velodrome driver reads', () => {
  test('are loose and staked parts, fees and emissions', () => {
    const { findings, rounds } = runDriver(velodrome, ENTRY, OWNER, [
      ...pages([SHARE], []),
      ...facts,
    ])
    expect(rounds.map(({ length }) => length)).toEqual([5, 2, 4])
    expect(findings).toMatchObject([{ market: 'ONE/TWO', ref: POOL, receiptToken: POOL }])
    expect(
      findings[0]?.legs.map(({ role, amount, symbol }) => `${role} ${amount} ${symbol}`),
    ).toEqual([
      'lp 1 ONE',
      'lp 2 TWO',
      'stake 3 ONE',
      'stake 4 TWO',
      'reward 5 ONE',
      'reward 6 AERO',
    ])
  })

  test('are staked NFTs; loose ones are left to the position manager', () => {
    const loose = { ...SHARE, id: 78n, staked: 0n }
    const { findings } = runDriver(velodrome, ENTRY, OWNER, [...pages([], [NFT, loose]), ...facts])
    expect(findings).toMatchObject([{ ref: '77', receiptToken: null }])
  })

  test('are managed and locked ones too', () => {
    const managed = { ...NFT, staked: 0n, alm: at(8) }
    const locked = { ...SHARE, locker: at(9) }
    const { findings } = runDriver(velodrome, ENTRY, OWNER, [
      ...pages([locked], [managed]),
      ...facts,
    ])
    expect(findings.map(({ ref }) => ref)).toEqual([`locked ${at(9)}`, `managed ${at(8)}`])
    expect(findings[1]?.receiptToken).toBe(at(8))
  })

  test('are none after one round, in calls apart from the others', () => {
    const { findings, rounds } = runDriver(velodrome, ENTRY, OWNER, pages([], []))
    expect(findings).toEqual([])
    expect(rounds).toHaveLength(1)
    const calls = rounds[0]?.filter(({ untrusted }) => untrusted)
    expect(calls?.map(({ to }) => to)).toEqual([SUGAR, SUGAR])
    expect(rounds[0]).toHaveLength(5)
  })

  const loose = (count: number) =>
    Array.from({ length: count }, (_, id) => ({ ...SHARE, id: BigInt(id + 1), staked: 0n }))
  test.each<[string, Fact[], object[], boolean]>([
    ['an owner of a share, with more pools', [pools(BASIC, 201n)], [SHARE], true],
    [
      'an owner of what gauges pay, with more pools',
      [pools(BASIC, 201n), holds(AERO, OWNER, 1n)],
      [],
      true,
    ],
    ['an owner of a share, with no more pools', [], [SHARE], false],
    ['an owner of nothing here', [pools(BASIC, 201n)], [], false],
  ])('%s is reported of what was not seen: $3', (_, facts_, basic, isReported) => {
    const { findings } = runDriver(velodrome, ENTRY, OWNER, [
      ...facts_,
      ...pages(basic, []),
      ...facts,
    ])
    expect(findings.some((finding) => !isSound(finding))).toBe(isReported)
    expect(findings.filter(isSound)).toHaveLength(basic.length)
  })

  test('as many as Sugar gives at once may be not all', () => {
    for (const [count, isReported] of [
      [199, false],
      [200, true],
    ] as const) {
      const { findings } = runDriver(velodrome, ENTRY, OWNER, [
        ...pages([], loose(count)),
        ...facts,
      ])
      expect(findings.map(isSound)).toEqual(isReported ? [false] : [])
    }
  })

  test('have no fees where an NFT is staked, since those go to who votes', () => {
    const counted = { ...NFT, earned0: 5n, earned1: 7n }
    const { findings } = runDriver(velodrome, ENTRY, OWNER, [...pages([], [counted]), ...facts])
    expect(findings[0]?.legs.filter(({ role }) => role === 'reward')).toMatchObject([
      { symbol: 'AERO', amount: 6n },
    ])
  })

  test('are reported to have a part that was not read, where a known factory is not', () => {
    const partly = { ...ENTRY, unread: [at(7)] }
    const findings = (entry: typeof ENTRY, some: object[]) =>
      runDriver(velodrome, entry, OWNER, [...pages(some, []), ...facts]).findings.map(isSound)
    expect(findings(ENTRY, [SHARE])).toEqual([true])
    expect(findings(partly, [SHARE])).toEqual([true, false])
    expect(findings(partly, [])).toEqual([])
  })

  test('stay when Sugar does not answer for one factory, whose part is reported as not read to everyone', () => {
    const silent = (rows: object[]) =>
      [...pages(rows, []), ...facts].filter((_, index) => index !== 1)
    const findings = (rows: object[]) => runDriver(velodrome, ENTRY, OWNER, silent(rows)).findings
    expect(findings([SHARE]).map(isSound)).toEqual([true, false])
    expect(findings([]).map(isSound)).toEqual([false])
  })

  test.each([
    ['any page', pages([SHARE], []).slice(2)],
    ['the number of pools', pages([SHARE], []).slice(0, 2)],
    ['a token of a pool', [...pages([SHARE], []), ...sides]],
  ])('are unreadable without %s', (_, some) => {
    expect(() => runDriver(velodrome, ENTRY, OWNER, some)).toThrow(Unreadable)
  })
})
