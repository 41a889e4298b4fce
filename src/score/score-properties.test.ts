import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DIMENSIONS, type DimensionKey, mapDimensions } from '../domain/dimension.ts'
import { riskLevel, roundScore } from '../domain/risk-level.ts'
import { BASES, type Basis, type Score } from '../domain/score.ts'
import { runs } from '../testing/runs.ts'
import { reversed } from './fixtures/reversed.ts'
import { universes } from './fixtures/universes.ts'
import { METHODOLOGY, type Methodology, SIGNAL_IDS, type SignalId } from './methodology.ts'
import { scoreUniverse } from './score.ts'

const micro = (points: number) => Math.round(points * 1e6)
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

describe('whatever is known', () => {
  test.each([
    ['the published methodology', METHODOLOGY],
    ['a methodology at the far end of the scale', withRisk(SIGNAL_IDS, 10)],
  ])('risks, dimensions and composites stay within 0-10 under %s', (_, method) => {
    fc.assert(
      fc.property(universes, (universe) => {
        for (const score of scoreUniverse(universe, method)) expectWithinBounds(score)
      }),
      runs(),
    )
  })

  test('whatever the weights of the methodology, nothing leaves its range and the composite is the sum of contributions', () => {
    const methods = fc.tuple(randomWeights, fc.constantFrom(METHODOLOGY, withRisk(SIGNAL_IDS, 10)))
    fc.assert(
      fc.property(universes, methods, (universe, [reweigh, method]) => {
        for (const score of scoreUniverse(universe, reweigh(method))) {
          expectWithinBounds(score)
          const whole = sum(DIMENSIONS.map((key) => micro(score.dimensions[key].contribution)))
          if (score.composite !== null) expect(score.composite).toBe(whole / 1e6)
        }
      }),
      runs(),
    )
  })

  test('contributions are those of signals and floors, and add up exactly to dimensions and composite', () => {
    fc.assert(
      fc.property(universes, (universe) => {
        for (const { composite, dimensions } of scoreUniverse(universe)) {
          for (const key of DIMENSIONS) {
            const { signals, floor, weight, score, contribution } = dimensions[key]
            const parts = [...signals, ...(floor ? [floor] : [])].map((part) => part.contribution)
            for (const part of parts) expect(part).toBe(micro(part) / 1e6)
            expect(sum(parts.map(micro))).toBe(micro(contribution))
            for (const signal of signals) {
              const exact = weight * signal.weight * signal.risk
              expect(Math.abs(signal.contribution - exact)).toBeLessThan(1.01e-6)
            }
            if (!floor) continue
            expect(score).toBe(floor.risk)
            expect(floor.contribution).toBeGreaterThanOrEqual(0)
          }
          if (composite === null) continue
          const whole = sum(DIMENSIONS.map((key) => micro(dimensions[key].contribution)))
          expect(composite).toBe(whole / 1e6)
        }
      }),
      runs(),
    )
  })

  test('the composite is the weighted mean of the published dimensions, to six decimals', () => {
    fc.assert(
      fc.property(universes, (universe) => {
        for (const { composite, dimensions, rounded, level } of scoreUniverse(universe)) {
          if (composite === null) continue
          const mean = sum(
            DIMENSIONS.map((key) => dimensions[key].weight * (dimensions[key].score ?? 0)),
          )
          expect(Math.abs(composite - mean)).toBeLessThan(5.01e-7)
          expect(rounded).toBe(roundScore(composite))
          expect(level).toBe(riskLevel(composite))
        }
      }),
      runs(),
    )
  })

  test('weights are those of the interface, shared out over the scored dimensions, and sum to 1', () => {
    fc.assert(
      fc.property(universes, (universe) => {
        for (const { dimensions } of scoreUniverse(universe)) {
          const scored = DIMENSIONS.filter((key) => dimensions[key].status === 'scored')
          const all = sum(scored.map((key) => METHODOLOGY.dimensionWeights[key]))
          for (const key of DIMENSIONS) {
            const expected = scored.includes(key) ? METHODOLOGY.dimensionWeights[key] / all : 0
            expect(dimensions[key].weight).toBeCloseTo(expected, 12)
          }
          const total = sum(DIMENSIONS.map((key) => dimensions[key].weight))
          expect(total).toBeCloseTo(scored.length > 0 ? 1 : 0, 12)
        }
      }),
      runs(),
    )
  })

  test('a dimension that applies has a score, which is marked as assumed while too little of it is measured', () => {
    fc.assert(
      fc.property(universes, (universe) => {
        for (const { dimensions } of scoreUniverse(universe)) {
          for (const key of DIMENSIONS) {
            const { status, isAssumed, signals, coverage, typical, contribution, score, floor } =
              dimensions[key]
            const shareOf = (basis: Basis) =>
              sum(signals.map((signal) => (signal.basis === basis ? signal.weight : 0)))
            expect(coverage).toBeCloseTo(shareOf('measured'), 9)
            expect(typical).toBeCloseTo(shareOf('category'), 9)
            expect(status).toBe(signals.length === 0 ? 'not-applicable' : 'scored')
            const isShort = coverage < METHODOLOGY.assumedBelow
            const isFact = floor !== null && floor.id !== 'exposure'
            expect(isAssumed).toBe(status === 'scored' && isShort && !isFact)
            expect(score === null).toBe(status !== 'scored')
            if (status !== 'scored') expect(contribution).toBe(0)
          }
        }
      }),
      runs(),
    )
  })

  test('coverage and the shares by basis follow from the published signals', () => {
    fc.assert(
      fc.property(universes, (universe) => {
        for (const { basis, coverage, dimensions } of scoreUniverse(universe)) {
          const asked = DIMENSIONS.filter((key) => dimensions[key].signals.length > 0)
          const of = (which: Basis, key: DimensionKey) =>
            sum(dimensions[key].signals.map((one) => (one.basis === which ? one.weight : 0)))
          const measured = sum(asked.map((key) => of('measured', key)))
          expect(coverage).toBeCloseTo(6 - asked.length + measured, 9)
          const total = sum(asked.map((key) => METHODOLOGY.dimensionWeights[key]))
          for (const which of BASES) {
            const share = sum(
              asked.map((key) => (METHODOLOGY.dimensionWeights[key] / total) * of(which, key)),
            )
            expect(basis[which]).toBeCloseTo(share, 9)
          }
          expect(sum(BASES.map((which) => basis[which]))).toBeCloseTo(1, 9)
        }
      }),
      runs(),
    )
  })

  test('a signal is missing exactly when it has no value, and then counts at no less than its prior and the mean of what was measured', () => {
    fc.assert(
      fc.property(universes, (universe) => {
        for (const { dimensions } of scoreUniverse(universe)) {
          const signals = DIMENSIONS.flatMap((key) => dimensions[key].signals)
          const mean = meanMeasured(dimensions)
          for (const { basis, value, missing, risk, id } of signals) {
            expect(value === null).toBe(basis === 'missing')
            expect(missing !== null).toBe(basis === 'missing')
            const { anchors, prior } = METHODOLOGY.signals[signalId(id)]
            const worst = Math.max(...anchors.map((anchor) => anchor.risk))
            const least = Math.min(worst, Math.max(prior, mean))
            if (value === null) expect(risk).toBeGreaterThanOrEqual(least - 1e-9)
          }
        }
      }),
      runs(),
    )
  })

  test('the same input gives the same bytes, and is left as it was', () => {
    fc.assert(
      fc.property(universes, (universe) => {
        const before = JSON.stringify(universe)
        const bytes = JSON.stringify(scoreUniverse(universe))
        expect(JSON.stringify(scoreUniverse(JSON.parse(before)))).toBe(bytes)
        expect(JSON.stringify(universe)).toBe(before)
      }),
      runs(),
    )
  })

  test('the order of the input changes nothing', () => {
    fc.assert(
      fc.property(universes, (universe) => {
        expect(byId(scoreUniverse(reversed(universe)))).toEqual(byId(scoreUniverse(universe)))
      }),
      runs(300),
    )
  })
})

