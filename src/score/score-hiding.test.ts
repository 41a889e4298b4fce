import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DIMENSIONS } from '../domain/dimension.ts'
import type { ProtocolRecord } from '../domain/record.ts'
import type { Score } from '../domain/score.ts'
import { runs } from '../testing/runs.ts'
import { hiding, hidingGoodNews, without } from './fixtures/concealment.ts'
import { COMPOSITE_FLOORS, statusesOf } from './fixtures/not-above.ts'
import { aRecord, fact } from './fixtures/record.ts'
import { aUniverse } from './fixtures/universe.ts'
import { orderly, universes } from './fixtures/universes.ts'
import { METHODOLOGY, SIGNAL_IDS, type SignalId } from './methodology.ts'
import { scoreUniverse } from './score.ts'

// Truth: a missing signal counts at its prior, so that hiding an ordinary or good value never pays.

test('a signal gone missing at or below its prior lowers no dimension and no composite, while the same dimensions are scored', () => {
  fc.assert(
    fc.property(universes, fc.constantFrom(...SIGNAL_IDS), (universe, id) => {
      const before = scoreUniverse(universe)
      const after = scoreUniverse(universe, METHODOLOGY, hidingGoodNews([id]))
      before.forEach((score, index) => {
        const other = after[index]
        if (!other || statusesOf(other) !== statusesOf(score)) return
        for (const key of DIMENSIONS) {
          if (COMPOSITE_FLOORS.has(score.dimensions[key].floor?.id ?? '')) continue
          expectNotLower(other.dimensions[key].score, score.dimensions[key].score)
        }
        expectNotLowerScore(other.composite, score.composite)
      })
    }),
    runs(500),
  )
})

/** What no protocol can hide: the list of losses and its kind. */
const OPEN: SignalId[] = ['incidents', 'quietAge', 'kindLosses']

const HIDEABLE = SIGNAL_IDS.filter((id) => !OPEN.includes(id))

describe('an eligible protocol of a known category, with a list of losses that can be read', () => {
  test('loses no dimension, whatever it hides, and has no composite only when too little of it was measured', () => {
    const least = METHODOLOGY.minimumMeasured
    fc.assert(
      fc.property(orderly, fc.subarray(HIDEABLE), (universe, ids) => {
        const before = scoreUniverse(universe).map(statusesOf)
        const scores = scoreUniverse(universe, METHODOLOGY, hiding(ids))
        expect(scores.map(statusesOf)).toEqual(before)
        for (const score of scores) {
          const isMeasured = Math.round(score.basis.measured * 100) >= least * 100
          expect(score.composite !== null).toBe(isMeasured)
        }
      }),
      runs(),
    )
  })

  test('never lowers its composite by hiding any of its readings at or below their priors', () => {
    fc.assert(
      fc.property(orderly, fc.subarray(HIDEABLE), (universe, ids) => {
        const before = scoreUniverse(universe)
        const after = scoreUniverse(universe, METHODOLOGY, hidingGoodNews(ids))
        before.forEach(({ composite }, index) => {
          expectNotLowerScore(after[index]?.composite, composite)
        })
      }),
      runs(250),
    )
  })

  // Left out on purpose: `listedOn`, since a protocol without a listing day is old (evidence: D.3); `forkedFrom`,
  // which can only be bad news; and an oracle where the activity needs none, where only declaring it raises the question.
  test.each([
    ['auditLinks'],
    ['auditFlag'],
    ['governance'],
    ['bounty'],
    ['reviews'],
    ['control'],
    ['adapterChanges'],
    ['tvlChange7d'],
    ['oracles'],
    ['tvl'],
    ['history'],
  ] as const)(
    'never lowers its composite when its %s cannot be read, unless that was bad news',
    (name) => {
      fc.assert(
        fc.property(orderly, fc.nat(3), (universe, pick) => {
          // One alone: its family may still publish what it hides.
          const own = pick % universe.records.length
          const change = (to: (record: ProtocolRecord) => ProtocolRecord) => ({
            ...universe,
            records: universe.records.map((record, index) => (index === own ? to(record) : record)),
          })
          // Reviews and contracts answer the same questions, and the worse of the two counts.
          const twin = name === 'control' ? 'reviews' : name === 'reviews' ? 'control' : null
          const world = change((record) => (twin ? without(record, twin) : record))
          const before = scoreUniverse(world)[own]
          const silent = change((record) => without(twin ? without(record, twin) : record, name))
          const after = scoreUniverse(silent)[own]
          const shown = scoreUniverse(world, METHODOLOGY, hidingGoodNews(SIGNAL_IDS))[own]
          if (after && shown && !hides(after, shown)) {
            expectNotLowerScore(after.composite, before?.composite)
          }
        }),
        runs(250),
      )
    },
  )
})

