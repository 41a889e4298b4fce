import type { Upstreams } from '../config.ts'
import type { Day } from '../domain/day.ts'
import type { Incident } from '../domain/protocol.ts'
import type { PlimsollError } from '../errors.ts'
import { mapToldHacks } from '../ingest/defillama/hacks-map.ts'
import { mapHistory, protocolHistory } from '../ingest/defillama/history.ts'
import { incidentAliases } from '../ingest/defillama/incident-aliases.ts'
import { type EndpointReader, readJson } from '../ingest/reader.ts'
import type { Progress } from '../progress.ts'
import { commitToldIncidents } from '../store/commit-incidents.ts'
import { listUntoldProtocols } from '../store/load-incidents.ts'
import { type Store, storeError } from '../store/open.ts'
import { findLastGoodRun } from '../store/source-runs.ts'
import { commitHistory, listUnfilledHistories, recordHistoryFailure } from '../store/tvl-history.ts'
import { isUpstreamFailure } from './upstream-failure.ts'

/** Reads under way at once; the pace of each host is the reader's. */
const CONCURRENCY = 4

/** An upstream that fails this often in a row is left alone until the next run. */
const MAX_FAILURES_IN_A_ROW = 8

export interface HistoryOptions {
  store: Store
  upstreams: Upstreams
  reader: EndpointReader
  asOf: Day
  /** Most protocols whose past is read in this run. */
  budget: number
  progress: Progress
}

export interface HistoryReport {
  filled: number
  points: number
  failed: number
  /** Not in the recording. */
  absent: number
  /** Left for later runs. */
  waiting: number
}

/**
 * Fills the past of protocols seen for the first time, biggest TVL first, each in a transaction of its own,
 * so that a run that is cut off goes on where it stopped.
 */
export async function fillHistories(options: HistoryOptions): Promise<HistoryReport> {
  const { store, asOf, progress } = options
  const report: HistoryReport = { filled: 0, points: 0, failed: 0, absent: 0, waiting: 0 }
  const registry = findLastGoodRun(store, 'defillama-protocols', asOf)
  if (!registry) return report
  const unfilled = withUntold(listUnfilledHistories(store, registry.asOf), options, registry.asOf)
  const chosen = unfilled.slice(0, options.budget)
  report.waiting = unfilled.length - chosen.length
  /** Protocols that failed since the last success. */
  let failures: number[] = []
  for (let start = 0; start < chosen.length; start += CONCURRENCY) {
    const group = chosen.slice(start, start + CONCURRENCY)
    const outcomes = await Promise.all(group.map((protocol) => readHistory(protocol, options)))
    for (const [index, outcome] of outcomes.entries()) {
      const id = group[index]?.id
      if (id === undefined) continue
      if (settle(id, outcome, options, report)) {
        noteFailures(failures, options)
        failures = []
      } else failures.push(id)
    }
    progress.step('TVL history', Math.min(start + CONCURRENCY, chosen.length), chosen.length)
    if (failures.length >= MAX_FAILURES_IN_A_ROW) {
      // The upstream is at fault, not these protocols: they are tried again in the next run.
      report.waiting += chosen.length - start - group.length
      progress.line(
        `  TVL history: ${failures.length} failures in a row, so the rest waits for the next run. The last: ${lastMessage(outcomes)}`,
      )
      return report
    }
  }
  noteFailures(failures, options)
  return report
}

/** While there is no list of incidents, pages that told of none for a while are read again for them. */
function withUntold<Protocol extends { id: number }>(
  unfilled: Protocol[],
  { store, asOf }: HistoryOptions,
  registryDay: Day,
) {
  const chosen = new Set(unfilled.map(({ id }) => id))
  const untold = listUntoldProtocols(store, registryDay, asOf)
  return [...unfilled, ...untold.filter(({ id }) => !chosen.has(id))]
}

function noteFailures(ids: number[], { store, asOf }: HistoryOptions): void {
  try {
    for (const id of ids) recordHistoryFailure(store, id, asOf)
  } catch (error) {
    throw storeError(error, store.name)
  }
}

function lastMessage(outcomes: Outcome[]): string {
  return (
    outcomes.flatMap((outcome) => ('error' in outcome ? outcome.error.message : [])).at(-1) ?? ''
  )
}

type Outcome =
  | { series: ReturnType<typeof mapHistory>; incidents: Incident[] | null }
  | { error: PlimsollError }

async function readHistory(
  { id, slug }: { id: number; slug: string },
  options: HistoryOptions,
): Promise<Outcome> {
  try {
    const body = await readJson(options.reader, protocolHistory(options.upstreams, slug))
    return {
      series: mapHistory(body, options.asOf),
      incidents: mapToldHacks(body, String(id), {
        asOf: options.asOf,
        source: 'defillama-hacks',
        aliases: incidentAliases,
      }),
    }
  } catch (error) {
    if (isUpstreamFailure(error)) return { error }
    throw error
  }
}

/** Notes one outcome; false when the upstream failed. */
function settle(
  id: number,
  outcome: Outcome,
  options: HistoryOptions,
  report: HistoryReport,
): boolean {
  try {
    if ('series' in outcome) {
      commitToldIncidents(options.store, id, outcome.incidents, options.asOf)
      report.points += commitHistory(options.store, id, outcome.series, options.asOf)
      report.filled += 1
      return true
    }
    if (outcome.error.code === 'NOT_RECORDED') {
      report.absent += 1
      return true
    }
    report.failed += 1
    return false
  } catch (error) {
    throw storeError(error, options.store.name)
  }
}
