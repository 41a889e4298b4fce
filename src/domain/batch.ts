import type { Chain } from './chain.ts'
import type { Day } from './day.ts'
import type { Programme } from './programme.ts'
import type {
  FactName,
  FactValue,
  Incident,
  OutOfScope,
  ProtocolDescription,
  Review,
  TvlPoint,
} from './protocol.ts'
import type { Known, Reading } from './reading.ts'
import type { Audit } from './record.ts'

/** A protocol as a registry source describes it. */
export interface ProtocolRow extends ProtocolDescription {
  /** Its GitHub organisations, as upstream writes them. */
  organisations: string[]
  /** Its folder or file in the repository of adapters, without an extension; null when it has none of its own. */
  adapterModule: string | null
  /** Null when the row is in scope. */
  outOfScope: OutOfScope | null
  /** Reports among its audit links whose auditor and day were read by hand. Of the others, only the link is known. */
  reports?: Audit[]
}

/** Refused rows of a source that are kept by name; more are only counted. */
export const MAX_NAMED_REFUSALS = 500

/** A row that a source sent and that is left out. */
export interface RefusedRow {
  /** Its position in the response, from 1. */
  row: number
  /** Its own name, in one line of at most 80 characters; null when it has none that can be shown. */
  name: string | null
  reason: string
}

/** The outcome of every row that a source sent: `rows` = `accepted` + the sum of `outOfScope` + the sum of `refused`. */
export interface RowCounts {
  rows: number
  accepted: number
  outOfScope: Partial<Record<string, number>>
  refused: Partial<Record<string, number>>
  /** The refused rows, the first `MAX_NAMED_REFUSALS` of them; absent when there are none. */
  refusedRows?: RefusedRow[]
  /** `fields` of the batch, kept for the next run to compare with. */
  fields?: Record<string, number>
  /** Fields that many rows carried in an earlier run and that they lost since. */
  lost?: LostField[]
}

/** A field that disappeared from all rows of a source, or from a share of them. */
export interface LostField {
  /** Its id in the source's table of fields. */
  field: string
  /** The last day on which those rows carried it, and how many they were. */
  asOf: Day
  rows: number
  /** All rows of that day; only where the list was longer then, so that shares are compared. */
  of?: number
}

/** Which rows of a source have a field. */
export interface FieldRows {
  field: string
  ids: readonly string[]
  /** Rows that had it a few days ago and lost it, each with the last day on which it had. */
  gone: Readonly<Record<string, Day>>
}

/** A protocol by upstream id, or by the slug that it had on the day of which the source is. */
export type ProtocolKey = { id: string } | { slug: string; day: Day }

export interface SanctionedAddress {
  asset: string
  address: string
}

/** One fact about one protocol, or about every protocol that shares an adapter. */
export interface ProtocolReading {
  key: ProtocolKey | { module: string }
  name: FactName
  reading: Known<unknown>
}

/** What a row of the registry gave on a day in place of the reading that is used. */
export interface HeldReading {
  /** Upstream id of the protocol. */
  id: string
  name: FactName | 'tvl' | 'category'
  day: Day
  reading: Reading<unknown>
}

/** What the store has of a fact about one protocol. */
export interface StoredFact<Name extends FactName> {
  /** Upstream id and slug of the protocol. */
  id: string
  slug: string
  value: FactValue<Name>
}

/** What one source contributes to the store. Only the parts that it carries are there. */
export interface Batch {
  asOf: Day
  rowCounts: RowCounts
  /** How many rows carry each field of the source's own table of fields. */
  fields?: Record<string, number>
  /** Ids of all rows, and of those that carry each field, where rows have ids that stay the same. */
  carriers?: { listed: string[]; byField: Record<string, string[]> }
  /** What the next run compares the fields with. */
  fieldRows?: FieldRows[]
  chains?: Chain[]
  protocols?: ProtocolRow[]
  /** All readings of protocols that are held, with those of earlier days. */
  held?: HeldReading[]
  /** TVL of earlier days that was held and is confirmed now. */
  confirmed?: { id: string; reading: Known<TvlPoint[]> }[]
  /** Ids that upstream gave to protocols that it lists again, each with the id that `protocols` has instead. */
  successors?: [upstream: string, kept: string][]
  incidents?: Incident[]
  /** The complete list. A protocol that no programme belongs to has no programme, unless an unmatched one may be its own. */
  programmes?: Programme[]
  reviews?: { key: ProtocolKey; review: Review }[]
  sanctions?: SanctionedAddress[]
  /** Readings of single protocols. Stored ones of these names that are not among the rows are removed. */
  readings?: { names: FactName[]; rows: ProtocolReading[] }
  /** Things a reader should know that are not refusals, as finished sentences. */
  notes?: string[]
}

/** Row counts that start at zero. */
export function noRowCounts(): RowCounts {
  return { rows: 0, accepted: 0, outOfScope: {}, refused: {} }
}

export function count(tally: Partial<Record<string, number>>, reason: string): void {
  tally[reason] = (tally[reason] ?? 0) + 1
}

/** How a report calls a refused row. */
export function formatRefusedRow({ row, name, reason }: RefusedRow): string {
  return name === null ? `row ${row} (${reason})` : `${name} (row ${row}, ${reason})`
}

/** Rows that were not refused. */
export function usableRows({ rows, refused }: RowCounts): number {
  return rows - total(refused)
}

/** Total of a tally by reason. */
export function total(tally: Partial<Record<string, number>>): number {
  return Object.values(tally).reduce<number>((sum, n) => sum + (n ?? 0), 0)
}
