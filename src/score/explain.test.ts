import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_SECONDS } from '../domain/day.ts'
import { DIMENSIONS, mapDimensions } from '../domain/dimension.ts'
import { by, bySafe, changedBy } from '../domain/fixtures/control.ts'
import type { ProtocolRecord } from '../domain/record.ts'
import type { DimensionScore, Score, SignalScore } from '../domain/score.ts'
import { runs } from '../testing/runs.ts'
import { ownRange } from './explain.ts'
import { reading } from './fixtures/changed-signals.ts'
import { hiding } from './fixtures/concealment.ts'
import { controlled } from './fixtures/control.ts'
import { anIncident } from './fixtures/incident.ts'
import { signalsOf, statusesOf } from './fixtures/not-above.ts'
import { aRecord, fact } from './fixtures/record.ts'
import { aUniverse } from './fixtures/universe.ts'
import { orderly, universes } from './fixtures/universes.ts'
import { METHODOLOGY, SIGNAL_IDS, type SignalId } from './methodology.ts'
import { scoreUniverse } from './score.ts'
import { pathPoints } from './signals/path-points.ts'
import { weakness } from './signals/signers.ts'

const contract = fact('0xabc')

function scoreOf(record: ProtocolRecord): Score {
  const score = scoreUniverse(aUniverse([record]))[0]
  if (!score) throw new Error('one record gives one score')
  return score
}

/** What an activity's readings of a signal are usually like, and what it counts at when it is missing. */
function kindOf(id: SignalId, category: string | null) {
  const { spread, prior } = METHODOLOGY.signals[id]
  const activity = METHODOLOGY.categories[category ?? ''] ?? ''
  return { ...(spread.byActivity[activity] ?? spread), prior }
}

describe('the range', () => {
  test('puts what is missing at the 10th and 90th percentile of its kind', () => {
    const { band, composite, dimensions } = scoreOf(aRecord({ facts: { contract } }))
    const shift = (end: 'low' | 'high') =>
      DIMENSIONS.flatMap((key) =>
        dimensions[key].signals.map(({ id, missing, weight, risk }) => {
          const known = SIGNAL_IDS.find((one) => one === id) ?? 'kindLosses'
          const to = missing ? kindOf(known, 'Dexs')[end] : risk
          return dimensions[key].weight * weight * (to - risk)
        }),
      ).reduce((sum, part) => sum + part, composite ?? Number.NaN)
    expect(band?.low).toBeCloseTo(shift('low'), 5)
    expect(band?.high).toBeCloseTo(Math.max(shift('high'), composite ?? 0), 5)
  })

  test('holds the composite, and is none without one', () => {
    fc.assert(
      fc.property(universes, (universe) => {
        const scores = scoreUniverse(universe)
        // What a protocol stands on may lack a reading too.
        const isWhole = scores.every((score) =>
          signalsOf(score).every(({ missing, seen }) => !missing && !seen),
        )
        for (const { band, composite } of scores) {
          if (composite === null) expect(band).toBeNull()
          else {
            expect(band?.low).toBeLessThanOrEqual(composite)
            expect(band?.high).toBeGreaterThanOrEqual(composite)
            if (isWhole) expect(band?.low).toBe(band?.high)
          }
        }
      }),
      runs(),
    )
  })

  // A reading beyond what is usual of its kind, or worse than its prior, may hide a floor that narrows the range.
  test('is never narrowed by hiding a reading that is usual of its kind and no worse than its prior', () => {
    fc.assert(
      fc.property(orderly, fc.constantFrom(...SIGNAL_IDS), (universe, id) => {
        const after = scoreUniverse(universe, METHODOLOGY, hiding([id]))
        scoreUniverse(universe).forEach((score, index) => {
          const other = after[index]
          const signal = signalsOf(score).find((one) => one.id === id)
          const { low, high, prior } = kindOf(id, universe.records[index]?.category ?? null)
          // The rate of a kind is no reading: it is there for every protocol of the kind.
          if (!signal || signal.basis === 'category') return
          if (signal.risk < low || signal.risk > Math.min(high, prior)) return
          if (signal.seen && signal.seen.risk < low) return
          if (!other || statusesOf(other) !== statusesOf(score) || other.band === null) return
          // The readings of others were hidden too.
          if (standsOnOthers(score) || standsOnOthers(other)) return
          expect(widthOf(other)).toBeGreaterThanOrEqual(widthOf(score) - 2e-6)
        })
      }),
      runs(600),
    )
  })
})

