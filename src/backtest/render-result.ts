import type { BootstrapEstimate } from '../statistics/bootstrap.ts'
import type { BacktestReport, EarlierReport, FigureId, Result } from './report.ts'
import { padded, type Row } from './text-table.ts'

export const FIGURE: Record<FigureId, string> = {
  any: 'size-matched AUC, any exploit',
  severe: 'size-matched AUC, severe loss',
  within: 'AUC within activities, any exploit',
  withinSevere: 'AUC within activities, severe loss',
  withinHalves: 'AUC within activities and halves by TVL, any exploit',
  activityShare: 'R² of the scores on the activity, within cohorts',
  activityShareOverall: 'R² of the scores on the activity, all cohorts at once',
  topFifthLoss: 'share of the expected loss in the riskiest fifth',
  tvlCorrelation: 'rank correlation with TVL',
}

export const FIGURE_IDS = Object.keys(FIGURE) as FigureId[]

/** The figures of the first universe. */
export function headlines({ universes, cohorts }: BacktestReport): string[] {
  const [first] = universes
  if (!first) return []
  const { pooled, leftOut } = first
  const rule =
    cohorts.length > 1
      ? `${cohorts.length} cohorts, each incident once: ${pooled.events} distinct events, ${pooled.severe} of them severe; ${leftOut} rows left out`
      : `one cohort: ${pooled.events} events, ${pooled.severe} of them severe`
  return [
    rule,
    ...padded(
      ['', ''],
      FIGURE_IDS.map((id) => [FIGURE[id], estimate(pooled.figures[id])]),
    ).slice(1),
  ]
}

/** An earlier methodology, this one, and their difference. */
export function earlierLines(earlier: EarlierReport, version: string): string[] {
  const { rows, events, unknown, onlyNow, onlyBefore } = earlier
  const gate = (name: string, own: EarlierReport['unknown']) =>
    `${name}: ${own.rows} rows, ${own.events} events`
  return [
    `${rows} rows, ${events} events. ${gate('Not in the file of earlier composites', unknown)}. ${gate('Published only now', onlyNow)}. ${gate('Published only before', onlyBefore)}.`,
    ...padded(
      ['', version, 'now', 'difference'],
      FIGURE_IDS.map((id) => [
        FIGURE[id],
        estimate(earlier.before[id]),
        estimate(earlier.now[id]),
        signed(earlier.differences[id]),
      ]),
    ),
  ]
}

/** The score and the baselines. */
export function rankingLines({ rankings }: Result): string[] {
  const rows: Row[] = rankings.map((ranking) => [
    ranking.label,
    estimate(ranking.matched.any),
    estimate(ranking.matched.severe),
    estimate(ranking.within),
    ranking.ahead ? signed(ranking.ahead.any) : '',
    ranking.ahead ? signed(ranking.ahead.severe) : '',
    estimate(ranking.plain.any),
    estimate(ranking.plain.severe),
    decimal(ranking.averagePrecision.any),
    decimal(ranking.averagePrecision.severe),
    percent(ranking.topFifthLoss),
    decimal(ranking.tvlCorrelation, 2),
  ])
  return padded(
    [
      '',
      'matched, any',
      'matched, severe',
      'within activities',
      'score ahead, any',
      'score ahead, severe',
      'plain, any',
      'plain, severe',
      'AP any',
      'AP sev.',
      'top fifth',
      'with TVL',
    ],
    rows,
  )
}

export function levelLines({ levels }: Result): string[] {
  return padded(
    ['level', 'rows', 'events', 'severe', 'event rate', 'expected loss'],
    levels.map(({ level, rows, events, severe, eventRate, expectedLoss }) => [
      level,
      String(rows),
      String(events),
      String(severe),
      percent(eventRate),
      percent(expectedLoss),
    ]),
  )
}

export function partLines({ dimensions, causes, years }: Result): string[] {
  return [
    ...padded(
      ['dimension (any)', 'rows', 'events', 'alone', 'score without it'],
      dimensions.map(({ dimension, rows, events, alone, without }) => [
        dimension,
        String(rows),
        String(events),
        estimate(alone),
        estimate(without),
      ]),
    ),
    '',
    ...padded(
      ['score by cause, year', 'events', 'matched, any'],
      [
        ...causes.map(({ cause, events, any }) => [cause, String(events), estimate(any)]),
        ...years.map(({ year, events, any }) => [year, String(events), estimate(any)]),
      ],
    ),
  ]
}

function estimate({ value, low, high }: BootstrapEstimate): string {
  if (value === null) return '–'
  return `${decimal(value, 2)} [${decimal(low, 2)}, ${decimal(high, 2)}]`
}

function decimal(value: number | null, digits = 3): string {
  return value === null ? '–' : value.toFixed(digits)
}

export function percent(value: number | null): string {
  return value === null ? '–' : `${(value * 100).toFixed(1)} %`
}

/** A difference, with three decimals and its sign. */
function signed({ value, low, high }: BootstrapEstimate): string {
  if (value === null) return '–'
  const one = (number: number | null) =>
    number === null ? '–' : `${number < 0 ? '-' : '+'}${Math.abs(number).toFixed(3)}`
  return `${one(value)} [${one(low)}, ${one(high)}]`
}
