import { type Difference, shown } from '../domain/first-difference.ts'
import { count } from '../domain/format.ts'
import type { Paint } from './render.ts'
import { FIGURE, FIGURE_IDS } from './render-result.ts'
import type { BacktestReport } from './report.ts'
import { padded, type Row } from './text-table.ts'
import type { Validation } from './validate.ts'

/** More of them are counted only. */
const MAX_DIFFERENCES = 20

interface Estimate {
  value: number | null
  low: number | null
  high: number | null
}

/** A published report beside what its cohort gives: the figures of the score and the yearly losses by level, then every difference. */
export function renderValidation(
  name: string,
  { report, rows, figures, differences }: Validation,
  published: BacktestReport,
  paint: Paint,
): string {
  const days = report.cohorts.length
  const head = `${name}: ${count(rows)} rows of ${days} ${days === 1 ? 'day' : 'days'}, losses to ${report.until}, methodology ${report.methodology.version}`
  const [found, expected] = [linesOf(report), linesOf(published)]
  const table = padded(
    ['', 'recomputed', 'published', ''],
    found.map(([label = '', text = ''], at): Row => {
      const [, other = ''] = expected[at] ?? []
      return [label, text, other, text === other ? '✓' : '✗']
    }),
  )
  return [paint('bold', head), ...table, ...verdict(figures, differences, paint)].join('\n')
}

function verdict(figures: number, differences: readonly Difference[], paint: Paint): string[] {
  if (differences.length === 0) {
    return [paint('green', `✓ ${count(figures)} numbers recomputed, all equal to the last digit`)]
  }
  return [
    paint('red', `✗ ${count(differences.length)} of ${count(figures)} numbers differ`),
    ...differences
      .slice(0, MAX_DIFFERENCES)
      .map(
        ({ path, ...one }) =>
          `  ${path}: published ${shown(one.published)}, recomputed ${shown(one.rebuilt)}`,
      ),
  ]
}

function linesOf({ universes }: BacktestReport): Row[] {
  const [first] = universes
  if (!first) return []
  return [
    ...FIGURE_IDS.map((id): Row => [FIGURE[id], text(first.pooled.figures[id])]),
    ...first.levelRates.flatMap(({ level, any, ratio }): Row[] => [
      ...(any ? [[`losses a year, ${level}`, text(any)]] : []),
      ...(ratio.any ? [[`the same over the level below`, text(ratio.any)]] : []),
    ]),
  ]
}

function text({ value, low, high }: Estimate): string {
  return value === null ? 'none' : `${value} [${low}, ${high ?? 'no limit'}]`
}
