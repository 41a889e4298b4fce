import type { BacktestReport, LevelRate } from '../backtest/report.ts'
import type { ScoreMetadata } from '../contract/score-metadata.ts'
import { counted } from '../domain/format.ts'
import type { RiskLevel } from '../domain/risk-level.ts'
import { METHODOLOGY } from '../score/methodology.ts'
import { LEVEL_WORD } from './levels.ts'
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
function formatLevels(levels: readonly RiskLevel[]): string {
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
