import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import words from '../content/words.json' with { type: 'json' }
import { DIMENSIONS } from '../domain/dimension.ts'
import { roundScore } from '../domain/risk-level.ts'
import { riskAt } from '../score/anchors.ts'
import { scoreSeed } from '../score/fixtures/seed-scores.ts'
import { METHODOLOGY, SIGNAL_IDS } from '../score/methodology.ts'
import { scoreUniverse } from '../score/score.ts'
import { auditWorth } from '../score/signals/audit-worth.ts'
import { weakness } from '../score/signals/signers.ts'
import { activityRows, recentLossRows, signalSections } from './methodology-page.ts'
import { fillIn, signalText } from './signal-texts.ts'
import { exampleUniverse, workedExamples } from './worked-examples.ts'
import { workedDimensions } from './worked-score.ts'

const EXAMPLES = workedExamples()
const SECTIONS = signalSections(EXAMPLES)

describe(signalSections, () => {
  test('describes every signal of the methodology, in its order', () => {
    expect(SECTIONS.map(({ id }) => id)).toEqual([...SIGNAL_IDS])
    for (const { question, how } of SECTIONS) expect(`${question} ${how}`).toMatch(/\?.{20}/)
  })

  test('names the file of each, and the file is there', () => {
    const root = new URL('../../', import.meta.url)
    expect(SECTIONS.filter(({ file }) => !existsSync(new URL(file, root)))).toEqual([])
  })

  test('shows weights that fill every dimension', () => {
    for (const key of DIMENSIONS) {
      const own = SECTIONS.filter(({ dimension }) => dimension === key)
      expect(own.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 12)
    }
  })

  test('what is missing costs its prior, by both weights', () => {
    const audits = SECTIONS.find(({ id }) => id === 'audits')
    const { weight, prior } = METHODOLOGY.signals.audits
    expect(audits?.cost.missing).toBeCloseTo(
      METHODOLOGY.dimensionWeights.smartContract * weight * prior,
      12,
    )
  })

  test('what is missing counts at its prior, or like its worst reading where that is less, as in the sample', async () => {
    const counted = new Map<string, number[]>()
    for (const { dimensions } of (await scoreSeed()).values()) {
      for (const { id, missing, risk } of DIMENSIONS.flatMap((key) => dimensions[key].signals)) {
        if (missing) counted.set(id, [...(counted.get(id) ?? []), risk])
      }
    }
    for (const { id, missing } of SECTIONS) {
      const risks = counted.get(id) ?? []
      expect(
        risks.filter((risk) => risk < missing.least || risk > missing.most),
        id,
      ).toEqual([])
    }
    const { governance } = Object.fromEntries(SECTIONS.map((one) => [one.id, one.missing]))
    const none = riskAt(
      METHODOLOGY.signals.governance.anchors,
      METHODOLOGY.parameters.governance.none,
    )
    expect(governance).toEqual({ least: none, most: none })
    expect(counted.get('governance')?.length).toBeGreaterThan(100)
  })

  test('every signal but those that nothing can be read of has a reading in the examples', () => {
    const silent = SECTIONS.filter(({ readings }) => readings.length === 0).map(({ id }) => id)
    expect(silent).toEqual([])
  })
})

