import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aProtocol, aVenue, TABLES } from './fixtures/world.ts'
import { buildGraph } from './graph.ts'
import { type PositionLoss, type Stake, type StakeLeg, walletStands } from './wallet.ts'

/** A lender with 60 % staked ether, 30 % dollars and 10 % unknown; a vault of which 80 % lies there; an exchange of ether and dollars. */
const GRAPH = buildGraph(
  [
    aProtocol('lender', { WSTETH: 0.6, USDC: 0.3 }, { holdsAs: 'collateral' }),
    aProtocol('vault', null, { venues: [aVenue('lender', 0.8)] }),
    aProtocol('hidden', null, { venues: [{ ...aVenue('lender', 0), share: null }] }),
    aProtocol('perps', { ETH: 0.5, USDC: 0.5 }),
  ],
  TABLES,
  '2026-01-02',
)

const leg = (how: StakeLeg['how'], token: string | null, usd: number): StakeLeg => {
  return { how, token, usd, symbol: token ?? '?' }
}
const at = (protocol: string, ...legs: StakeLeg[]): Stake => {
  const netUsd = legs.reduce((sum, { usd, how }) => sum + (how === 'owed' ? -usd : usd), 0)
  return { id: protocol, protocol, legs, netUsd: Math.max(0, netUsd) }
}
const sumOf = (losses: readonly PositionLoss[]) => losses.reduce((sum, { usd }) => sum + usd, 0)

function standsOf(...stakes: Stake[]) {
  const { netUsd, needs, finals, exposure, unknownIssuerUsd } = walletStands(stakes, GRAPH)
  return {
    ...{ netUsd, unknownIssuerUsd },
    needs: Object.fromEntries(
      [...needs].map(([id, losses]) => [id, Number(sumOf(losses).toFixed(6))]),
    ),
    finals: rounded(finals),
    exposure: rounded(exposure),
  }
}

const rounded = (sums: ReadonlyMap<string, number>) =>
  Object.fromEntries([...sums].map(([id, usd]) => [id, Number(usd.toFixed(6))]))

describe('five wallets worked out by hand', () => {
  test('a staked coin needs its issuer, and ends in the coin', () => {
    expect(standsOf(at('elsewhere', leg('owned', 'wsteth', 100)))).toEqual({
      ...{ netUsd: 100, unknownIssuerUsd: 0 },
      needs: { lido: 100, elsewhere: 100 },
      finals: { eth: 100 },
      exposure: { eth: 100 },
    })
  })

  test('dollars at a lender need their issuer whole, and the issuers of what the lender holds by share', () => {
    expect(standsOf(at('lender', leg('lent', 'usdc', 1000)))).toEqual({
      ...{ netUsd: 1000, unknownIssuerUsd: 0 },
      needs: { circle: 1000, lender: 1000, lido: 600 },
      finals: { eth: 600, usdc: 300, unknown: 100 },
      exposure: { usdc: 1000 },
    })
  })

  test('a debt counts net: staked coins of 1,000 with a debt of 600 lose at most the 400, and nothing with the dollar they owe', () => {
    const loop = at('lender', leg('lent', 'wsteth', 1000), leg('owed', 'usdc', 600))
    expect(standsOf(loop)).toEqual({
      ...{ netUsd: 400, unknownIssuerUsd: 0 },
      needs: { lido: 400, lender: 400 },
      finals: { eth: 240, usdc: 120, unknown: 40 },
      exposure: { eth: 1000, usdc: -600 },
    })
  })

  test('a vault passes on what its lender holds, and a share of an exchange what that holds, each once', () => {
    const wallet = [at('vault', leg('lent', 'usdc', 500)), at('perps', leg('owned', 'jlp', 500))]
    expect(standsOf(...wallet)).toEqual({
      ...{ netUsd: 1000, unknownIssuerUsd: 0 },
      needs: { circle: 750, lido: 240, lender: 400, vault: 500, perps: 500 },
      finals: { eth: 490, usdc: 470, unknown: 40 },
      exposure: { usdc: 750, eth: 250 },
    })
  })

  test('what is not resolved is unknown, with its share', () => {
    const wallet = at('elsewhere', leg('owned', null, 300), leg('owned', 'rseth', 700))
    expect(standsOf(wallet)).toEqual({
      ...{ netUsd: 1000, unknownIssuerUsd: 300 },
      needs: { kelp: 700, lido: 350, elsewhere: 1000 },
      finals: { eth: 350, unknown: 650 },
      exposure: { eth: 350, unknown: 650 },
    })
  })
})

test('a collateral that is not lent out stands on its own issuer, and not on what the lender holds', () => {
  const { needs, finals } = standsOf(at('lender', leg('owned', 'eth', 100)))
  expect(needs).toEqual({ lender: 100 })
  expect(finals).toEqual({ eth: 100 })
})

test('where no source states how much of a vault lies at a lender, the end is unknown', () => {
  expect(standsOf(at('hidden', leg('lent', 'usdc', 100))).finals).toEqual({ unknown: 100 })
})

test('a position that owes more than it has counts as none', () => {
  const sunk = at('lender', leg('lent', 'eth', 100), leg('owed', 'usdc', 150))
  expect(standsOf(sunk, at('perps', leg('owned', 'usdc', 50)))).toMatchObject({
    netUsd: 50,
    needs: { circle: 50, perps: 50 },
  })
})

test('the ends add up to the net value, no need is more than it, and the order of positions changes nothing', () => {
  const legs = fc.array(
    fc.record({
      how: fc.constantFrom('owned' as const, 'lent' as const, 'owed' as const),
      token: fc.constantFrom('eth', 'wsteth', 'usdc', 'jlp', 'ring', 'loop', 'rseth', null),
      usd: fc.integer({ min: 1, max: 1e9 }),
    }),
    { minLength: 1, maxLength: 4 },
  )
  const stake = fc
    .tuple(fc.constantFrom('lender', 'vault', 'hidden', 'perps', 'elsewhere'), legs)
    .map(([protocol, own]) =>
      at(protocol, ...own.map((each) => leg(each.how, each.token, each.usd))),
    )
  fc.assert(
    fc.property(fc.array(stake, { maxLength: 5 }), (stakes) => {
      const found = walletStands(stakes, GRAPH)
      const sum = [...found.finals.values()].reduce((total, usd) => total + usd, 0)
      expect(sum / (found.netUsd || 1)).toBeCloseTo(found.netUsd > 0 ? 1 : 0, 6)
      for (const usd of [...found.needs.values()].map(sumOf)) {
        expect(usd).toBeGreaterThan(0)
        expect(usd).toBeLessThanOrEqual(found.netUsd * (1 + 1e-9))
      }
      const ids = (all: Stake[]) =>
        [...walletStands(all, GRAPH).needs]
          .map(([id, losses]) => [id, sumOf(losses).toPrecision(9)])
          .sort()
      expect(ids(stakes.toReversed())).toEqual(ids(stakes))
    }),
  )
})
