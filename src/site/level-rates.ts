import type { BacktestReport, LevelRate } from '../backtest/report.ts'
import type { ScoreMetadata } from '../contract/score-metadata.ts'
import { count, counted } from '../domain/format.ts'
import { LEVEL_WORD, type RiskLevel } from '../domain/risk-level.ts'
import { METHODOLOGY } from '../score/methodology.ts'
import { day } from './figures.ts'
import { developmentReport, primaryOf } from './validation-page.ts'

/** The measured rates of all levels, lowest first; null when the report is of another version or has none. */
export function measuredRates(
  report: BacktestReport = developmentReport(),
  version: string = METHODOLOGY.version,
): LevelRate[] | null {
  if (report.methodology.version !== version) return null
  return primaryOf(report).levelRates ?? null
}

let published: LevelRate[] | null | undefined

/** Those of the published report. They are read once, because every page of a protocol shows them. */
function publishedRates(): LevelRate[] | null {
  if (published === undefined) published = measuredRates()
  return published
}

/** Whether each level can be distinguished from the next lower one, as sentences, lowest first. */
export function neighbourSentences(rates: readonly LevelRate[]): string[] {
  return rates.flatMap(({ level, ratio }, index) => {
    const below = rates[index - 1]
    return below ? [neighbourSentence(LEVEL_WORD[level], LEVEL_WORD[below.level], ratio.any)] : []
  })
}

/** The sentences about a level that could not be distinguished from the one below or above it; empty where there are none. */
export function indistinctNeighbours(level: RiskLevel, rates = publishedRates() ?? []): string[] {
  const index = rates.findIndex((rate) => rate.level === level)
  if (index < 0) return []
  return neighbourSentences(rates.slice(Math.max(0, index - 1), index + 2)).filter(
    (sentence) => !sentence.includes(' can be distinguished'),
  )
}

/** Neighbouring levels whose losses the back-test can distinguish, in words. */
export interface LevelProof {
  /** Such as `Protocols scored Elevated lost funds 5.8 times as often as those scored Moderate`. */
  claim: string
  /** What the claim rests on: rates, interval, losses and days, as sentences. */
  basis: string
}

/**
 * The claim about the two neighbouring levels with the most losses of those that can be distinguished: the 95 % interval of the ratio
 * of their yearly rates is above 1. Null without such a pair, and so where there are too few losses. Ratio and interval are those of
 * the report, from resamples of whole families (`levelRatesOf` of the back-test); nothing is computed here.
 */
export function levelProof(
  report: BacktestReport = developmentReport(),
  version: string = METHODOLOGY.version,
): LevelProof | null {
  const rates = measuredRates(report, version) ?? []
  const pairs = rates.flatMap(({ level, any: own, ratio: { any: ratio } }, index) => {
    const below = rates[index - 1]
    return below?.any && own && ratio && ratio.low > 1
      ? [{ level, own, ratio, below: below.level, other: below.any }]
      : []
  })
  const [pair] = pairs.toSorted(
    (a, b) => b.own.events + b.other.events - (a.own.events + a.other.events),
  )
  const from = report.cohorts.map(({ window }) => window.after).sort()[0]
  if (!pair || from === undefined) return null
  const { own, other, ratio } = pair
  const upper = ratio.high === null ? 'no limit' : ratio.high.toFixed(1)
  return {
    claim: `Protocols scored ${LEVEL_WORD[pair.level]} lost funds ${ratio.value.toFixed(1)} times as often as those scored ${LEVEL_WORD[pair.below]}`,
    basis: `95\u00a0% interval ${ratio.low.toFixed(1)} to ${upper}; ${counted(own.events, 'loss', 'losses')} against ${count(other.events)}, ${day(from)} to ${day(report.until)}, in a back-test on the data that the score was developed on.`,
  }
}

function neighbourSentence(level: string, below: string, ratio: LevelRate['ratio']['any']): string {
  const pair = `${below} and ${level.toLowerCase()}`
  if (ratio === null) return `${pair} have too few losses to be compared.`
  const bounds = `[${ratio.low.toFixed(1)}, ${ratio.high === null ? 'no limit' : ratio.high.toFixed(1)}]`
  const times = `${ratio.value.toFixed(1)} ${bounds} times that of ${below.toLowerCase()}`
  if (ratio.low > 1 || (ratio.high !== null && ratio.high < 1)) {
    return `${pair} can be distinguished: the rate of ${level.toLowerCase()} is ${times}.`
  }
  return `${pair} cannot be distinguished: the rate of ${level.toLowerCase()} is ${times}.`
}

/** A rate as a percentage with its interval, such as `2.1 % [1.4, 3.0]`. */
export function percentAYear({
  value,
  low,
  high,
}: Pick<NonNullable<LevelRate['any']>, 'value' | 'low' | 'high'>): string {
  const percent = (rate: number) => (rate * 100).toFixed(1)
  return `${percent(value)}\u00a0% [${percent(low)}, ${percent(high)}]`
}

/** What the level of a protocol has meant in the back-test, as a sentence. */
export function levelRateSentence({
  levels,
  perYear,
  low,
  high,
  events,
}: NonNullable<ScoreMetadata['levelRate']>): string {
  const shown = percentAYear({ value: perYear, low, high })
  const of = levels.length > 1 ? `that are ${formatLevels(levels)}` : 'at this level'
  return `Of protocols ${of}, ${shown} a year lost funds; ${counted(events, 'case')} in the back-test.`
}

/** Such as `elevated or high`. */
export function formatLevels(levels: readonly RiskLevel[]): string {
  return levels.map((level) => LEVEL_WORD[level].toLowerCase()).join(' or ')
}

/** Which levels lost no more often than the one below and are counted with it, as a sentence each. */
export function mergedSentences(rates: readonly LevelRate[]): string[] {
  return rates.flatMap(({ level, merged }) =>
    merged?.any && merged.levels[0] === level
      ? [
          `Counted together, because the higher level lost no more often: ${formatLevels(merged.levels)}, ${percentAYear(merged.any)} a year over ${counted(merged.any.events, 'case')}.`,
        ]
      : [],
  )
}
