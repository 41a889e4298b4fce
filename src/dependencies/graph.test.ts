import { describe, expect, test } from 'vitest'
import { aProtocol, aVenue, TABLES } from './fixtures/world.ts'
import { buildGraph, type ProtocolInput } from './graph.ts'
import { lookThrough } from './look-through.ts'
import { stress } from './stress.ts'

const graphOf = (...protocols: ProtocolInput[]) => buildGraph(protocols, TABLES, '2026-01-02')
const lossesOf = (protocols: ProtocolInput[], shocks: Record<string, number>) =>
  stress(graphOf(...protocols), new Map(Object.entries(shocks))).losses

describe(buildGraph, () => {
  test.each([Number.NaN, Number.POSITIVE_INFINITY, -0.5, 1.5])(
    'a share of %d is none: it is unknown, and what else is held stays',
    (share) => {
      const graph = graphOf(aProtocol('a', { USDC: share, ETH: 0.4 }))
      const shares = Object.fromEntries(lookThrough(graph).ofProtocol.get('a') ?? [])
      expect(shares).toEqual({ eth: 0.4, unknown: 0.6 })
    },
  )

  test('a make-up of 500 tokens that no table has is all unknown', () => {
    const makeup = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`X${n}`, 1 / 500]))
    const graph = graphOf(aProtocol('a', makeup))
    expect(graph.protocols.get('a')?.holdings).toHaveLength(500)
    expect(lookThrough(graph).ofProtocol.get('a')?.get('unknown')).toBeCloseTo(1, 9)
  })

  test('a protocol that runs on itself loses what it loses once', () => {
    const found = lossesOf([aProtocol('a', null, { venues: [aVenue('a', 1)] })], { a: 0.5 })
    expect(found.get('a')).toMatchObject({ low: 0.5, high: 0.5 })
  })

  test('a ring of venues comes to rest: each loses what the dollar of one of them loses', () => {
    const ring = ['a', 'b', 'c'].map((id, index, ids) =>
      aProtocol(id, id === 'a' ? { USDC: 1 } : null, {
        venues: [aVenue(ids[(index + 1) % ids.length] ?? '', 1)],
      }),
    )
    const found = [...lossesOf(ring, { circle: 0.3 })]
    expect(found.map(([id, { high }]) => [id, high])).toEqual(
      ['a', 'b', 'c'].map((id) => [id, expect.closeTo(0.3, 9)]),
    )
  })

  test.each([
    [1, 0.01],
    [1, 0.000_001],
    [0.999, 0.01],
    [0.999, 0.9],
    [0.5, 0.01],
  ])(
    'a ring of venues with shares of %d and a shock of %d on a member has the limit of its series',
    (share, drop) => {
      const ring = ['a', 'b', 'c'].map((id, index, ids) =>
        aProtocol(id, null, { venues: [aVenue(ids[(index + 1) % ids.length] ?? '', share)] }),
      )
      const outside = aProtocol('d', null, { venues: [aVenue('c', 0.5)] })
      const found = lossesOf([...ring, outside], { a: drop })
      const loss = drop / (1 - (1 - drop) * share ** 3)
      for (const [id, expected] of [
        ['a', loss],
        ['c', share * loss],
        ['d', 0.5 * share * loss],
      ] as const)
        for (const bound of ['low', 'high', 'atStake'] as const)
          expect(found.get(id)?.[bound]).toBeCloseTo(expected, 5)
    },
  )

  test('a protocol and a token may be called anything', () => {
    const found = lossesOf([aProtocol('__proto__', { USDC: 0.5, CONSTRUCTOR: 0.5 })], { circle: 1 })
    expect(found.get('__proto__')?.high).toBe(0.5)
  })
})