describe('a typical lending market', () => {
  const markets = fc
    .record({
      utilisation: fc.double({ min: 0.2, max: 0.95, noNaN: true }),
      staked: fc.double({ min: 0, max: 0.1, noNaN: true }),
      chains: fc.subarray(['Ethereum', 'Arbitrum', 'Polygon'], { minLength: 1, maxLength: 2 }),
      oracles: fc.subarray(['Chainlink', 'Pyth'], { minLength: 1 }),
      audits: fc.integer({ min: 1, max: 6 }),
      listedOn: fc.constantFrom('2020-01-01', '2021-06-01', '2022-09-01', '2023-03-01'),
      change: fc.double({ min: -0.15, max: 0.3, noNaN: true }),
      votes: fc.boolean(),
    })
    .map(({ utilisation, staked, chains, oracles, audits, listedOn, change, votes }) =>
      aRecord({
        category: 'Lending',
        facts: {
          contract: fact('0xabc'),
          oracles: fact(oracles.map((name) => ({ name, type: 'Primary', proof: [] }))),
          auditLinks: fact(Array.from({ length: audits }, (_, i) => `https://example.com/${i}`)),
          bounty: fact({ maxUsd: 0, programme: '', url: '' }),
          listedOn: fact(listedOn),
          tvlChange7d: fact(change),
          governance: fact(votes ? ['snapshot:market.eth'] : []),
        },
        tvl: fact(
          chains.flatMap((chain) => [
            { chain, section: 'tvl' as const, usd: 1e8 },
            { chain, section: 'borrowed' as const, usd: (1e8 * utilisation) / (1 - utilisation) },
            { chain, section: 'staking' as const, usd: 1e8 * staked },
          ]),
        ),
      }),
    )

  test('never gains by keeping its oracles to itself', () => {
    fc.assert(
      fc.property(markets, (market) => {
        const silent = scoreOf(without(market, 'oracles'))
        expectNotLower(silent?.composite, scoreOf(market)?.composite)
      }),
      runs(),
    )
  })
})

function scoreOf(record: ProtocolRecord): Score | undefined {
  return scoreUniverse(aUniverse([record]))[0]
}

function expectNotLower(after: number | null | undefined, before: number | null | undefined) {
  if (before === null || before === undefined) return
  // Sums of floating-point numbers; a composite is rounded to the millionth.
  expect(after ?? Number.NaN).toBeGreaterThanOrEqual(before - 1.1e-6)
}

/** Too little that was measured gives no composite at all, which no reader can mistake for a low one. */
function expectNotLowerScore(after: number | null | undefined, before: number | null | undefined) {
  if (after !== null) expectNotLower(after, before)
}

/** True when a signal that is known in `shown` is missing, or no longer asked for, in `score`. */
function hides(score: Score, shown: Score): boolean {
  return DIMENSIONS.some((key) =>
    shown.dimensions[key].signals.some(({ id, missing }) => {
      const other = score.dimensions[key].signals.find((signal) => signal.id === id)
      return !other || (missing === null && other.missing !== null)
    }),
  )
}