test('raising the risk of any signal never lowers a composite', () => {
  const risk = fc.double({ min: 0, max: 10, noNaN: true })
  fc.assert(
    fc.property(universes, fc.constantFrom(...SIGNAL_IDS), risk, risk, (universe, id, a, b) => {
      const lower = scoreUniverse(universe, withRisk([id], Math.min(a, b)))
      const higher = scoreUniverse(universe, withRisk([id], Math.max(a, b)))
      lower.forEach(({ composite }, index) => {
        if (composite === null) expect(higher[index]?.composite).toBeNull()
        else expect(higher[index]?.composite).toBeGreaterThanOrEqual(composite - 1.1e-6)
      })
    }),
    runs(400),
  )
})

/** The mean risk of what was measured, each signal with its weight in the composite if every dimension counted. */
function meanMeasured(dimensions: Score['dimensions']): number {
  const terms = DIMENSIONS.flatMap((key) =>
    dimensions[key].signals
      .filter(({ basis }) => basis === 'measured')
      .map(({ weight, risk, seenRisk = risk }) => ({
        weight: METHODOLOGY.dimensionWeights[key] * weight,
        risk: seenRisk,
      })),
  )
  const total = sum(terms.map(({ weight }) => weight))
  return total > 0 ? sum(terms.map(({ weight, risk }) => weight * risk)) / total : 0
}

