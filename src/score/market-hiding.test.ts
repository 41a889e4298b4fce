import fc from 'fast-check'
import { describe, test } from 'vitest'
import type { ContractControl } from '../domain/control.ts'
import { aMarket } from '../domain/fixtures/market.ts'
import { type GapReason, MARKET_FACTS, type Market, type MarketFact } from '../domain/market.ts'
import type { Universe } from '../domain/record.ts'
import { runs } from '../testing/runs.ts'
import { only, where } from './fixtures/concealment.ts'
import { contracts, markets } from './fixtures/contracts.ts'
import { expectNotAbove } from './fixtures/not-above.ts'
import { fact } from './fixtures/record.ts'
import { lonely } from './fixtures/universes.ts'
import { scoreUniverse } from './score.ts'

// Truth: what could not be read of markets never looks better than what was read.

type Change = (market: Market) => Market
type Edit = (list: Market[]) => Market[]

const place = fc.nat(3)
const why = fc.constantFrom<GapReason[]>('node-failed', 'reverted', 'unreadable', 'implausible')
const chain = fc.constantFrom('Ethereum', 'Arbitrum', 'Polygon')
const seconds = fc.integer({ min: 1, max: 90 * 86_400 })
const share = fc.double({ min: 0.01, max: 1, noNaN: true })

/** A market of which only the place is known. */
const hidden =
  (reason: GapReason): Change =>
  ({ chain: own, address, day, link }) =>
    aMarket({
      ...{ chain: own, address, day, link, name: '', asset: '', assetAddress: '' },
      gap: { why: reason, facts: [...MARKET_FACTS] },
    })

const without =
  (name: MarketFact, reason: GapReason): Change =>
  (market) => ({
    ...market,
    [name]: null,
    gap: { why: reason, facts: [...new Set([...(market.gap?.facts ?? []), name])] },
  })

const withoutSupply: Change = (market) => ({ ...market, suppliedUsd: null })

describe.each<[string, fc.Arbitrary<Edit>]>([
  ['a market', fc.tuple(place, why).map(([at, reason]) => only(at, hidden(reason)))],
  [
    'a fact of a market',
    fc
      .tuple(place, fc.constantFrom(...MARKET_FACTS), why)
      .map(([at, name, reason]) => only(at, without(name, reason))),
  ],
  ['the supply of a market', place.map((at) => only(at, withoutSupply))],
  ['every supply', fc.constant(where(() => true, withoutSupply))],
  [
    'the supplies on a chain',
    chain.map((name) => where((market) => market.chain === name, withoutSupply)),
  ],
  [
    'the markets on a chain',
    fc
      .tuple(chain, why)
      .map(([name, reason]) => where((market) => market.chain === name, hidden(reason))),
  ],
  [
    'every market but one',
    fc.tuple(place, why).map(
      ([at, reason]): Edit =>
        (list) =>
          where((_, index) => index !== at % list.length, hidden(reason))(list),
    ),
  ],
  ['every market', why.map((reason) => where(() => true, hidden(reason)))],
])('hiding %s', (_, edits) => {
  test('never lowers a risk, a dimension or the composite', () => {
    fc.assert(
      fc.property(lonely, contracts, markets, edits, (universe, control, list, edit) => {
        const [before, after] = [list, edit(list)].map((each) => scoreOf(universe, control, each))
        expectNotAbove(before, after, 1e-6)
      }),
      runs(300),
    )
  })
})

describe.each<[string, fc.Arbitrary<Change>]>([
  [
    'a longer wait',
    seconds.map((more) => (market) => ({
      ...market,
      withdrawSeconds: market.withdrawSeconds === null ? null : market.withdrawSeconds + more,
    })),
  ],
  [
    'a smaller available share',
    share.map((to) => (market) => ({
      ...market,
      availableShare: market.availableShare === null ? null : market.availableShare * to,
    })),
  ],
  [
    'a higher threshold of collateral',
    share.map((to) => (market) => ({
      ...market,
      liquidationThreshold:
        market.liquidationThreshold && Math.max(market.liquidationThreshold, to),
    })),
  ],
  [
    'a pause of withdrawals',
    fc.constant((market) => ({ ...market, paused: market.paused === null ? null : true })),
  ],
])('%s', (_, changes) => {
  test('never lowers a risk, a dimension or the composite', () => {
    fc.assert(
      fc.property(
        ...([lonely, contracts, markets, place, changes] as const),
        (universe, control, list, at, change) => {
          const edited = only(at, change)(list)
          const [before, after] = [list, edited].map((each) => scoreOf(universe, control, each))
          expectNotAbove(before, after, 1e-6)
        },
      ),
      runs(200),
    )
  })
})

function scoreOf(universe: Universe, control: ContractControl[], list: Market[]) {
  const [record] = universe.records
  if (!record) throw new Error('there is no protocol')
  const facts = { ...record.facts, control: fact(control), markets: fact(list) }
  return scoreUniverse({ ...universe, records: [{ ...record, facts }] })[0]
}
