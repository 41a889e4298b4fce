import { createHash } from 'node:crypto'
import { sha256 } from '../contract/hash.ts'
import { markUncovered } from '../control/coverage.ts'
import { dollarPrices } from '../dependencies/dollar-prices.ts'
import { countResolved } from '../dependencies/resolved.ts'
import { graphOf, sharesOf, tablesText } from '../dependencies/shares.ts'
import { monthChange } from '../domain/amounts.ts'
import type { SnapshotContext, SnapshotEntry } from '../domain/catalogue.ts'
import type { Day } from '../domain/day.ts'
import type { DependencyShares } from '../domain/dependency.ts'
import { PlimsollError } from '../domain/errors.ts'
import { type Incident, sumTvl } from '../domain/protocol.ts'
import type { Universe } from '../domain/record.ts'
import type { Score } from '../domain/score.ts'
import { ageLimitsOf, SOURCE_OF_ROLE } from '../domain/sources.ts'
import { findInactive } from '../score/find-inactive.ts'
import { METHODOLOGY } from '../score/methodology.ts'
import { scoreUniverse } from '../score/score.ts'
import { keepEvents } from '../scoreboard/scoreboard.ts'
import { loadSourceStates } from '../store/load-catalogue.ts'
import { loadListedIncidents } from '../store/load-incidents.ts'
import { loadUniverse } from '../store/load-universe.ts'
import { type Store, storeError, storeName } from '../store/open.ts'
import { findReadingsState } from '../store/readings-state.ts'
import {
  countScores,
  findNewestSnapshot,
  findSnapshot,
  loadScoredIds,
  publicIdOf,
  replaceSnapshot,
} from '../store/snapshots.ts'
import { findLastGoodRun } from '../store/source-runs.ts'
import { type Acceptance, type DataLoss, isAccepted, lossName, refusal } from './accept-loss.ts'

const { registry, incidents } = SOURCE_OF_ROLE

/** A snapshot that loses more than this share of the last snapshot's scores is not published. */
const MAX_SCORED_FALL = 0.2

interface ScoreOptions extends Acceptance {
  store: Store
  asOf: Day
  origin: string
  /** Time of the snapshot, an ISO 8601 instant. */
  computedAt: string
  codeFingerprint: string
}

export interface ScoreReport {
  snapshot: string
  protocols: number
  scored: number
  unchanged: boolean
}

/**
 * Scores the store as of a day and stores the result as the snapshot of that day. The same readings change nothing.
 * Throws `SNAPSHOT_REFUSED` when there is no registry, when it is too old, or when too many scores would be lost.
 */
export function scoreSnapshot(options: ScoreOptions): ScoreReport {
  const { store, asOf } = options
  try {
    const inputs = inputsOf(options)
    const kept = findSnapshot(store, asOf)
    if (kept?.inputs === inputs) {
      const snapshot = publicIdOf(kept)
      return { snapshot, ...countScores(store, kept.id), unchanged: true }
    }
    const limits = ageLimitsOf(options.origin)
    const universe = loadUniverse(store, asOf, limits)
    if (!universe) {
      throw refused('The store has no list of protocols yet, and this run could not read one.')
    }
    if (universe.records.length === 0) throw refused('No protocol is in scope.')
    if (universe.records.every(({ tvl }) => !tvl.known && tvl.reason === 'stale')) {
      const last = findLastGoodRun(store, registry, asOf)?.asOf
      throw refused(
        `The list of protocols was last read on ${last}, more than ${limits[registry]} days before ${asOf}.`,
      )
    }
    const covered = { ...universe, records: markUncovered(universe.records) }
    const entries = createEntries(covered, scoreUniverse(covered))
    const context: SnapshotContext = {
      incidents: loadListedIncidents(store, asOf, limits[incidents])?.value ?? [],
      sources: loadSourceStates(store, asOf),
    }
    return keep(options, inputs, entries, context)
  } catch (error) {
    throw storeError(error, storeName(store))
  }
}

/** Hash of the code and of everything that `loadUniverse` reads from the store. */
function inputsOf({ store, asOf, origin, codeFingerprint }: ScoreOptions): string {
  const sources = loadSourceStates(store, asOf)
  const parts = [codeFingerprint, origin, sources, findReadingsState(store)]
  return sha256(JSON.stringify(parts))
}

