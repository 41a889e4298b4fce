import { gitBlobId, sha256 } from '../contract/hash.ts'
import type { Batch } from '../domain/batch.ts'
import { type Day, daysBetween, UNDATED } from '../domain/day.ts'
import { PlimsollError } from '../domain/errors.ts'
import type { Origin } from '../domain/origin.ts'
import type { Progress } from '../domain/progress.ts'
import { SOURCE_OF_ROLE, SOURCES, type SourceId } from '../domain/sources.ts'
import { auditorOf } from '../ingest/defillama/auditor.ts'
import { auditedOn } from '../ingest/defillama/auditor-date.ts'
import { type EndpointReader, readJson, readOnce } from '../ingest/reader.ts'
import type { Source, SourceContext } from '../ingest/source.ts'
import type { UpstreamClock } from '../ingest/upstream-day.ts'
import { findBody, replaceBody } from '../store/bodies.ts'
import { commitBatch } from '../store/commit-batch.ts'
import { loadFieldRows } from '../store/field-rows.ts'
import { loadStored } from '../store/load-stored.ts'
import { type Store, storeError, storeName } from '../store/open.ts'
import { findLastGoodRun, insertSourceRun, type LastRun } from '../store/source-runs.ts'
import { withKeptIds } from '../store/successors.ts'
import { type Acceptance, type DataLoss, isAccepted, refusal } from './accept-loss.ts'
import { holdRows } from './hold-rows.ts'
import { findLostFields } from './lost-fields.ts'
import { findImplausibleLoss } from './plausibility.ts'
import { heldNotes, leavingNote } from './row-notes.ts'
import { refuseOtherDay } from './run-day.ts'
import { describe, endsRun, type SourceReport } from './source-report.ts'
import { unknownCategories } from './unknown-categories.ts'
import { isUpstreamFailure } from './upstream-failure.ts'

export interface IngestOptions extends Acceptance {
  store: Store
  sources: Source[]
  reader: EndpointReader
  origin: Origin
  asOf: Day
  codeFingerprint: string
  /** The day of the run is compared with it before anything is stored; left out, it is not. */
  upstreamClock?: UpstreamClock
  progress: Progress
  /** Milliseconds, for durations only. */
  clock: () => number
}

/**
 * Reads all sources concurrently and commits them one by one, each in one transaction.
 * A source that fails is reported and keeps its last good readings; the others continue. Throws `SNAPSHOT_REFUSED`, with nothing
 * stored, when the day of the run is not that of the upstreams.
 */
export async function ingestSources(given: IngestOptions): Promise<SourceReport[]> {
  // Two sources read the chain list.
  const options = { ...given, reader: readOnce(given.reader) }
  const { sources, progress } = options
  let finished = 0
  const reading = sources.map(async (source) => {
    const outcome = await readSource(source, options)
    finished += 1
    progress.step('Reading sources', finished, sources.length)
    return outcome
  })
  const reports: SourceReport[] = []
  try {
    if (options.upstreamClock) {
      await Promise.all(reading)
      refuseOtherDay(options.asOf, options.upstreamClock)
    }
    for (const [index, source] of sources.entries()) {
      const outcome = await reading[index]
      if (!outcome) continue
      const registryIsNew = reports.some(
        (report) => report.source === SOURCE_OF_ROLE.registry && report.status === 'ok',
      )
      const report = commitOutcome(source, outcome, registryIsNew, options)
      progress.line(describe(report))
      reports.push(report)
    }
    return reports
  } finally {
    // When a commit fails, the caller closes the store, which the other reads still use.
    await Promise.allSettled(reading)
  }
}

interface Outcome {
  batch: Batch | null
  error: PlimsollError | null
  fingerprint: string
  bodies: Map<string, { version: string; body: string }>
  durationMs: number
}

async function readSource(source: Source, options: IngestOptions): Promise<Outcome> {
  const started = options.clock()
  const hashes: string[] = []
  const bodies: Outcome['bodies'] = new Map()
  const reader: EndpointReader = {
    async read(endpoint, accept) {
      const { recordAs, version } = endpoint
      const stored = version && findBody(options.store, recordAs, version)
      const body = stored || (await options.reader.read(endpoint, accept))
      hashes.push(`${recordAs} ${sha256(body)}`)
      // Only the announced file is kept: an error page would stay for as long as the file does not change.
      if (version && !stored && gitBlobId(body, version.length) === version) {
        bodies.set(recordAs, { version, body })
      }
      return body
    },
  }
  const context: SourceContext = {
    asOf: options.asOf,
    read: (endpoint) => reader.read(endpoint),
    readJson: (endpoint) => readJson(reader, endpoint),
    stored: (name) => loadStored(options.store, name),
  }
  const finish = (batch: Batch | null, error: PlimsollError | null): Outcome => ({
    batch,
    error,
    fingerprint: fingerprintOf(options.codeFingerprint, options.asOf, hashes),
    bodies,
    durationMs: options.clock() - started,
  })
  try {
    const batch = await source.read(context)
    // Readings of single protocols need not come through the reader.
    if (batch.readings) hashes.push(`readings ${sha256(JSON.stringify(batch.readings))}`)
    return finish(batch, null)
  } catch (error) {
    if (isUpstreamFailure(error)) return finish(null, error)
    throw storeError(error, storeName(options.store))
  }
}

/** What a source read on a day, by the hashes of its bodies; the sample has none. */
export function fingerprintOf(codeFingerprint: string, asOf: Day, hashes: string[]): string {
  // Sorted, since a source may read its files concurrently and they arrive in any order.
  return sha256([codeFingerprint, asOf, ...hashes.toSorted()].join('\n'))
}

