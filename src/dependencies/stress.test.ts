import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aProtocol, aVenue, someTables, TABLES } from './fixtures/world.ts'
import { buildGraph, type ProtocolInput } from './graph.ts'
import { stress } from './stress.ts'

const DAY = '2026-01-02'
const losses = (protocols: ProtocolInput[], shocks: Record<string, number>) =>
  stress(buildGraph(protocols, TABLES, DAY), new Map(Object.entries(shocks))).losses
const near = (value: number) => expect.closeTo(value, 9)

describe(stress, () => {
  test('a wrapper loses what its root loses, and no more', () => {
    const found = losses([aProtocol('a', { STETH: 0.5, WSTETH: 0.5 })], { lido: 0.06 })
    expect(found.get('a')).toEqual({
      ...{ atStake: near(0.06), first: near(0.06), low: near(0.06), high: near(0.06) },
    })
  })

  test('a token that is a protocol of its own falls with it, and with its issuer', () => {
    const [first, ...others] = TABLES.tokens.values()
    const fund = { id: 'fund', symbols: ['FUND'], issuer: 'lido', protocolId: 'p', source: 'test' }
    const tokens = new Map(
      [first, ...others, { ...fund, day: DAY }].flatMap((row) => (row ? [[row.id, row]] : [])),
    )
    const graph = buildGraph([aProtocol('a', { FUND: 1 })], { ...TABLES, tokens }, DAY)
    for (const id of ['p', 'lido'])
      expect(stress(graph, new Map([[id, 0.5]])).losses.get('a')).toMatchObject({
        ...{ first: near(0.5), high: near(0.5) },
      })
  })

  test('a token that stands in part on another of its issuer falls as far as that one', () => {
    const half = { id: 'half', symbols: ['HALF'], issuer: 'lido', source: 'test', day: DAY }
    const tokens = new Map([
      ...TABLES.tokens,
      [
        'half',
        {
          ...half,
          on: [
            { token: 'steth', share: 0.2 },
            { token: 'usdc', share: 0.5 },
          ],
        },
      ],
    ])
    const graph = buildGraph([aProtocol('a', { HALF: 1 })], { ...TABLES, tokens }, DAY)
    const lossAt = (shocks: Record<string, number>) =>
      stress(graph, new Map(Object.entries(shocks))).losses.get('a')?.high
    expect(lossAt({ lido: 0.6 })).toBeCloseTo(0.6, 9)
    expect(lossAt({ circle: 0.6 })).toBeCloseTo(0.3, 9)
    expect(lossAt({ lido: 0.6, circle: 0.6 })).toBeCloseTo(0.72, 9)
  })

  test('what passes through another token is not in the first round', () => {
    const found = losses([aProtocol('a', { RSETH: 1 })], { lido: 0.5 })
    expect(found.get('a')).toMatchObject({ first: 0, high: near(0.25) })
  })

  test('collateral costs a lender nothing while it is worth more than the threshold, and at most what lies below it', () => {
    const lender = (threshold: number | null) =>
      aProtocol('a', { WSTETH: 1 }, { holdsAs: 'collateral', threshold })
    expect(losses([lender(0.8)], { lido: 0.06 }).get('a')).toMatchObject({
      ...{ atStake: near(0.06), low: 0, high: 0 },
    })
    expect(losses([lender(0.8)], { lido: 0.5 }).get('a')?.high).toBeCloseTo(0.3, 9)
    // A threshold that is not read must not help.
    expect(losses([lender(null)], { lido: 0.06 }).get('a')?.high).toBeCloseTo(0.06, 9)
  })

  test('a lender is bounded by what depositors are owed where that is more than what is held', () => {
    const makeup = {
      parts: [{ chain: null, token: 'USDC', share: 0.05, owedShare: 0.2 }],
      ...{ basis: 'curated' as const, day: DAY, source: 'test' },
    }
    const lender = aProtocol('a', null, { makeup, holdsAs: 'collateral' })
    expect(losses([lender], { circle: 1 }).get('a')).toMatchObject({
      ...{ first: near(0.05), high: near(0.2) },
    })
  })

  test('a leg of a pool costs at most both legs', () => {
    const pool = aProtocol('a', { USDC: 0.5, ETH: 0.5 }, { holdsAs: 'pool' })
    expect(losses([pool], { circle: 0.1 }).get('a')).toMatchObject({
      ...{ low: near(0.05), high: near(0.1) },
    })
  })

  test('a pool of three tokens can be drained of two, and none loses more than its worst leg', () => {
    const shares = { USDC: 0.1, ETH: 0.9 }
    const pool = (legs: number) => aProtocol('a', shares, { holdsAs: 'pool', legs })
    const high = (legs: number) => losses([pool(legs)], { circle: 0.5 }).get('a')?.high
    expect([2, 3, 50].map(high)).toEqual([near(0.1), near(0.15), near(0.5)])
    const both = aProtocol('a', { USDC: 0.5, WSTETH: 0.5 }, { holdsAs: 'pool' })
    expect(losses([both], { circle: 0.1, lido: 0.2 }).get('a')).toMatchObject({
      ...{ low: near(0.15), high: near(0.2) },
    })
  })

  test('a bridge hits what it carries, and not the original', () => {
    const found = losses([aProtocol('a', { WRSETH: 1 }), aProtocol('b', { RSETH: 1 })], {
      layerzero: 0.4,
    })
    expect(found.get('a')?.high).toBeCloseTo(0.4, 9)
    expect(found.has('b')).toBe(false)
  })

  test('a protocol that fails takes its token and those who run on it along, once', () => {
    const protocols = [
      aProtocol('perps', { ETH: 1 }),
      aProtocol('a', { JLP: 1 }),
      aProtocol('b', null, { venues: [aVenue('a', 0.5)] }),
    ]
    const found = losses(protocols, { perps: 0.4 })
    expect(found.get('a')?.high).toBeCloseTo(0.4, 9)
    expect(found.get('b')?.high).toBeCloseTo(0.2, 9)
    expect(losses(protocols, { perps: 0.4 })).toEqual(found)
  })

  test('a token falls as far as its own protocol, though it stands in part on another of its issuer', () => {
    const [fund, bill] = ['fund', 'bill'].map((id) => ({
      ...{ id, symbols: [id.toUpperCase()], issuer: 'lido', source: 'test', day: DAY },
    }))
    if (!fund || !bill) throw new Error('No rows')
    const tokens = new Map([
      ...TABLES.tokens,
      ['fund', { ...fund, protocolId: 'p', on: [{ token: 'bill', share: 0.2 }] }],
      ['bill', bill],
    ])
    const graph = buildGraph([aProtocol('a', { FUND: 0.3 })], { ...TABLES, tokens }, DAY)
    expect(stress(graph, new Map([['p', 1]])).losses.get('a')).toEqual({
      ...{ atStake: near(0.3), first: near(0.3), low: near(0.3), high: near(0.3) },
    })
  })

  test('a protocol that fails loses that once, and what it holds of others adds what they lose', () => {
    const shares = fc.double({ min: 0, max: 0.5, noNaN: true })
    const drop = fc.double({ min: 0.001, max: 1, noNaN: true })
    fc.assert(
      fc.property(shares, shares, drop, drop, (own, other, d, e) => {
        const protocols = [aProtocol('perps', { JLP: own, USDC: other, ETH: 1 - own - other })]
        const alone = losses(protocols, { perps: d }).get('perps')
        expect(alone).toMatchObject({ low: near(d), high: near(d), atStake: near(d) })
        const both = losses(protocols, { perps: d, circle: e }).get('perps')
        // What it loses without its own failure is never less with it.
        const without = losses(protocols, { circle: e }).get('perps')?.low ?? 0
        const expected = Math.max(without, 1 - (1 - d) * (1 - other * e))
        expect(both?.low).toBeCloseTo(expected, 7)
        expect(both?.first).toBeLessThanOrEqual((both?.atStake ?? 0) + 1e-9)
        expect(both?.atStake).toBeLessThanOrEqual((both?.high ?? 0) + 1e-9)
      }),
    )
  })

  test('a bridge that fails is its protocol failing, and the other way round', () => {
    const tables = someTables(
      { eth: ['chain', null], reth: ['kelp', [{ token: 'eth', share: 1 }], 'span'] },
      { span: 'span-protocol' },
    )
    const protocols = [
      aProtocol('span-protocol', { ETH: 1 }),
      aProtocol('a', { RETH: 0.5 }),
      aProtocol('b', null, { venues: [aVenue('span-protocol', 0.5)] }),
    ]
    const fail = (id: string) =>
      stress(buildGraph(protocols, tables, '2026-01-02'), new Map([[id, 0.4]])).losses
    expect(fail('span').get('a')?.high).toBeCloseTo(0.2, 9)
    expect(fail('span').get('span-protocol')?.high).toBeCloseTo(0.4, 9)
    expect(fail('span').get('b')?.high).toBeCloseTo(0.2, 9)
    expect(fail('span-protocol')).toEqual(fail('span'))
  })

  test('an issuer that bridges its own token fails once', () => {
    const tables = someTables(
      { eth: ['chain', null], reth: ['kelp', [{ token: 'eth', share: 1 }], 'span'] },
      { kelp: 'one', span: 'one' },
    )
    const graph = buildGraph([aProtocol('a', { RETH: 1 })], tables, '2026-01-02')
    expect(stress(graph, new Map([['span', 0.4]])).losses.get('a')?.high).toBeCloseTo(0.4, 9)
  })

  test('what lies in a venue and what is held are one loss and no sum', () => {
    const venues = [aVenue('a', 1)]
    const found = losses([aProtocol('a', { USDC: 1 }), aProtocol('b', { USDC: 1 }, { venues })], {
      circle: 0.3,
    })
    expect(found.get('b')?.high).toBeCloseTo(0.3, 9)
  })

  test('losses rise with the size of a shock and with the set of shocks, stay within 0 and 1, and no bound passes another', () => {
    const ids = ['lido', 'circle', 'perps', 'maker', 'spark', 'kelp', 'layerzero', 'chain']
    const shocks = fc.dictionary(
      fc.constantFrom(...ids),
      fc.double({ min: 0, max: 1, noNaN: true }),
    )
    const symbols = ['ETH', 'WSTETH', 'USDC', 'JLP', 'RING', 'LOOP', 'WRSETH']
    const makeup = fc.dictionary(
      fc.constantFrom(...symbols),
      fc.double({ min: 0, max: 1 / symbols.length, noNaN: true }),
    )
    const holdsAs = fc.constantFrom('plain' as const, 'collateral' as const, 'pool' as const)
    fc.assert(
      fc.property(makeup, makeup, holdsAs, shocks, shocks, (one, two, how, few, more) => {
        const protocols = [aProtocol('perps', one), aProtocol('b', two, { holdsAs: how })]
        const all = { ...few }
        for (const [id, drop] of Object.entries(more)) all[id] = Math.max(all[id] ?? 0, drop)
        const small = losses(protocols, few)
        const large = losses(protocols, all)
        for (const [id, { low, high, atStake }] of large) {
          for (const loss of [low, high, atStake]) {
            expect(loss).toBeGreaterThanOrEqual(0)
            expect(loss).toBeLessThanOrEqual(1)
          }
          expect(low).toBeLessThanOrEqual(high + 1e-9)
          expect(small.get(id)?.high ?? 0).toBeLessThanOrEqual(high + 1e-7)
          expect(small.get(id)?.low ?? 0).toBeLessThanOrEqual(low + 1e-7)
        }
      }),
    )
  })

  test('a token split into two of one issuer, or renamed, changes nothing', () => {
    const whole = losses([aProtocol('a', { STETH: 0.6, USDC: 0.4 })], { lido: 0.3 })
    const split = losses([aProtocol('a', { STETH: 0.2, WSTETH: 0.4, USDC: 0.4 })], { lido: 0.3 })
    expect(split.get('a')?.high).toBeCloseTo(whole.get('a')?.high ?? 0, 9)
    expect(losses([aProtocol('a', { steth: 0.6, usdc: 0.4 })], { lido: 0.3 })).toEqual(whole)
  })
})

test('what runs on another without a stated share may lie there whole, and at best not at all', () => {
  const venues = [{ ...aVenue('a', 0), share: null }]
  const found = losses([aProtocol('a', { USDC: 1 }), aProtocol('b', null, { venues })], {
    circle: 0.3,
  })
  expect(found.get('b')).toMatchObject({ low: 0, high: near(0.3), atStake: 0 })
})
