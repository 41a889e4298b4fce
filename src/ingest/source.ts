import type { Batch, StoredFact } from '../domain/batch.ts'
import type { Day } from '../domain/day.ts'
import { PlimsollError } from '../domain/errors.ts'
import type { FactName, Facts, Incident, TvlSeries } from '../domain/protocol.ts'
import { type PAGE_READINGS, SOURCES, type SourceId } from '../domain/sources.ts'
import type { ReadField } from './read-fields.ts'

/** One URL to read. `url` may contain a secret and is never logged; messages show `label`. */
export interface Endpoint {
  label: string
  url: string
  /** Path of the raw response below a recording's folder, for example `api.llama.fi/protocols.json`. */
  recordAs: string
  /** Larger bodies are refused while they are read. */
  maxBytes: number
  /** Content version when the source publishes one (a git blob id): a stored body of the same version is not read again. */
  version?: string
}

export interface SourceContext {
  /** The day of the run. */
  asOf: Day
  /** The body of an endpoint. Throws `PlimsollError` (`UPSTREAM_…`) when it cannot be read. */
  read(endpoint: Endpoint): Promise<string>
  /** The body parsed as JSON. Throws `UPSTREAM_INVALID` when it is not JSON. */
  readJson(endpoint: Endpoint): Promise<unknown>
  /** What the store has of a fact from earlier runs, of every age: the source decides how long it keeps what it cannot read. */
  stored<Name extends FactName>(name: Name): StoredFact<Name>[]
}

/** How a source is read. `SOURCES` in `src/domain/sources.ts` describes it. */
export interface Source {
  id: SourceId
  /** The fields of its rows that are read, when its row counts include fields. */
  fields?: Readonly<Record<string, Pick<ReadField<never>, 'names' | 'scored' | 'volatile'>>>
  read(context: SourceContext): Promise<Batch>
  /** How the history of a single protocol is read, when the source has it. */
  history?: HistoryReader
}

/** Replaces a source that a recording cannot contain: reading it throws `NOT_RECORDED`. */
export function absentSource(id: SourceId): Source {
  return {
    id,
    read() {
      const message = `The recording does not contain ${SOURCES[id].title}.`
      return Promise.reject(new PlimsollError('NOT_RECORDED', message))
    },
  }
}

/** Reads the history of single protocols from the page that a source has for each. */
export interface HistoryReader {
  /** An endpoint with a short response, read to check whether the host is up. */
  probe: Endpoint
  endpoint(slug: string): Endpoint
  /** Throws `UPSTREAM_INVALID` when the body is not the page of a protocol. */
  map(body: unknown, protocol: { id: string; slug: string; asOf: Day }): ProtocolPast
}

export type SkipReason = 'not a point' | 'invalid date' | 'invalid amount'

/** Points of a history that could not be read, by reason. */
export type SkippedPoints = Partial<Record<SkipReason, number>>

export interface ProtocolPast {
  series: TvlSeries[]
  skipped: SkippedPoints
  /** The incidents that the page lists; null when the page has no list. */
  incidents: Incident[] | null
  /** What the page says about the protocol itself. */
  facts: Required<Pick<Facts, keyof typeof PAGE_READINGS>>
}