describe('the words about the signals', () => {
  test('take their numbers from the methodology, and only those that it has', () => {
    const { audits } = METHODOLOGY.parameters
    expect(fillIn('{audits.halfLifeYears} and {audits.furtherReport|percent}')).toBe(
      `${audits.halfLifeYears} and ${audits.furtherReport * 100}`,
    )
    for (const place of ['{audits.unknown}', '{audits}', '{audits.halfLifeYears|weeks}']) {
      expect(() => fillIn(place)).toThrow(place)
    }
    expect(SECTIONS.filter(({ how }) => /[{}]/.test(how))).toEqual([])
  })

  test('name the sources that the readings of the sample come from', async () => {
    const found = new Map<string, Set<string>>(SIGNAL_IDS.map((id) => [id, new Set()]))
    for (const { dimensions } of (await scoreSeed()).values()) {
      for (const { id, source, missing } of DIMENSIONS.flatMap((key) => dimensions[key].signals)) {
        if (!missing) found.get(id)?.add(source)
      }
    }
    for (const id of SIGNAL_IDS) {
      const strange = [...(found.get(id) ?? [])].filter(
        (source) =>
          !signalText(id).sources.includes(source in words.record ? 'public-records' : source),
      )
      expect(strange, id).toEqual([])
    }
    expect(found.get('bounty')).toContain('immunefi')
  })

  test('hold for audits: a report halves in three years, a further one counts a quarter', () => {
    const { audits } = METHODOLOGY.parameters
    const report = (auditor: string | null, auditedOn: string | null) => ({
      auditor,
      auditedOn,
      reportUrl: '',
    })
    expect(auditWorth([report('A', '2026-06-30')], '2026-06-30', audits)).toBe(1)
    expect(auditWorth([report('A', '2023-06-30')], '2026-06-30', audits)).toBe(0.5)
    expect(auditWorth([report('A', null)], '2026-06-30', audits)).toBeCloseTo(0.5 ** (2 / 3), 12)
    const twice = [report('A', '2026-06-30'), report('A', '2026-06-30')]
    expect(auditWorth(twice, '2026-06-30', audits)).toBe(1.25)
    const unnamed = [report(null, '2026-06-30'), report(null, '2026-06-30')]
    expect(auditWorth(unnamed, '2026-06-30', audits)).toBe(1.5)
  })

  test('hold for signers: three give 1, seven give 0, two are 2', () => {
    const wallet = (threshold: number, signers: number, outsiders: boolean) =>
      weakness(
        { threshold, signers, outsiders, publicSigners: null },
        METHODOLOGY.parameters.signers,
      )
    expect(wallet(3, 5, false)).toBe(1)
    expect(wallet(7, 9, false)).toBe(0)
    expect(wallet(6, 9, true)).toBe(0)
    expect(wallet(2, 2, true)).toBe(2)
  })
})

describe(workedExamples, () => {
  test('gives what the production function gives', () => {
    expect(EXAMPLES.map(({ score }) => score)).toEqual(scoreUniverse(exampleUniverse()))
  })

  test('shows what its stories say', () => {
    const [whole, gaps, copy, none] = EXAMPLES.map(({ score }) => score)
    const missing = whole && DIMENSIONS.flatMap((key) => whole.dimensions[key].signals)
    expect(missing?.filter((signal) => signal.missing !== null)).toEqual([])
    const seen = missing?.filter((signal) => signal.seen)
    expect(seen?.length).toBeGreaterThan(0)
    expect((whole?.band?.high ?? 10) - (whole?.band?.low ?? 0)).toBeLessThan(0.5)
    expect(gaps?.dimensions.credit.status).toBe('not-applicable')
    expect(gaps?.dimensions.oracle.status).toBe('not-applicable')
    expect(gaps?.band?.high).toBeGreaterThan(gaps?.band?.low ?? 10)
    expect(copy?.dimensions.smartContract.floor?.id).toBe('recentLoss')
    expect(copy?.dimensions.counterparty.floor?.id).toBe('recentLoss')
    expect(copy?.dimensions.credit.floor?.id).toBe('exposure')
    expect(none?.composite).toBeNull()
    expect(none?.insufficient.length).toBeGreaterThan(0)
  })
})

describe(workedDimensions, () => {
  test('the steps lead to the published score by hand', () => {
    for (const { score } of EXAMPLES) {
      if (score.composite === null) continue
      const scored = workedDimensions(score).filter(({ status }) => status === 'scored')
      const total = scored.reduce((sum, { fullWeight }) => sum + fullWeight, 0)
      const composite = scored.reduce((sum, { mean, floor, fullWeight }) => {
        return sum + (Math.max(mean, floor?.risk ?? 0) * fullWeight) / total
      }, 0)
      expect(composite).toBeCloseTo(score.composite, 5)
      expect(roundScore(composite)).toBe(score.rounded)
    }
  })
})

describe('the tables', () => {
  test('every category stands in one row of the table of activities', () => {
    const shown = activityRows().flatMap(({ categories }) => categories)
    expect(shown.sort()).toEqual(Object.keys(METHODOLOGY.categories).sort())
    expect(activityRows().length).toBe(Object.keys(METHODOLOGY.activities).length)
  })

  test('a whole loss lifts as far as the anchors say', () => {
    expect(recentLossRows().at(-1)).toEqual({
      weight: 1,
      smartContract: METHODOLOGY.floors.recentLoss.smartContract.at(-1)?.risk,
      counterparty: METHODOLOGY.floors.recentLoss.counterparty.at(-1)?.risk,
    })
  })
})
