import { describe, expect, test } from 'vitest'
import type { LevelRate } from '../backtest/report.ts'
import { METHODOLOGY } from '../score/methodology.ts'
import {
  indistinctNeighbours,
  levelProof,
  levelRateSentence,
  measuredRates,
  mergedSentences,
  neighbourSentences,
} from './level-rates.ts'
import { developmentReport, primaryOf } from './validation-page.ts'

function aRate(level: LevelRate['level'], ratio: LevelRate['ratio']['any']): LevelRate {
  const any = { events: 38, value: 0.021, low: 0.0144, high: 0.03 }
  return {
    level,
    protocolYears: 1_809,
    any,
    severe: null,
    merged: null,
    ratio: { any: ratio, severe: null },
  }
}

describe(neighbourSentences, () => {
  const sentences = (ratio: LevelRate['ratio']['any']) =>
    neighbourSentences([aRate('low', null), aRate('moderate', ratio)])

  test('levels whose ratio has an interval that includes 1 cannot be distinguished', () => {
    expect(sentences({ value: 0.85, low: 0.4, high: 1.8 })).toEqual([
      'Low and moderate cannot be distinguished: the rate of moderate is 0.8 [0.4, 1.8] times that of low.',
    ])
    expect(sentences({ value: 3, low: 0.9, high: null })[0]).toContain('[0.9, no limit]')
  })

  test('levels whose ratio has an interval without 1 can', () => {
    expect(sentences({ value: 2.9, low: 1.6, high: 5.8 })[0]).toMatch(
      /^Low and moderate can be distinguished/,
    )
    expect(sentences({ value: 0.4, low: 0.2, high: 0.9 })[0]).toMatch(
      /^Low and moderate can be distinguished/,
    )
  })

  test('too few losses are said as such', () => {
    expect(sentences(null)).toEqual(['Low and moderate have too few losses to be compared.'])
  })
})

test('a level names the neighbours that it cannot be distinguished from, and no others', () => {
  const rates = [
    aRate('very-low', null),
    aRate('low', { value: 3, low: 2, high: 5 }),
    aRate('moderate', { value: 1, low: 0.5, high: 2 }),
    aRate('elevated', null),
  ]
  const pairs = (level: LevelRate['level']) =>
    indistinctNeighbours(level, rates).map((sentence) => sentence.replace(/ (cannot|have) .*/, ''))
  expect(pairs('very-low')).toEqual([])
  expect(pairs('low')).toEqual(['Low and moderate'])
  expect(pairs('moderate')).toEqual(['Low and moderate', 'Moderate and elevated'])
  expect(pairs('elevated')).toEqual(['Moderate and elevated'])
  expect(pairs('high')).toEqual([])
})

describe(measuredRates, () => {
  const report = developmentReport()
  const universes = [{ ...primaryOf(report), levelRates: [aRate('low', null)] }]
  const { version } = report.methodology

  test('are those of a report of the same version, and of no other', () => {
    expect(measuredRates({ ...report, universes }, version)).toHaveLength(1)
    expect(measuredRates({ ...report, universes }, `${version}.1`)).toBeNull()
  })

  test('of the bundled report are shown only with its own methodology', () => {
    expect(measuredRates(report, METHODOLOGY.version) === null).toBe(
      version !== METHODOLOGY.version,
    )
  })
})

test('the sentence of a protocol gives the rate with its interval and the number of cases', () => {
  const rate = { perYear: 0.021, low: 0.0144, high: 0.03, events: 38, years: 1_809 }
  const sentence = (...levels: LevelRate['level'][]) =>
    levelRateSentence({ ...rate, levels, source: 'development' })
  const figures = '2.1\u00a0% [1.4, 3.0] a year lost funds; 38 cases in the back-test.'
  expect(sentence('low')).toBe(`Of protocols at this level, ${figures}`)
  expect(sentence('elevated', 'high')).toBe(`Of protocols that are elevated or high, ${figures}`)
})

test('levels that are counted together are named once', () => {
  const low = aRate('low', null)
  const merged = { ...low, levels: ['elevated' as const, 'high' as const] }
  const rates = [low, { ...aRate('elevated', null), merged }, { ...aRate('high', null), merged }]
  expect(mergedSentences(rates)).toEqual([
    'Counted together, because the higher level lost no more often: elevated or high, 2.1\u00a0% [1.4, 3.0] a year over 38 cases.',
  ])
})

describe(levelProof, () => {
  const report = developmentReport()
  const { version } = report.methodology
  const proofOf = (...levelRates: LevelRate[]) =>
    levelProof({ ...report, universes: [{ ...primaryOf(report), levelRates }] }, version)

  test('is of the two neighbouring levels with the most losses whose interval is above 1', () => {
    const certain = { value: 5.78, low: 3.63, high: 9.93 }
    const proof = proofOf(
      aRate('low', null),
      { ...aRate('moderate', certain), any: { events: 5, value: 0.1, low: 0.1, high: 0.1 } },
      aRate('elevated', { ...certain, high: null }),
      aRate('high', { value: 1.5, low: 0.9, high: 2 }),
    )
    expect(proof?.claim).toBe(
      'Protocols scored Moderate lost funds 5.8 times as often as those scored Low',
    )
    expect(proof?.basis).toContain(
      '95\u00a0% interval 3.6 to 9.9; 5 losses against 38, 1 Jan 2022 to',
    )
  })

  test('claims nothing of levels with too few losses, or that cannot be distinguished', () => {
    expect(proofOf(aRate('low', null), aRate('moderate', null))).toBeNull()
    const uncertain = { value: 3, low: 1, high: 9 }
    expect(proofOf(aRate('low', null), aRate('moderate', uncertain))).toBeNull()
    expect(levelProof(report, `${version}.1`)).toBeNull()
  })
})
