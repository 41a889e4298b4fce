import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_SECONDS } from '../domain/day.ts'
import { DIMENSIONS } from '../domain/dimension.ts'
import { bySafe } from '../domain/fixtures/control.ts'
import type { ProtocolRecord } from '../domain/record.ts'
import type { Score } from '../domain/score.ts'
import { runs } from '../testing/runs.ts'
import { reading } from './fixtures/changed-signals.ts'
import { hiding } from './fixtures/concealment.ts'
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
        const isWhole = scores.every((score) => !signalsOf(score).some(({ missing }) => missing))
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
