import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEPENDENCY_SIGNALS, type DependencySignal } from '../domain/dependency.ts'
import { runs } from '../testing/runs.ts'
import { aLentAsset } from './fixtures/lent-asset.ts'
import { aMakeup, aProtocol, TABLES } from './fixtures/world.ts'
import { buildGraph, type ProtocolInput } from './graph.ts'
import type { LentAsset } from './lent-assets.ts'
import { type SignalReading, signalsOf, wholeFailures } from './signals.ts'

const DAY = '2026-01-02'

function signals(input: ProtocolInput, worst: number | null = null) {
  const graph = buildGraph([input], TABLES, DAY)
  const node = graph.protocols.get(input.id)
  if (!node) throw new Error('the graph has its protocol')
  return signalsOf(node, {
    ...{ graph, failures: wholeFailures(graph), worstOf: () => worst },
    counterpartyOf: (id) => (id === 'perps' ? 6 : null),
  })
}
const valuesOf = (input: ProtocolInput, worst?: number) =>
  Object.fromEntries(
    Object.entries(signals(input, worst)).map(([id, { value }]) => [
      id,
      value === null ? null : Number(value.toFixed(6)),
    ]),
  )

const lender = (shares: Record<string, number> | null, lent: LentAsset[] | null) =>
  aProtocol('a', shares, { holdsAs: 'collateral', lent, heldUsd: 1_000 })

describe('the signals of one protocol', () => {
  test('are computed of its make-up, and those of lenders of its markets', () => {
    const lent = [
      aLentAsset('wsteth', { suppliedUsd: 600, freeUsd: 500, roomUsd: 200, isStuck: true }),
      aLentAsset('usdc', { suppliedUsd: 400, freeUsd: 100, roomUsd: 0 }),
    ]
    expect(valuesOf(lender({ WSTETH: 0.6, USDC: 0.3 }, lent), 0.04)).toEqual({
      // Lido has 60 %, and the unknown tenth may be of it too.
      issuerTop: 0.7,
      stressLoss: 0.04,
      // No counterparty is known of any of the issuers here.
      standsOn: 9,
      // Lido fails: 200 of new staked ether against the 100 dollars that are free.
      room: 0.1,
      priceStuck: 0.6,
      freeRun: 0,
    })
  })

  test('count coins and the own token for no issuer', () => {
    expect(valuesOf(aProtocol('a', { ETH: 1 }))).toMatchObject({ issuerTop: 0, standsOn: 0 })
    expect(valuesOf(aProtocol('perps', { JLP: 0.5, ETH: 0.5 }))).toMatchObject({ issuerTop: 0 })
    expect(valuesOf(aProtocol('a', { JLP: 0.5, ETH: 0.5 }))).toMatchObject({
      ...{ issuerTop: 0.5, standsOn: 3 },
    })
  })

  test('take the larger of what is held and what is owed', () => {
    const makeup = {
      ...aMakeup({}),
      parts: [
        { chain: null, token: 'USDC', share: 0.05, owedShare: 0.22 },
        { chain: null, token: 'ETH', share: 0.95, owedShare: 0.78 },
      ],
    }
    expect(valuesOf(aProtocol('a', null, { makeup })).issuerTop).toBeCloseTo(0.22, 9)
  })

  test('say why they are missing', () => {
    const missing = (input: ProtocolInput) =>
      Object.fromEntries(Object.entries(signals(input)).map(([id, signal]) => [id, signal.missing]))
    expect(missing(aProtocol('a', null))).toEqual({
      ...{ issuerTop: 'no-makeup', standsOn: 'no-makeup' },
      ...{ stressLoss: 'not-a-lender', room: 'not-a-lender' },
      ...{ priceStuck: 'not-a-lender', freeRun: 'not-a-lender' },
    })
    expect(missing(lender({ USDC: 1 }, null))).toMatchObject({
      ...{ stressLoss: 'no-scenario', room: 'markets-not-read', freeRun: 'markets-not-read' },
    })
    const unpriced = aLentAsset('usdc', { suppliedUsd: null })
    expect(missing(lender({ USDC: 1 }, [unpriced]))).toMatchObject({
      ...{ priceStuck: 'markets-not-read', freeRun: 'markets-not-read', room: null },
    })
  })
})

/** How bad a signal is, 0-1 and more: one that is missing counts as the worst. */
function badness(id: DependencySignal, { value }: SignalReading): number {
  if (value === null) return Number.POSITIVE_INFINITY
  return id === 'freeRun' ? 1 - value : value
}

