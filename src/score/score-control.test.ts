import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ContractControl, ControlPath } from '../domain/control.ts'
import type { Market } from '../domain/market.ts'
import type { ProtocolRecord, Universe } from '../domain/record.ts'
import type { Score } from '../domain/score.ts'
import { runs } from '../testing/runs.ts'
import { contracts, HIDING, markets } from './fixtures/contracts.ts'
import { fact } from './fixtures/record.ts'
import { lonely } from './fixtures/universes.ts'
import { scoreUniverse } from './score.ts'

// Truth: what cannot be seen of contracts never looks better than what was seen, and a safer contract never looks worse.

type Change = (contract: ContractControl) => ContractControl
type Paths = { paths: ControlPath[]; complete: boolean }

const UNKNOWN = fc.constantFrom(...HIDING)

/** Changes the paths to change the code, or those to pause, as far as there are any. */
function changingPaths(to: (listed: Paths) => Paths, which: 'codeChange' | 'pause'): Change {
  return (contract) => {
    if (which === 'codeChange') {
      const { codeChange } = contract
      return codeChange.known
        ? { ...contract, codeChange: { ...codeChange, ...to(codeChange) } }
        : contract
    }
    // A public record that lists no one does not say who can pause; only the chain can hide a holder.
    const { pause, source } = contract
    return pause && source === 'onchain'
      ? { ...contract, pause: { ...pause, ...to(pause) } }
      : contract
  }
}

const WHICH = fc.constantFrom('codeChange', 'codeChange', 'pause')

/** Changes one path of a list, if there is one at that place. */
const changingOne =
  (index: number, to: (path: ControlPath) => ControlPath) =>
  ({ paths, complete }: Paths): Paths => ({
    paths: paths.map((path, at) => (at === index ? to(path) : path)),
    complete,
  })

const dropping =
  (index: number, isComplete: boolean) =>
  ({ paths, complete }: Paths): Paths => ({
    paths: paths.filter((_, at) => at !== index),
    complete: complete && isComplete,
  })

/** One contract, by its place. */
const only = (at: number, change: Change) => (list: ContractControl[]) =>
  list.map((contract, index) => (index === at % list.length ? change(contract) : contract))

const place = fc.nat(3)

const unknown =
  (why: (typeof HIDING)[number]): Change =>
  (contract) => ({ ...contract, codeChange: { known: false, why } })

const everyWhere =
  (isHidden: (contract: ContractControl) => boolean, change: Change) => (list: ContractControl[]) =>
    list.map((contract) => (isHidden(contract) ? change(contract) : contract))

/** The signals that read contracts. */
const OF_CONTRACTS = ['upgradePath', 'signers', 'withdrawalPause', 'exitWindow']

type Edit = (list: ContractControl[]) => ContractControl[]

describe.each<[string, fc.Arbitrary<Edit>]>([
  ['a contract', fc.tuple(place, UNKNOWN).map(([at, why]) => only(at, unknown(why)))],
  [
    'who acts on a path',
    fc.tuple(place, place, WHICH).map(([at, index, which]) => {
      const hide = changingOne(index, (path) => ({ ...path, actor: 'unidentified' }))
      return only(at, changingPaths(hide, which))
    }),
  ],
  [
    'a path',
    fc
      .tuple(place, place, WHICH)
      .map(([at, index, which]) => only(at, changingPaths(dropping(index, false), which))),
  ],
  [
    'the contracts of a role',
    fc
      .tuple(fc.constantFrom('funds', 'logic', 'token'), UNKNOWN)
      .map(([role, why]) => everyWhere((contract) => contract.role === role, unknown(why))),
  ],
  [
    'the contracts on a chain',
    fc
      .tuple(fc.constantFrom('Ethereum', 'Arbitrum', 'Polygon'), UNKNOWN)
      .map(([chain, why]) => everyWhere((contract) => contract.chain === chain, unknown(why))),
  ],
  ['all contracts', UNKNOWN.map((why) => (list: ContractControl[]) => list.map(unknown(why)))],
])('hiding %s', (_, edits) => {
  test('never lowers a risk of its contracts, its counterparty dimension or its composite', () => {
    fc.assert(
      fc.property(lonely, contracts, edits, (universe, list, edit) => {
        const [before, after] = bothScores(universe, 'control', list, edit(list))
        expectNotAbove(before, after)
      }),
      runs(200),
    )
  })
})

