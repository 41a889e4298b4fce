import type { Day } from '../domain/day.ts'
import type { PlimsollError } from '../domain/errors.ts'
import type { Progress } from '../domain/progress.ts'
import { SOURCE_OF_ROLE } from '../domain/sources.ts'
import { type EndpointReader, readJson } from '../ingest/reader.ts'
import type { HistoryReader, ProtocolPast, SkippedPoints, Source } from '../ingest/source.ts'
import { commitPageIncidents } from '../store/commit-incidents.ts'
import { listHeldPages } from '../store/held-readings.ts'
import { type Store, storeError, storeName } from '../store/open.ts'
import { commitPageFacts, listPagesToRefresh } from '../store/page-readings.ts'
import { findOldestPage, listPagesToRead } from '../store/pages-to-read.ts'
import { findLastGoodRun } from '../store/source-runs.ts'
import { commitHistory, listUnfilledHistories, recordHistoryFailure } from '../store/tvl-history.ts'
import { confirmByPage } from './confirm-held.ts'
import { isUpstreamFailure } from './upstream-failure.ts'

/** Concurrent reads; the reader limits the rate for each host. */
const CONCURRENCY = 4

/** Time that one run may spend on failed reads while the host itself responds. */
const MAX_LOST_MS = 300_000

interface HistoryOptions {
  store: Store
  /** One of them reads histories. */
  sources: Source[]
  reader: EndpointReader
  asOf: Day
  /** Maximum number of histories to read in this run. */
  budget: number
  progress: Progress
  /** Milliseconds, for durations only. */
  clock: () => number
}

export interface HistoryReport {
  /** Pages read: of protocols whose history was not stored, and again for their incidents and other facts. */
  filled: number
  points: number
  /** Days of the series that were left out as faults of upstream. */
  leftOut: number
  /** Points that could not be read, by protocol. */
  skipped: { slug: string; points: SkippedPoints }[]
  /** Tokens that are left out of the make-up of the TVL, by protocol. */
  tokensLeftOut: { slug: string; symbols: string[] }[]
  /** Protocols whose held TVL their page confirmed. */
  confirmed: number
  failed: number
  /** How often each cause was that of a failure, without the protocol. */
  failures: Map<string, number>
  /** Not in the recording. */
  absent: number
  /** Left for later runs. */
  waiting: number
  /** Failed before, and not yet due again. */
  resting: number
  /** The oldest day on which the page of a protocol in scope was last read; null before the first. */
  oldestPage: Day | null
}

/**
 * Fills the histories of new protocols, largest TVL first, then reads pages again, each in its own transaction, so that an interrupted run
 * continues where it stopped. A failure is recorded and retried in a later run; the others continue. The run ends early only when the
 * host itself does not respond.
 */
export async function fillHistories(options: HistoryOptions): Promise<HistoryReport> {
  const { store, asOf } = options
  const report: HistoryReport = {
    ...{ filled: 0, points: 0, leftOut: 0, skipped: [], tokensLeftOut: [] },
    confirmed: 0,
    ...{ failed: 0, failures: new Map(), absent: 0, waiting: 0, resting: 0, oldestPage: null },
  }
  const history = options.sources.find((source) => source.history)?.history
  const registry = findLastGoodRun(store, SOURCE_OF_ROLE.registry, asOf)
  if (!history || !registry) return report
  const { due: unfilled, resting } = listUnfilledHistories(store, registry.asOf, asOf)
  const due = withPagesToRead(unfilled, options, registry.asOf)
  const chosen = due.slice(0, options.budget)
  report.waiting = due.length - chosen.length
  report.resting = resting
  await readPages(chosen, history, options, report)
  report.oldestPage = findOldestPage(store, registry.asOf)
  return report
}