describe('the range of a signal that was read for a part of TVL', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  const points = fc.double({ min: 0, max: 10, noNaN: true })
  const anyId = fc.constantFrom(...SIGNAL_IDS)

  test('is never narrower where less was read, and holds what it counts at', () => {
    fc.assert(
      fc.property(anyId, points, share, share, (id, read, one, other) => {
        const [less, more] = [
          partOf(id, read, Math.min(one, other)),
          partOf(id, read, Math.max(one, other)),
        ]
        expect(less.high - less.low).toBeGreaterThanOrEqual(more.high - more.low - 1e-9)
        for (const { low, high, risk } of [less, more]) {
          expect(low).toBeLessThanOrEqual(risk + 1e-9)
          expect(high).toBeGreaterThanOrEqual(risk - 1e-9)
        }
      }),
      runs(),
    )
  })

  test('never lets what was not read look better than what was', () => {
    fc.assert(
      fc.property(anyId, points, share, (id, read, part) => {
        expect(partOf(id, read, part).low).toBeGreaterThanOrEqual(read - 1e-9)
      }),
      runs(),
    )
  })

  test('is none where all was read, and that of a missing one where nothing was that is worse', () => {
    for (const id of SIGNAL_IDS) {
      const { low, high, prior } = kindOf(id, null)
      const all = partOf(id, 3, 1)
      expect(all.low).toBeCloseTo(3, 9)
      expect(all.high).toBeCloseTo(3, 9)
      const none = partOf(id, 0, 0)
      expect(none.low).toBeCloseTo(low, 9)
      expect(none.high).toBeCloseTo(Math.max(high, prior), 9)
    }
  })

  test('is wider for a protocol whose fixed code was read on one of two chains', () => {
    const tvl = fact(
      ['Ethereum', 'Polygon'].map((chain) => ({ chain, section: 'tvl' as const, usd: 50 })),
    )
    const fields = { tvl, facts: { contract } }
    const fixed = { codeChange: changedBy(by('nobody')) }
    const whole = scoreOf(controlled([fixed, { ...fixed, chain: 'Polygon' }], fields))
    const half = scoreOf(controlled([fixed], fields))
    const { seen, risk } = signalsOf(half).find(({ id }) => id === 'upgradePath') ?? {}
    expect(seen).toEqual({ share: 0.5, risk: 0 })
    expect(risk).toBeCloseTo(METHODOLOGY.signals.upgradePath.prior / 2, 12)
    expect(widthOf(half)).toBeGreaterThan(widthOf(whole) + 0.2)
  })
})

/**
 * What a signal of a protocol of no kind counts at, and where its own ends are, where this share of TVL was read at these risk points.
 * They are beside a missing signal, so that they are not those of the composite.
 */
function partOf(id: SignalId, read: number, part: number) {
  const risk = part * read + (1 - part) * Math.max(METHODOLOGY.signals[id].prior, read)
  const signal: SignalScore = {
    ...{ id, risk, value: risk, weight: 0.5, contribution: 0, sentence: '', source: 'test' },
    ...{ asOf: null, basis: 'measured', missing: null, inherited: false },
    ...(part < 1 && { seen: { share: part, risk: read } }),
  }
  const { low, high } = kindOf(id, null)
  const { seen: _, ...whole } = signal
  const missing: SignalScore = { ...whole, risk: (low + high) / 2, missing: 'not-covered' }
  const dimensions = mapDimensions((key): DimensionScore => {
    const signals = key === METHODOLOGY.signals[id].dimension ? [signal, missing] : []
    return {
      ...{ status: signals.length > 0 ? 'scored' : 'not-applicable', signals },
      ...{ isAssumed: false, score: null, coverage: 1, typical: 0, weight: 0 },
      ...{ contribution: 0, floor: null },
    }
  })
  const none = { dimensions: {}, composite: null }
  const range = ownRange((risk + missing.risk) / 2, dimensions, none, null, METHODOLOGY)
  return { risk, low: 2 * range.low - low, high: 2 * range.high - high }
}