/** What one source sent, compared with what it sent before: what is used of it, and what the report says. */
function judgeOutcome(source: Source, outcome: Outcome, options: IngestOptions) {
  const { store, origin, asOf } = options
  const batch = outcome.batch && withKeptIds(store, outcome.batch)
  const last = findLastGoodRun(store, source.id, asOf)
  // The sample is reviewed, and its days lie far apart.
  const held = batch?.protocols && last && origin !== 'seed' ? holdRows(store, batch) : null
  const rowCounts = batch && { ...batch.rowCounts, ...(batch.fields && { fields: batch.fields }) }
  const except = new Set(held?.held.filter(({ name }) => name === 'tvl').map(({ id }) => id))
  const earlier = { last, rows: loadFieldRows(store, source.id), except }
  const lost = batch && findLostFields(source, batch, earlier)
  if (rowCounts && lost && lost.all.length > 0) rowCounts.lost = lost.all
  const implausible = batch && findImplausibleLoss(source, batch, held, options)
  const { refused, accepted } = judgeLosses([implausible, lost?.loss ?? null], options)
  const failure =
    outcome.error ?? (refused ? new PlimsollError('SNAPSHOT_REFUSED', refusal(refused)) : null)
  const report: SourceReport = {
    source: source.id,
    title: SOURCES[source.id].title,
    status: 'ok',
    message: null,
    rowCounts,
    notes: [
      ...(lost?.notes ?? []),
      ...(held && !implausible ? heldNotes(held) : []),
      ...(batch?.protocols ? leavingNote(store, last, batch.protocols) : []),
      ...(batch?.notes ?? []),
      ...accepted.map(({ what }) => `Accepted: ${what}.`),
      ...unknownCategories(batch?.protocols ?? []),
    ],
    unmatched: 0,
    durationMs: outcome.durationMs,
    implausible: failure !== null && isImplausible(failure),
    lostScores: refused !== undefined && refused === lost?.loss,
  }
  // A list that was checked and accepted is taken as it is.
  const used = batch && {
    ...batch,
    ...(!implausible && held),
    ...(lost && { fieldRows: lost.rows }),
  }
  return { last, used, failure, report }
}

/** Commits what one source sent, or records why it cannot be used. */
function commitOutcome(
  source: Source,
  outcome: Outcome,
  registryIsNew: boolean,
  options: IngestOptions,
): SourceReport {
  const { store, origin, asOf } = options
  const { fingerprint, durationMs } = outcome
  try {
    const { last, used, failure, report } = judgeOutcome(source, outcome, options)
    const run = {
      source: source.id,
      origin,
      asOf: used?.asOf ?? asOf,
      rowCounts: report.rowCounts,
      fingerprint,
      durationMs,
    }
    keepBodies(store, outcome.bodies)
    if (failure || !used) {
      const status = failure?.code === 'NOT_RECORDED' ? 'absent' : 'failed'
      const message = failure?.message ?? null
      insertSourceRun(store, { ...run, status, message, rowCounts: null, fingerprint: null })
      const isUsed = !endsRun(report) && (status === 'failed' || last !== undefined)
      const notes = isUsed ? [fallbackNote(source.id, last, asOf)] : []
      return { ...report, status, message, rowCounts: null, notes }
    }
    const same = last?.fingerprint === fingerprint && last.asOf === used.asOf
    // These parts are tied to the protocols of a registry, so a new one ties them anew.
    const tied = [used.programmes, used.reviews, used.readings].some((part) => part !== undefined)
    if (same && last.origin === origin && !(tied && registryIsNew)) {
      return { ...report, status: 'unchanged' }
    }
    const good = { ...run, status: 'ok' as const, message: null }
    const { unmatched } = commitBatch(store, source.id, used, good, auditorOf, auditedOn)
    return { ...report, unmatched }
  } catch (error) {
    throw storeError(error, storeName(store))
  }
}

/** The first loss that is not accepted, and all accepted ones. */
function judgeLosses(
  found: (DataLoss | null)[],
  options: IngestOptions,
): { refused: DataLoss | undefined; accepted: DataLoss[] } {
  const losses = found.filter((loss) => loss !== null)
  return {
    refused: losses.find((loss) => !isAccepted(options, loss)),
    accepted: losses.filter((loss) => isAccepted(options, loss)),
  }
}

/** True when the upstream responded, but with implausible or invalid data. */
function isImplausible({ code }: PlimsollError): boolean {
  return code === 'SNAPSHOT_REFUSED' || code === 'UPSTREAM_INVALID' || code === 'UPSTREAM_TOO_LARGE'
}

/** Bodies with a content version are kept even when the source fails as a whole, so the next run does not read them again. */
function keepBodies(store: Store, bodies: Outcome['bodies']): void {
  for (const [recordAs, { version, body }] of bodies) replaceBody(store, recordAs, version, body)
}

/** States which readings are used in place of a source that could not be read. */
function fallbackNote(id: SourceId, last: LastRun | undefined, asOf: Day): string {
  const { maxAgeDays } = SOURCES[id]
  if (!last) return 'It was never read before, so all its readings are missing.'
  if (last.asOf === UNDATED) return 'Its last good readings have no date: they count as missing.'
  return daysBetween(last.asOf, asOf) > maxAgeDays
    ? `Its last good readings are of ${last.asOf}, more than ${maxAgeDays} days old: they count as missing.`
    : `Its readings of ${last.asOf} stay in use until they are ${maxAgeDays} days old.`
}
