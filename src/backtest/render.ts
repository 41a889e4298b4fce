import type { BacktestReport, Miss, Result } from './report.ts'
import { padded, type Row } from './text-table.ts'

type Estimate = { value: number | null; low: number | null; high: number | null }

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
    `Methodology ${methodology.version}, sha256 ${methodology.sha256}`,
    `${report.incidents.rows} incidents up to ${report.incidents.last}${report.incidents.refused > 0 ? `, ${report.incidents.refused} rows refused` : ''}; judged up to ${report.until}, horizon ${report.horizonDays} days; ${report.resamples} resamples, seed ${report.seed}${report.sizes ? `; sizes of ${report.sizes.day}` : ''}`,
  ]
  const sections = [
    head,
    section(
      paint,
      'Bars',
      report.bars.map(({ verdict, what, reason }) => {
        const [style, word] = VERDICT[verdict]
        return `${paint(style, word.padEnd(14))}  ${what}\n                ${reason}`
      }),
    ),
    section(paint, 'Cohorts', cohortLines(report)),
    ...report.universes.flatMap(({ minimumTvlUsd, published, pooled, byCohort }) => {
      const name = `TVL at least ${money(minimumTvlUsd)}${published ? '' : ', also without a published score'}`
      const single = byCohort.length === 1
      return [
        section(
          paint,
          `${name}, ${single ? 'one cohort' : `${byCohort.length} cohorts pooled`}: ${counts(pooled)}`,
          [...rankingLines(pooled), '', ...levelLines(pooled), '', ...partLines(pooled)],
        ),
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

function rankingLines({ rankings }: Result): string[] {
  const rows: Row[] = rankings.map((ranking) => [
    ranking.label,
    estimate(ranking.matched.any),
    estimate(ranking.matched.severe),
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

function levelLines({ levels }: Result): string[] {
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

function partLines({ dimensions, causes, years }: Result): string[] {
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

function estimate({ value, low, high }: Estimate): string {
  if (value === null) return '–'
  return `${decimal(value, 2)} [${decimal(low, 2)}, ${decimal(high, 2)}]`
}

function decimal(value: number | null, digits = 3): string {
  return value === null ? '–' : value.toFixed(digits)
}

function percent(value: number | null): string {
  return value === null ? '–' : `${(value * 100).toFixed(1)} %`
}

/** Whole dollars, thousands or millions. */
function money(usd: number): string {
  if (usd >= 1e9) return `$${(usd / 1e9).toFixed(1)}bn`
  if (usd >= 1e6) return `$${(usd / 1e6).toFixed(1)}M`
  return usd >= 1e3 ? `$${Math.round(usd / 1e3)}k` : `$${Math.round(usd)}`
}
