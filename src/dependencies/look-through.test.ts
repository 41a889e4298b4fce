import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aProtocol, someTables, TABLES } from './fixtures/world.ts'
import { buildGraph, type ProtocolInput } from './graph.ts'
import { lookThrough } from './look-through.ts'

const DAY = '2026-01-02'
const finals = (protocols: ProtocolInput[], id: string, tables = TABLES) =>
  Object.fromEntries(lookThrough(buildGraph(protocols, tables, DAY)).ofProtocol.get(id) ?? [])

describe(lookThrough, () => {
  test('follows a wrapper to the coin that it ends in', () => {
    expect(finals([aProtocol('a', { WSTETH: 0.7, USDC: 0.3 })], 'a')).toEqual({
      eth: 0.7,
      usdc: 0.3,
    })
  })

  test('what no table has, and what the make-up does not cover, ends in unknown', () => {
    const { eth, unknown } = finals([aProtocol('a', { ETH: 0.5, WHAT: 0.2 })], 'a')
    expect([eth, unknown]).toEqual([0.5, expect.closeTo(0.5, 12)])
    expect(finals([aProtocol('a', { RSETH: 1 })], 'a')).toEqual({ eth: 0.5, unknown: 0.5 })
  })

  test('a ring of claims is solved, not cut: a dollar that stands half on itself is four fifths of what it holds', () => {
    const { usdc, unknown } = finals([aProtocol('a', { RING: 1 })], 'a')
    expect([usdc, unknown]).toEqual([expect.closeTo(0.8, 12), expect.closeTo(0.2, 12)])
  })

  test('claims that only refer to each other are circular', () => {
    const tables = someTables({
      a: ['x', [{ token: 'b', share: 1 }]],
      b: ['x', [{ token: 'a', share: 1 }]],
      coin: ['chain', null],
    })
    expect(finals([aProtocol('p', { A: 0.5, COIN: 0.5 })], 'p', tables)).toEqual({
      circular: 0.5,
      coin: 0.5,
    })
  })

  test('a share of a protocol ends in what that protocol holds, or in unknown where that is not known', () => {
    const holder = aProtocol('a', { JLP: 1 })
    expect(finals([holder, aProtocol('perps', { ETH: 0.6, USDC: 0.4 })], 'a')).toEqual({
      eth: 0.6,
      usdc: 0.4,
    })
    expect(finals([holder], 'a')).toEqual({ unknown: 1 })
  })

  test('shares of every protocol sum to 1, in whatever order the protocols come', () => {
    const symbols = ['ETH', 'WSTETH', 'USDC', 'JLP', 'RING', 'LOOP', 'WRSETH', 'WHAT']
    const makeups = fc
      .array(fc.record({ symbol: fc.constantFrom(...symbols), part: fc.nat(1000) }), {
        maxLength: 6,
      })
      .map((parts) => {
        const total = Math.max(
          1_000,
          parts.reduce((sum, { part }) => sum + part, 0),
        )
        return Object.fromEntries(parts.map(({ symbol, part }) => [symbol, part / total]))
      })
    fc.assert(
      fc.property(makeups, makeups, (one, two) => {
        const protocols = [aProtocol('perps', one), aProtocol('z', two)]
        const graph = buildGraph(protocols, TABLES, DAY)
        for (const shares of lookThrough(graph).ofProtocol.values()) {
          const sum = [...shares.values()].reduce((total, share) => total + share, 0)
          expect(sum).toBeCloseTo(1, 9)
          for (const share of shares.values()) expect(share).toBeGreaterThanOrEqual(-1e-12)
        }
        expect(buildGraph(protocols.toReversed(), TABLES, DAY)).toEqual(graph)
      }),
    )
  })
})