function keep(
  options: ScoreOptions,
  inputs: string,
  entries: SnapshotEntry[],
  context: SnapshotContext,
): ScoreReport {
  const { store, asOf, origin, computedAt } = options
  const texts = entries.map((entry) => JSON.stringify(entry))
  const hash = createHash('sha256').update(JSON.stringify([METHODOLOGY, origin, context]))
  for (const text of texts) hash.update(text)
  const fingerprint = hash.digest('hex')
  const scored = entries.filter(({ score }) => score.composite !== null).length
  const report = {
    snapshot: publicIdOf({ asOf, fingerprint }),
    protocols: entries.length,
    scored,
    unchanged: findSnapshot(store, asOf)?.fingerprint === fingerprint,
  }
  if (report.unchanged) return report
  const loss = lossOfScores(options, entries)
  if (loss && !isAccepted(options, loss)) throw refused(refusal(loss))
  replaceSnapshot(
    store,
    { asOf, origin, computedAt, methodology: METHODOLOGY.version, fingerprint, inputs },
    context,
    entries,
    texts,
    dependencySharesOf(entries, asOf),
  )
  keepEvents(store, { asOf, origin, incidents: incidentsOf(context, entries) })
  return report
}

/** What stands on what and what dollars are worth, kept for the day on which one of them has a loss. */
function dependencySharesOf(entries: SnapshotEntry[], asOf: Day): DependencyShares {
  const graph = graphOf(entries, asOf)
  const tables = sha256(tablesText()).slice(0, 16)
  const prices = dollarPrices(
    entries.map(({ record }) => record),
    asOf,
  )
  return { resolved: countResolved(graph), tables, prices, shares: sharesOf(graph) }
}

/** Every incident of a snapshot, once: those of the list, and those on pages of protocols. */
function incidentsOf({ incidents }: SnapshotContext, entries: SnapshotEntry[]): Incident[] {
  const all = [...incidents, ...entries.flatMap((entry) => entry.incidents)]
  return [...new Map(all.map((incident) => [incident.id, incident])).values()]
}

/** The loss of scores among protocols that are still listed, when it is too large. The registry check covers unlisted ones. */
function lossOfScores({ store }: ScoreOptions, entries: SnapshotEntry[]): DataLoss | null {
  const last = findNewestSnapshot(store)
  if (last?.methodology !== METHODOLOGY.version) return null
  const scoredBefore = loadScoredIds(store, last.id)
  const listed = entries.filter(({ record }) => scoredBefore.has(record.id))
  const scored = listed.filter(({ score }) => score.composite !== null).length
  if (scored >= listed.length * (1 - MAX_SCORED_FALL)) return null
  const what = `Of ${listed.length} protocols that were scored on ${last.asOf} and are still listed, ${scored} would have a score`
  return { name: lossName('scores', last.asOf, last.fingerprint), what }
}

function createEntries(universe: Universe, scores: Score[]): SnapshotEntry[] {
  const byProtocol = new Map<string, Incident[]>()
  const known = universe.incidents.known
    ? universe.incidents.value
    : [...(universe.pageIncidents?.values() ?? [])].flatMap(({ value }) => value)
  for (const incident of known) {
    if (incident.protocolId === null) continue
    byProtocol.set(incident.protocolId, [...(byProtocol.get(incident.protocolId) ?? []), incident])
  }
  return universe.records.flatMap(({ history, ...record }, index) => {
    const score = scores[index]
    if (!score) return []
    const tvlUsd = record.tvl.known ? sumTvl(record.tvl.value) : null
    const own = byProtocol.get(record.id) ?? []
    const inactive = findInactive({ ...record, history }, own)
    return {
      record,
      score,
      tvlUsd,
      tvlChange30d:
        record.tvl.known && tvlUsd !== null ? monthChange(history, record.tvl.asOf, tvlUsd) : null,
      incidents: own.sort((a, b) =>
        a.day === b.day ? (a.id < b.id ? -1 : 1) : a.day < b.day ? 1 : -1,
      ),
      ...(inactive && { inactive }),
    }
  })
}

function refused(why: string): PlimsollError {
  return new PlimsollError('SNAPSHOT_REFUSED', `No snapshot was taken. ${why}`)
}