describe.each<[string, fc.Arbitrary<Edit>]>([
  [
    'a longer delay',
    fc
      .tuple(place, place, WHICH, fc.integer({ min: 1, max: 40 * 86_400 }))
      .map(([at, index, which, more]) => {
        const wait = changingOne(index, (path) => ({
          ...path,
          delaySeconds: (path.delaySeconds ?? 0) + more,
        }))
        return only(at, changingPaths(wait, which))
      }),
  ],
  [
    'a longer vote',
    fc.tuple(place, place, fc.integer({ min: 1, max: 40 * 86_400 })).map(([at, index, more]) => {
      const wait = changingOne(index, (path) => ({
        ...path,
        voteSeconds: (path.voteSeconds ?? 0) + more,
      }))
      return only(at, changingPaths(wait, 'codeChange'))
    }),
  ],
  [
    'one more signature',
    fc.tuple(place, place, WHICH).map(([at, index, which]) => {
      const sign = changingOne(index, (path) => {
        const { threshold, signers } = path
        const canRise = threshold !== null && signers !== null && threshold < signers
        return canRise ? { ...path, threshold: threshold + 1 } : path
      })
      return only(at, changingPaths(sign, which))
    }),
  ],
  [
    'one path fewer',
    fc.tuple(place, place, WHICH).map(([at, index, which]) => {
      // Without any path the record would not say who can change the code.
      const drop = (listed: Paths) =>
        listed.paths.length > 1 ? dropping(index, true)(listed) : listed
      return only(at, changingPaths(drop, which))
    }),
  ],
])('%s', (_, edits) => {
  test('never raises a risk of its contracts, its counterparty dimension or its composite', () => {
    fc.assert(
      fc.property(lonely, contracts, edits, (universe, list, edit) => {
        const [before, after] = bothScores(universe, 'control', list, edit(list))
        expectNotAbove(after, before)
      }),
      runs(200),
    )
  })
})

describe.each<[string, fc.Arbitrary<(market: Market, to: number) => Market>]>([
  [
    'a higher share that could be withdrawn',
    fc.constant((market: Market, to: number) =>
      market.availableShare === null
        ? market
        : { ...market, availableShare: Math.max(market.availableShare, to) },
    ),
  ],
  [
    'a lower liquidation threshold of collateral',
    fc.constant((market: Market, to: number) =>
      market.liquidationThreshold
        ? { ...market, liquidationThreshold: Math.min(market.liquidationThreshold, to) }
        : market,
    ),
  ],
])('%s', (_, edits) => {
  test('never raises a risk or the composite', () => {
    const share = fc.double({ min: 0.01, max: 1, noNaN: true })
    fc.assert(
      fc.property(lonely, markets, place, share, edits, (universe, list, at, to, edit) => {
        const edited = list.map((market, index) => (index === at ? edit(market, to) : market))
        const [before, after] = bothScores(universe, 'markets', list, edited)
        for (const signal of signalsOf(before)) {
          const other = signalsOf(after).find(({ id }) => id === signal.id)
          expect(other?.risk, signal.id).toBeLessThanOrEqual(signal.risk + 1e-9)
        }
        expectNotAbove(after, before)
      }),
      runs(200),
    )
  })
})

/** The scores of the protocol with two values of a fact. */
function bothScores<Name extends 'control' | 'markets'>(
  universe: Universe,
  name: Name,
  ...values: (Name extends 'control' ? ContractControl[] : Market[])[]
): [Score, Score] {
  const [first] = universe.records
  if (!first) throw new Error('there is no protocol')
  const [one, other] = values.map((value) => {
    const record: ProtocolRecord = { ...first, facts: { ...first.facts, [name]: fact(value) } }
    return scoreUniverse({ ...universe, records: [record] })[0]
  })
  if (!one || !other) throw new Error('two values give two scores')
  return [one, other]
}

/** Scores are compared to the millionth of their publication; too little that was measured gives none. */
function expectNotAbove(low: Score, high: Score): void {
  for (const signal of OF_CONTRACTS) {
    const risk = (score: Score) => signalsOf(score).find(({ id }) => id === signal)?.risk
    expect(risk(low), signal).toBeLessThanOrEqual((risk(high) ?? Number.NaN) + 1e-9)
  }
  const [a, b] = [low.dimensions.counterparty.score, high.dimensions.counterparty.score]
  expect(a ?? Number.NaN).toBeLessThanOrEqual((b ?? Number.NaN) + 1e-9)
  if (low.composite === null || high.composite === null) return
  expect(low.composite).toBeLessThanOrEqual(high.composite + 1e-6)
}

function signalsOf({ dimensions }: Score) {
  return Object.values(dimensions).flatMap(({ signals }) => signals)
}
