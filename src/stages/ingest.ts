import { createHash } from 'node:crypto'
import { type Account, type Batch, type SourceId, total } from '../domain/batch.ts'
import type { Day } from '../domain/day.ts'
import { PlimsollError } from '../errors.ts'
import { auditorOf } from '../ingest/defillama/auditor.ts'
import { type EndpointReader, readJson } from '../ingest/reader.ts'
import type { Endpoint, Source, SourceContext } from '../ingest/source.ts'
import type { Progress } from '../progress.ts'
import { findBody, replaceBody } from '../store/bodies.ts'
import { commitBatch } from '../store/commit-batch.ts'
import { type Store, storeError } from '../store/open.ts'
import { findLastGoodRun, insertSourceRun, type RunStatus } from '../store/source-runs.ts'

/** A registry that shrinks by more than this share from one run to the next is not believed. */
const MAX_SHRINK = 0.2

export interface IngestOptions {
  store: Store
  sources: Source[]
  reader: EndpointReader
  origin: string
  asOf: Day
  codeFingerprint: string
  progress: Progress
  /** Milliseconds, for durations only. */
  clock: () => number
}

export interface SourceReport {
  source: SourceId
  title: string
  status: RunStatus | 'unchanged'
  message: string | null
  account: Account | null
  notes: string[]
  /** Rows whose protocol the registry does not hold. */
  unmatched: number
  durationMs: number
  /** The source answered, and what it said is not believed: nothing may be published on top of it. */
  doubted: boolean
}

/**
 * Reads every source at once and commits them one after the other, each in one transaction.
 * A source that fails is reported and leaves its last good readings as they are; the others go on.
 */
export async function ingestSources(options: IngestOptions): Promise<SourceReport[]> {
  const { sources, progress } = options
  let finished = 0
  const reading = sources.map(async (source) => {
    const outcome = await readSource(source, options)
    finished += 1
    progress.step('Reading sources', finished, sources.length)
    return outcome
  })
  const reports: SourceReport[] = []
  for (const [index, source] of sources.entries()) {
    const outcome = await reading[index]
    if (!outcome) continue
    const report = settle(source, outcome, options)
    progress.line(describe(report))
    reports.push(report)
  }
  return reports
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
  const hash = createHash('sha256').update(`${options.codeFingerprint} ${options.asOf} `)
  const bodies: Outcome['bodies'] = new Map()
  const note = (endpoint: Endpoint, body: string) => {
    hash.update(`${endpoint.recordAs}\0`).update(body)
    if (endpoint.version) bodies.set(endpoint.recordAs, { version: endpoint.version, body })
    return body
  }
  const reader: EndpointReader = {
    async read(endpoint, accept) {
      const stored =
        endpoint.version && findBody(options.store, endpoint.recordAs, endpoint.version)
      return note(endpoint, stored || (await options.reader.read(endpoint, accept)))
    },
  }
  const context: SourceContext = {
    asOf: options.asOf,
    read: (endpoint) => reader.read(endpoint),
    readJson: (endpoint) => readJson(reader, endpoint),
  }
  const finish = (batch: Batch | null, error: PlimsollError | null): Outcome => ({
    batch,
    error,
    fingerprint: hash.digest('hex'),
    bodies,
    durationMs: options.clock() - started,
  })
  try {
    return finish(await source.read(context), null)
  } catch (error) {
    if (error instanceof PlimsollError) return finish(null, error)
    throw storeError(error, options.store.name)
  }
}

function settle(source: Source, outcome: Outcome, options: IngestOptions): SourceReport {
  const { store, origin, asOf } = options
  const { batch, fingerprint, durationMs } = outcome
  const failure = outcome.error ?? (batch && doubt(source, batch, options))
  const report: SourceReport = {
    source: source.id,
    title: source.title,
    status: 'ok',
    message: null,
    account: batch?.account ?? null,
    notes: batch?.notes ?? [],
    unmatched: 0,
    durationMs,
    doubted: failure?.code === 'SNAPSHOT_REFUSED' || failure?.code === 'UPSTREAM_INVALID',
  }
  const run = {
    source: source.id,
    origin,
    asOf: batch?.asOf ?? asOf,
    account: report.account,
    fingerprint,
    durationMs,
  }
  try {
    if (failure || !batch) {
      const status = failure?.code === 'NOT_RECORDED' ? 'absent' : 'failed'
      const message = failure?.message ?? null
      insertSourceRun(store, { ...run, status, message, account: null, fingerprint: null })
      return { ...report, status, message, account: null, notes: [] }
    }
    const last = findLastGoodRun(store, source.id, asOf)
    if (last?.fingerprint === fingerprint && last.asOf === batch.asOf && last.origin === origin) {
      return { ...report, status: 'unchanged' }
    }
    const { unmatched } = commitBatch(
      store,
      source.id,
      batch,
      { ...run, status: 'ok', message: null },
      auditorOf,
    )
    for (const [recordAs, { version, body }] of outcome.bodies)
      replaceBody(store, recordAs, version, body)
    return { ...report, unmatched }
  } catch (error) {
    throw storeError(error, store.name)
  }
}

/** A registry that lost much of itself overnight is a fault of the upstream, not a truth about the world. */
function doubt(
  source: Source,
  batch: Batch,
  { store, origin, asOf }: IngestOptions,
): PlimsollError | null {
  if (source.id !== 'defillama-protocols') return null
  const last = findLastGoodRun(store, source.id, asOf)
  if (!last?.account || last.origin !== origin) return null
  const before = last.account.rows
  if (batch.account.rows >= before * (1 - MAX_SHRINK)) return null
  return new PlimsollError(
    'SNAPSHOT_REFUSED',
    `${source.title} sent ${batch.account.rows} rows where it sent ${before} on ${last.asOf}; that is not believed.`,
  )
}

/** One line that accounts for every row of a source. */
export function describe(report: SourceReport): string {
  const seconds = `${(report.durationMs / 1000).toFixed(1)} s`
  if (report.status === 'failed') return `✗ ${report.title}: ${report.message}`
  if (report.status === 'absent') return `– ${report.title}: ${report.message}`
  const { account } = report
  const parts = [`${account?.rows ?? 0} rows`, `${account?.accepted ?? 0} used`]
  if (account && total(account.outOfScope) > 0) {
    parts.push(`${total(account.outOfScope)} out of scope (${reasons(account.outOfScope)})`)
  }
  if (account && total(account.refused) > 0) {
    parts.push(`${total(account.refused)} refused (${reasons(account.refused)})`)
  }
  if (report.unmatched > 0) parts.push(`${report.unmatched} for protocols not in the registry`)
  if (report.status === 'unchanged') parts.push('unchanged')
  return [
    `✓ ${report.title}: ${parts.join(', ')}; ${seconds}`,
    ...report.notes.map((note) => `  ${note}`),
  ].join('\n')
}

function reasons(tally: Account['refused']): string {
  return Object.entries(tally)
    .sort(([, a], [, b]) => (b ?? 0) - (a ?? 0))
    .map(([reason, n]) => `${reason} ${n}`)
    .join(', ')
}
