import { DEVELOPMENT_ENDS } from './development.ts'
import {
  earlierLines,
  headlines,
  levelLines,
  partLines,
  percent,
  rankingLines,
} from './render-result.ts'
import type { BacktestReport, Miss, Result } from './report.ts'
import { padded } from './text-table.ts'

/** Applies a terminal style to text; returns it unchanged when colours are off. */
export type Paint = (style: 'bold' | 'green' | 'red' | 'yellow', text: string) => string

const VERDICT = {
  pass: ['green', '✓ pass'],
  fail: ['red', '✗ fail'],
  inconclusive: ['yellow', '– inconclusive'],
} as const

/** The report as plain text. */
export function renderReport(report: BacktestReport, paint: Paint): string {
  const { methodology, cohorts } = report
  const head = [
    paint('bold', 'Back-test'),
    ...(report.heldOut
      ? [paint('yellow', `Not development: incidents after ${DEVELOPMENT_ENDS} are allowed.`)]
      : []),
    `Methodology ${methodology.version}, sha256 ${methodology.sha256}${report.against ? `, against ${report.against.version}` : ''}`,
    `${report.incidents.rows} incidents up to ${report.incidents.last}${report.incidents.refused > 0 ? `, ${report.incidents.refused} rows refused` : ''}; judged up to ${report.until}, horizon ${report.horizonDays} days; ${report.resamples} resamples, seed ${report.seed}${report.sizes ? `; sizes of ${report.sizes.day}` : ''}`,
  ]
  const sections = [
    head,
    section(paint, 'Headline', headlines(report)),
    section(
      paint,
      'Bars',
      report.bars.map(({ verdict, what, reason }) => {
        const [style, word] = VERDICT[verdict]
        return `${paint(style, word.padEnd(14))}  ${what}\n                ${reason}`
      }),
    ),
    section(paint, 'Cohorts', cohortLines(report)),
    ...report.universes.flatMap((universe) => {
      const { minimumTvlUsd, published, pooled, byCohort, leftOut, earlier } = universe
      const name = `TVL at least ${money(minimumTvlUsd)}${published ? '' : ', also without a published score'}`
      const single = byCohort.length === 1
      return [
        section(
          paint,
          `${name}, ${single ? 'one cohort' : `${byCohort.length} cohorts pooled, distinct events`}: ${counts(pooled)}${leftOut > 0 ? `; ${leftOut} rows left out, their incidents belong to a later cohort` : ''}`,
          [...rankingLines(pooled), '', ...levelLines(pooled), '', ...partLines(pooled)],
        ),
        ...(earlier && report.against
          ? [
              section(
                paint,
                `${name}, against methodology ${report.against.version}`,
                earlierLines(earlier, report.against.version),
              ),
            ]
          : []),
        ...(single
          ? []
          : byCohort.map(({ day, result }) =>
              section(paint, `${name}, cohort ${day}: ${counts(result)}`, rankingLines(result)),
            )),
      ]
    }),
    section(paint, 'Misses', missLines(report)),
    section(
      paint,
      'How to read this',
      report.notes.map((note) => `- ${note}`),
    ),
  ]
  if (cohorts.length === 0) return ''
  return `${sections.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

function section(paint: Paint, title: string, lines: string[]): string[] {
  return [
    paint('bold', title),
    ...(lines.length > 0 ? lines : ['none']).map((line) =>
      line === '' ? '' : `  ${line.replaceAll('\n', '\n  ')}`,
    ),
  ]
}

function cohortLines({ cohorts }: BacktestReport): string[] {
  return cohorts.flatMap((cohort) => {
    const { unmatched } = cohort
    return [
      `${cohort.day}  ${cohort.kind} ${cohort.name}; incidents of ${cohort.window.after} (not included) to ${cohort.window.to}, ${cohort.window.days} days`,
      `            ${cohort.registryRows} rows, ${cohort.dead} dead that day, ${cohort.inScope} in scope, ${cohort.scored} scored; ${cohort.siblingsLeftOut} siblings of exploited protocols left out`,
      `            ${cohort.incidents} incidents: ${cohort.events} protocols hit; of no protocol ${unmatched['no-protocol']}, listed later ${unmatched['listed-later']}, absent ${unmatched.absent}, family without a member ${unmatched['no-member']}`,
      ...cohort.cut.map((text) => `            cut: ${text}`),
      ...cohort.warnings.map((text) => `            mind: ${text}`),
    ]
  })
}

function missLines({ misses }: BacktestReport): string[] {
  const scored = misses.filter(({ above }) => above !== null)
  const rows = scored.map((miss) => [
    miss.name,
    miss.cohort,
    miss.day,
    miss.lossUsd === null ? 'unknown' : money(miss.lossUsd),
    miss.severe ? 'severe' : '',
    miss.composite === null ? '–' : miss.composite.toFixed(1),
    percent(miss.above),
  ])
  const table = padded(['protocol', 'cohort', 'hit on', 'loss', '', 'score', 'above'], rows)
  return [...table, ...unscoredLines(misses.filter(({ above }) => above === null))]
}

/** By reason, since many share one. */
function unscoredLines(misses: Miss[]): string[] {
  const reasons = [...new Set(misses.map(({ reason }) => reason))]
  return reasons.flatMap((reason) => [
    '',
    `${reason}${reason.endsWith('.') ? '' : '.'}`,
    ...misses
      .filter((miss) => miss.reason === reason)
      .map(
        ({ name, cohort, day, lossUsd }) =>
          `  ${cohort}  ${name}, ${day}, ${lossUsd === null ? 'loss unknown' : money(lossUsd)}`,
      ),
  ])
}

function counts({ rows, events, severe, withoutAmount, families }: Result): string {
  return `${rows} rows of ${families} families, ${events} events, ${severe} severe${withoutAmount > 0 ? `, ${withoutAmount} without an amount` : ''}`
}

/** Whole dollars, thousands or millions. */
function money(usd: number): string {
  if (usd >= 1e9) return `$${(usd / 1e9).toFixed(1)}bn`
  if (usd >= 1e6) return `$${(usd / 1e6).toFixed(1)}M`
  return usd >= 1e3 ? `$${Math.round(usd / 1e3)}k` : `$${Math.round(usd)}`
}