describe('the changes', () => {
  test('are two for the better, largest first, and then one for the worse', () => {
    const staked = fact([
      { chain: 'Ethereum', section: 'tvl' as const, usd: 80 },
      { chain: 'Ethereum', section: 'staking' as const, usd: 20 },
    ])
    const { composite, changes } = scoreOf(aRecord({ facts: { contract }, tvl: staked }))
    const [first, second, worse] = changes.map((change) => change.composite - (composite ?? 0))
    expect(changes).toHaveLength(3)
    expect(first).toBeLessThanOrEqual(second ?? 0)
    expect(second).toBeLessThan(0)
    expect(worse).toBeGreaterThan(0)
  })

  test('are at most two for the better and one for the worse, none twice, none without a composite', () => {
    fc.assert(
      fc.property(universes, (universe) => {
        for (const { composite, changes } of scoreUniverse(universe)) {
          if (composite === null) expect(changes).toEqual([])
          const better = changes.filter((change) => change.composite < (composite ?? 0))
          expect(better.length).toBeLessThanOrEqual(2)
          expect(changes.length - better.length).toBeLessThanOrEqual(1)
          expect(changes.slice(0, better.length)).toEqual(better)
          expect(new Set(changes.map(({ what }) => what)).size).toBe(changes.length)
          for (const change of changes) {
            expect(Math.abs(change.composite - (composite ?? 0))).toBeGreaterThanOrEqual(0.05)
          }
        }
      }),
      runs(),
    )
  })

  test('are for the better only where the protocol itself can make them: not what depositors do, nor what is statistical', () => {
    for (const id of SIGNAL_IDS) {
      const { dimension, statistical, reach } = METHODOLOGY.signals[id]
      if (dimension === 'liquidity' || statistical) expect(reach.better).toBeUndefined()
    }
    expect(METHODOLOGY.signals.drawdown.reach.worse).toBeDefined()
  })

  test('are none of a market that was not read', () => {
    fc.assert(
      fc.property(universes, (universe) => {
        for (const { changes, dimensions } of scoreUniverse(universe)) {
          for (const { signal, dimension } of changes) {
            if (dimension !== 'credit' && dimension !== 'oracle') continue
            const read = dimensions[dimension].signals.find(({ id }) => id === signal)
            expect(read?.missing).toBeFalsy()
          }
        }
      }),
      runs(),
    )
  })

  test('ask for no more than what they name, and no less', () => {
    const { upgradePath, signers } = METHODOLOGY.signals
    const behind = (days: number) => bySafe(3, 5, days * DAY_SECONDS)
    expect(pathPoints(behind(7), 0, METHODOLOGY)).toBe(upgradePath.reach.better?.value)
    expect(pathPoints(behind(7), 7 * DAY_SECONDS, METHODOLOGY)).toBe(7)
    expect(pathPoints(behind(8), 7 * DAY_SECONDS, METHODOLOGY)).toBeLessThan(3.5)
    const six = { threshold: 6, signers: 9, outsiders: null, publicSigners: null }
    expect(weakness(six, METHODOLOGY.parameters.signers)).toBe(signers.reach.better?.value)
  })

  test('give the composite that they name, when the signal reads what they say', () => {
    fc.assert(
      fc.property(universes, (universe) => {
        scoreUniverse(universe).forEach((score, index) => {
          for (const { signal, what, composite } of score.changes) {
            const id = SIGNAL_IDS.find((one) => one === signal) ?? expect.fail(signal)
            if (id === 'incidents') continue
            const { better, worse } = METHODOLOGY.signals[id].reach
            const value = [better, worse].find((end) => end?.what === what)?.value ?? Number.NaN
            const after = scoreUniverse(universe, METHODOLOGY, reading(id, value))[index]
            // The readings of others change here too.
            if (standsOnOthers(score) || (after && standsOnOthers(after))) continue
            expect(Math.abs((after?.composite ?? Number.NaN) - composite)).toBeLessThan(1e-6)
          }
        })
      }),
      runs(),
    )
  })
})

test('a loss of a tenth has the composite that such a loss really brings, floors and quiet years included', () => {
  fc.assert(
    fc.property(universes, (universe) => {
      fc.pre(universe.incidents.known)
      scoreUniverse(universe).forEach(({ changes, protocolId }, index) => {
        const change = changes.find(({ signal }) => signal === 'incidents')
        if (!change || !universe.incidents.known) return
        const loss = anIncident({ id: 'today', protocolId, day: universe.asOf })
        const incidents = { ...universe.incidents, value: [...universe.incidents.value, loss] }
        const after = scoreUniverse({ ...universe, incidents })[index]
        // The loss is also one of its family, and raises what it stands on.
        if (after && standsOnOthers(after)) return
        expect(Math.abs((after?.composite ?? Number.NaN) - change.composite)).toBeLessThan(1e-6)
      })
    }),
    runs(),
  )
})

/** True when the composite is lifted to that of what the protocol stands on. */
function standsOnOthers({ dimensions }: Score): boolean {
  return DIMENSIONS.some((key) => dimensions[key].floor?.id === 'bases')
}

function widthOf({ band }: Score): number {
  return band ? band.high - band.low : Number.NaN
}
