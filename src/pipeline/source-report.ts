import { formatRefusedRow, type RowCounts, total } from '../domain/batch.ts'
import { SOURCE_OF_ROLE, type SourceId } from '../domain/sources.ts'
import type { RunStatus } from '../store/source-runs.ts'
import type { HistoryReport } from './fill-histories.ts'

/** How the read of one source went. */
export interface SourceReport {
  source: SourceId
  title: string
  status: RunStatus | 'unchanged'
  message: string | null
  rowCounts: RowCounts | null
  notes: string[]
  /** Rows without a protocol in the registry. */
  unmatched: number
  durationMs: number
  /** The source responded, but with implausible data. */
  implausible: boolean
  /** It lost a field that scores depend on, and the loss is not accepted. */
  lostScores: boolean
}

/** Whether no snapshot is taken: the registry sent implausible data, or a source lost a field that scores depend on. */
export function endsRun({ source, implausible, lostScores }: SourceReport): boolean {
  return lostScores || (implausible && source === SOURCE_OF_ROLE.registry)
}

/** Refused rows that one report names. `/status` names all. */
const MAX_NAMES = 20

/** One line that accounts for every row of a source, the names of those left out, and its notes below. */
export function describe(report: SourceReport): string {
  const lines = [...leftOut(report.rowCounts), ...report.notes]
  return [headline(report), ...lines.map((line) => `  ${line}`)].join('\n')
}

function leftOut(rowCounts: RowCounts | null): string[] {
  const rows = rowCounts?.refusedRows ?? []
  if (!rowCounts || rows.length === 0) return []
  const named = rows.slice(0, MAX_NAMES).map(formatRefusedRow)
  const more = total(rowCounts.refused) - named.length
  return [`Left out: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`]
}

/** One line that counts the pages of protocols. Marked as failed when none could be read. */
export function describeHistories(report: HistoryReport): string {
  const { filled, points, leftOut, confirmed, failed, failures, waiting, resting } = report
  const mark = failed > 0 && filled === 0 ? '✗' : '✓'
  const [cause, times] = [...failures].sort(([, a], [, b]) => b - a)[0] ?? []
  const notes = [
    ...(cause === undefined ? [] : [`failed ${times} times: ${cause.replace(/\.$/, '')}`]),
    ...(leftOut > 0 ? [`${leftOut} days left out as faults`] : []),
    ...(confirmed > 0 ? [`${confirmed} held TVL confirmed`] : []),
    ...(report.oldestPage === null ? [] : [`the oldest page was read on ${report.oldestPage}`]),
  ]
  return [
    `${mark} TVL history: ${filled} pages of protocols read (${points} new points), ${failed} failed, ${waiting} waiting for later runs, ${resting} failed before and not yet due again`,
    ...notes,
  ].join('; ')
}

/** One line that counts and names the points that were skipped, by protocol; null when there are none. */
export function describeSkipped(skipped: HistoryReport['skipped']): string | null {
  if (skipped.length === 0) return null
  const named = skipped.slice(0, MAX_NAMES).map(({ slug, points }) => `${slug} ${reasons(points)}`)
  const all = skipped.reduce((sum, { points }) => sum + total(points), 0)
  return `Skipped ${all} invalid points of TVL history: ${named.join('; ')}${moreProtocols(skipped.length - named.length)}.`
}

/** One line that counts and names the tokens whose amount is below zero, by protocol; null when there are none. */
export function describeTokensLeftOut(tokens: HistoryReport['tokensLeftOut']): string | null {
  if (tokens.length === 0) return null
  const named = tokens
    .slice(0, MAX_NAMES)
    .map(({ slug, symbols }) => `${slug} ${symbols.join(', ')}`)
  const all = tokens.reduce((sum, { symbols }) => sum + symbols.length, 0)
  return `Left ${all} tokens below zero out of what protocols hold: ${named.join('; ')}${moreProtocols(tokens.length - named.length)}.`
}

function moreProtocols(more: number): string {
  return more > 0 ? ` and ${more} more protocols` : ''
}

function headline(report: SourceReport): string {
  if (report.status === 'failed') return `✗ ${report.title}: ${report.message}`
  if (report.status === 'absent') return `– ${report.title}: ${report.message}`
  const { rowCounts } = report
  const parts = [`${rowCounts?.rows ?? 0} rows`, `${rowCounts?.accepted ?? 0} used`]
  if (rowCounts && total(rowCounts.outOfScope) > 0) {
    parts.push(`${total(rowCounts.outOfScope)} out of scope (${reasons(rowCounts.outOfScope)})`)
  }
  if (rowCounts && total(rowCounts.refused) > 0) {
    parts.push(`${total(rowCounts.refused)} refused (${reasons(rowCounts.refused)})`)
  }
  if (report.unmatched > 0) parts.push(`${report.unmatched} tied to no protocol`)
  if (report.status === 'unchanged') parts.push('unchanged')
  return `✓ ${report.title}: ${parts.join(', ')}; ${(report.durationMs / 1000).toFixed(1)} s`
}

function reasons(tally: Partial<Record<string, number>>): string {
  return Object.entries(tally)
    .sort(([, a], [, b]) => (b ?? 0) - (a ?? 0))
    .map(([reason, n]) => `${reason} ${n}`)
    .join(', ')
}