const symbols = ['ETH', 'WSTETH', 'STETH', 'USDC', 'JLP', 'RING', 'RSETH', 'WRSETH', 'OTHER']
const makeups = fc.dictionary(
  fc.constantFrom(...symbols),
  fc.integer({ min: 1, max: 10 }).map((tenths) => tenths / 10 / symbols.length),
  { minKeys: 1 },
)
const usd = fc.integer({ min: 0, max: 100 })
const assets = fc.uniqueArray(
  fc
    .tuple(
      fc.constantFrom('eth', 'wsteth', 'usdc', 'jlp', 'rseth', 'wrseth', null),
      fc.record({
        suppliedUsd: fc.integer({ min: 1, max: 100 }),
        roomUsd: usd,
        isCollateral: fc.boolean(),
        isStuck: fc.boolean(),
      }),
      fc.integer({ min: 0, max: 10 }),
    )
    .map(([token, given, tenths]) =>
      aLentAsset(token, { ...given, freeUsd: (given.suppliedUsd * tenths) / 10 }),
    ),
  { minLength: 1, maxLength: 6, selector: ({ token }) => token },
)

function expectNoneBetter(hidden: ProtocolInput, seen: ProtocolInput): void {
  const [after, before] = [signals(hidden, 0.1), signals(seen, 0.1)]
  for (const id of DEPENDENCY_SIGNALS)
    expect(badness(id, after[id]), id).toBeGreaterThanOrEqual(badness(id, before[id]) - 1e-9)
}

describe('no signal gets better', () => {
  test('when a holding, its amount or its issuer is hidden, or the whole make-up', () => {
    fc.assert(
      fc.property(makeups, assets, fc.constantFrom(...symbols), (shares, lent, symbol) => {
        const seen = lender(shares, lent)
        const { [symbol]: share = 0, ...rest } = shares
        expectNoneBetter(lender(rest, lent), seen)
        expectNoneBetter(lender({ ...rest, [symbol]: share / 2 }, lent), seen)
        expectNoneBetter(lender({ ...rest, [`${symbol}?`]: share }, lent), seen)
        expectNoneBetter(lender(null, lent), seen)
      }),
      runs(1000),
    )
  })

  test('when a cap, an amount or a feed of a market is hidden, or all markets', () => {
    const at = fc.nat({ max: 5 })
    fc.assert(
      fc.property(makeups, assets, at, (shares, lent, place) => {
        const seen = lender(shares, lent)
        const hide = (given: Partial<LentAsset>) =>
          lender(
            shares,
            lent.map((asset, index) =>
              index === place % lent.length ? { ...asset, ...given } : asset,
            ),
          )
        expectNoneBetter(hide({ roomUsd: null }), seen)
        expectNoneBetter(hide({ freeUsd: null }), seen)
        expectNoneBetter(hide({ isStuck: true }), seen)
        expectNoneBetter(lender(shares, null), seen)
        const unpriced = signals(hide({ suppliedUsd: null, freeUsd: null, roomUsd: null }))
        expect(unpriced.freeRun.missing ?? unpriced.priceStuck.missing).toBe('markets-not-read')
      }),
      runs(1000),
    )
  })

  test('when the share of an issuer rises', () => {
    fc.assert(
      fc.property(makeups, fc.constantFrom('WSTETH', 'USDC', 'RSETH'), (shares, symbol) => {
        const more = { ...shares, [symbol]: (shares[symbol] ?? 0) + 0.05 }
        // What it takes comes from ether, which has no issuer.
        const from = { ...shares, ETH: 0.05 }
        const before = valuesOf(aProtocol('a', from)).issuerTop ?? 0
        const { ETH: _, ...rest } = more
        expect(valuesOf(aProtocol('a', rest)).issuerTop).toBeGreaterThanOrEqual(before - 1e-6)
      }),
      runs(1000),
    )
  })
})

test('a token split into two of one issuer, or written in another case, changes no signal', () => {
  const whole = valuesOf(aProtocol('a', { STETH: 0.6, USDC: 0.4 }))
  expect(valuesOf(aProtocol('a', { STETH: 0.2, WSTETH: 0.4, USDC: 0.4 }))).toEqual(whole)
  expect(valuesOf(aProtocol('a', { usdc: 0.4, steth: 0.6 }))).toEqual(whole)
})
