import type { Batch, SourceId } from '../domain/batch.ts'
import type { Day } from '../domain/day.ts'
import type { ReadField } from './read-fields.ts'

/** One address to read. `url` may hold a secret and is never logged; `label` is what people see. */
export interface Endpoint {
  label: string
  url: string
  /** Path below a recording's folder where the raw response is kept, for example `api.llama.fi/protocols.json`. */
  recordAs: string
  /** Bodies above this size are refused while they are read. */
  maxBytes: number
  /** Content version when the source publishes one (a git blob id): a stored body of the same version is not read again. */
  version?: string
}

export interface SourceContext {
  /** The day the run speaks for. */
  asOf: Day
  /** The body of an endpoint. Throws `PlimsollError` (`UPSTREAM_…`) when it cannot be had. */
  read(endpoint: Endpoint): Promise<string>
  /** The body parsed as JSON. Throws `UPSTREAM_INVALID` when it is not JSON. */
  readJson(endpoint: Endpoint): Promise<unknown>
}

export interface Source {
  id: SourceId
  title: string
  /** Page a reader can open to check a value. */
  homepage: string
  /** Days that the last good readings stay in use when the source cannot be read; then they are missing. */
  maxAgeDays: number
  /** What is read in its rows, where its account counts fields. */
  fields?: Readonly<Record<string, Pick<ReadField<never>, 'names' | 'scored'>>>
  read(context: SourceContext): Promise<Batch>
}