/** The published methodology, in which these signals always give the same risk, missing or not. */
function withRisk(ids: readonly SignalId[], risk: number): Methodology {
  const signals = { ...METHODOLOGY.signals }
  for (const id of ids) {
    signals[id] = { ...signals[id], anchors: [{ at: 0, risk }], prior: risk }
  }
  return { ...METHODOLOGY, signals }
}

/** Ten-thousandths that add up to 1, as many as there may be signals or dimensions. */
const cuts = fc.uniqueArray(fc.integer({ min: 1, max: 9_999 }), { minLength: 30, maxLength: 30 })

function sharesOf(all: readonly number[], count: number): number[] {
  const ends = [...all.slice(0, count - 1), 10_000].sort((a, b) => a - b)
  return ends.map((end, index) => (end - (ends[index - 1] ?? 0)) / 10_000)
}

/** Gives a methodology other weights, which sum to 1 over each dimension and over the dimensions. */
const randomWeights = fc.tuple(cuts, cuts).map(([ofDimensions, ofSignals]) => {
  const shares = sharesOf(ofDimensions, DIMENSIONS.length)
  return (method: Methodology): Methodology => {
    const signals = { ...method.signals }
    for (const key of DIMENSIONS) {
      const own = SIGNAL_IDS.filter((id) => signals[id].dimension === key)
      const weights = sharesOf(ofSignals, own.length)
      own.forEach((id, index) => {
        signals[id] = { ...signals[id], weight: weights[index] ?? 0 }
      })
    }
    const weights = mapDimensions((key) => shares[DIMENSIONS.indexOf(key)] ?? 0)
    return { ...method, signals, dimensionWeights: weights }
  }
})

function expectWithinBounds({ band, composite, coverage, basis, dimensions }: Score): void {
  const within = (value: number | null, most: number) => {
    if (value === null) return
    expect(value).toBeGreaterThanOrEqual(0)
    expect(value).toBeLessThanOrEqual(most)
  }
  within(composite, 10)
  within(coverage, 6)
  within(band?.low ?? null, 10)
  within(band?.high ?? null, 10)
  for (const which of BASES) within(basis[which], 1)
  for (const key of DIMENSIONS) {
    const dimension = dimensions[key]
    within(dimension.score, 10)
    within(dimension.contribution, 10)
    within(dimension.weight, 1)
    within(dimension.coverage, 1)
    for (const { value, risk, weight, contribution, missing, sentence } of dimension.signals) {
      within(risk, 10)
      within(weight, 1)
      within(contribution, 10)
      expect(value === null).toBe(missing !== null)
      expect(value === null || Number.isFinite(value)).toBe(true)
      expect(sentence).toMatch(/^[A-Z0-9].*\.$/)
    }
  }
}

function signalId(text: string): SignalId {
  return SIGNAL_IDS.find((id) => id === text) ?? expect.fail(text)
}

function byId(scores: Score[]): Record<string, string> {
  return Object.fromEntries(scores.map((score) => [score.protocolId, JSON.stringify(score)]))
}
