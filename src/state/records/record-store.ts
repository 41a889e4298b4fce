import { parseJson } from '../../domain/json.ts'
import { unusable } from '../unusable.ts'

/** A record as it was read. */
export interface StoredRecord {
  text: string
  /** Another one after each change of the text. */
  version: string
}

export interface RecordWrite {
  name: string
  /** Null deletes the record. */
  text: string | null
  /** Writes only in place of this version; null: only where there is no record; absent: in any case. */
  version?: string | null | undefined
  /** When the store may forget the record, in milliseconds since 1970; never when absent. */
  until?: number
}

export interface WriteOptions {
  /** Milliseconds since 1970. Given with `until`; records that ended before may be deleted. */
  now?: number
  /** May use the disk space that is reserved for revoking keys. */
  isUrgent?: boolean
  /** All writes but the last may be sent side by side, before it. */
  inAnyOrder?: boolean
}

/** What each store implements. Everything about keys, accounts, webhooks and deliveries is built on these operations. */
export interface RecordStore {
  /** In the order of the names; null for each that does not exist. */
  read(names: readonly string[]): Promise<(StoredRecord | null)[]>
  /** Names that start with `prefix`, in order: all, or at most `most` after the name `after`. */
  list(prefix: string, page?: { after: string | null; most: number }): Promise<string[]>
  /**
   * False when a version differs. SQLite and Redis then write nothing. Netlify Blobs writes one record after the other, up to the
   * one that differs, so a record is written before what refers to it where a half-done change must be harmless, and every change
   * is repeated from its first read. Blobs keeps an empty text in place of a record that is deleted by its version.
   */
  write(writes: readonly RecordWrite[], options?: WriteOptions): Promise<boolean>
}

/** The answer of an attempt whose write met another one. */
export const CONFLICT = Symbol('conflict')

/** Each attempt fails only when another process has succeeded. */
const MAX_ATTEMPTS = 40

/** Repeats `attempt` while it returns `CONFLICT`. */
export async function untilWritten<T>(attempt: () => Promise<T | typeof CONFLICT>): Promise<T> {
  for (let n = 0; n < MAX_ATTEMPTS; n++) {
    const result = await attempt()
    if (result !== CONFLICT) return result
  }
  throw unusable('a record in it changes all the time')
}

/** The records that exist, in the order of the names. */
export async function readAll<T>(
  store: RecordStore,
  names: readonly string[],
  parse: (text: string) => T,
): Promise<T[]> {
  const found = await store.read(names)
  return found.flatMap((record) => (record ? [parse(record.text)] : []))
}

export async function readOne<T>(
  store: RecordStore,
  name: string,
  parse: (text: string) => T,
): Promise<T | null> {
  const [record] = await readAll(store, [name], parse)
  return record ?? null
}

/** The text of a record with a change. What only a later version knows of it stays, also inside of fields that do not change. */
export function changedText(text: string, record: object, change: object): string {
  return JSON.stringify({ ...record, ...Object(parseJson(text)), ...change })
}

/** Changes a record as no other process changes it meanwhile. Null when it does not exist. */
export function changeRecord<T extends object>(
  store: RecordStore,
  name: string,
  parse: (text: string) => T,
  change: Partial<NoInfer<T>>,
  options?: WriteOptions,
): Promise<T | null> {
  return untilWritten(async () => {
    const [found] = await store.read([name])
    if (!found) return null
    const record = parse(found.text)
    const changed = { ...record, ...change }
    const write = { name, text: changedText(found.text, record, change), version: found.version }
    return (await store.write([write], options)) ? changed : CONFLICT
  })
}

export function deletionsOf(names: readonly string[]): RecordWrite[] {
  return names.map((name) => ({ name, text: null }))
}