async function readPages(
  chosen: { id: number; slug: string }[],
  history: HistoryReader,
  options: HistoryOptions,
  report: HistoryReport,
): Promise<void> {
  const { progress, clock } = options
  let lostMs = 0
  for (let start = 0; start < chosen.length; start += CONCURRENCY) {
    const group = chosen.slice(start, start + CONCURRENCY)
    const started = clock()
    const outcomes = await Promise.all(
      group.map((protocol) => readHistory(protocol, history, options)),
    )
    for (const [index, outcome] of outcomes.entries()) {
      const protocol = group[index]
      if (protocol) storeOutcome(protocol, outcome, options, report)
    }
    const done = start + group.length
    progress.step('TVL history', done, chosen.length)
    if (!outcomes.every(isUnreachable)) continue
    lostMs += clock() - started
    const why = await reasonToStop(lostMs, history, options)
    if (why !== null && done < chosen.length) {
      report.waiting += chosen.length - done
      progress.line(
        `  TVL history: ${why}, so the rest waits for the next run.${lastMessage(outcomes)}`,
      )
      return
    }
  }
}

/** Puts the protocols whose TVL is held first; adds those to be read again for their incidents, then for their other facts. */
function withPagesToRead(
  unfilled: { id: number; slug: string }[],
  { store, asOf }: HistoryOptions,
  registryDay: Day,
) {
  const due = [
    ...listHeldPages(store, registryDay),
    ...unfilled,
    ...listPagesToRead(store, registryDay, asOf),
    ...listPagesToRefresh(store, registryDay, asOf),
  ]
  return [...new Map(due.map((protocol) => [protocol.id, protocol])).values()]
}

/** No response, or an error status: either the page or the whole host has failed. */
function isUnreachable(outcome: Outcome): boolean {
  if (!('error' in outcome)) return false
  return ['UPSTREAM_UNREACHABLE', 'UPSTREAM_TIMEOUT'].includes(outcome.error.code)
}

/** Reads the probe, an endpoint with a short response: when that fails as well, the host is down. */
async function reasonToStop(
  lostMs: number,
  { probe }: HistoryReader,
  { reader }: HistoryOptions,
): Promise<string | null> {
  if (lostMs > MAX_LOST_MS) return 'too much of this run was lost on reads without an answer'
  try {
    await readJson(reader, probe)
    return null
  } catch (error) {
    if (isUpstreamFailure(error)) return 'the host does not answer'
    throw error
  }
}

function lastMessage(outcomes: Outcome[]): string {
  const messages = outcomes.flatMap((outcome) => ('error' in outcome ? outcome.error.message : []))
  return messages.length > 0 ? ` The last: ${messages.at(-1)}` : ''
}

type Outcome = ProtocolPast | { error: PlimsollError }

async function readHistory(
  { id, slug }: { id: number; slug: string },
  history: HistoryReader,
  { reader, asOf }: HistoryOptions,
): Promise<Outcome> {
  try {
    const body = await readJson(reader, history.endpoint(slug))
    return history.map(body, { id: String(id), slug, asOf })
  } catch (error) {
    if (isUpstreamFailure(error)) return { error }
    throw error
  }
}

/** Stores one outcome. A history that is not in the recording is neither filled nor failed. */
function storeOutcome(
  { id, slug }: { id: number; slug: string },
  outcome: Outcome,
  { store, asOf }: HistoryOptions,
  report: HistoryReport,
): void {
  try {
    if ('series' in outcome) {
      commitPageIncidents(store, id, outcome.incidents, asOf)
      commitPageFacts(store, id, outcome.facts)
      if (confirmByPage(store, id, outcome.series)) report.confirmed += 1
      const { added, leftOut } = commitHistory(store, id, outcome.series, asOf)
      report.points += added
      report.leftOut += leftOut
      if (Object.keys(outcome.skipped).length > 0) {
        report.skipped.push({ slug, points: outcome.skipped })
      }
      const { assets } = outcome.facts
      const symbols = assets.known ? assets.value.leftOut : undefined
      if (symbols) report.tokensLeftOut.push({ slug, symbols })
      report.filled += 1
    } else if (outcome.error.code === 'NOT_RECORDED') {
      report.absent += 1
    } else {
      recordHistoryFailure(store, id, asOf)
      report.failed += 1
      const cause = outcome.error.message.replace(`/${encodeURIComponent(slug)} `, ' ')
      report.failures.set(cause, (report.failures.get(cause) ?? 0) + 1)
    }
  } catch (error) {
    throw storeError(error, storeName(store))
  }
}
