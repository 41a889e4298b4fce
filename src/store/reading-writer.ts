import type { Reading } from '../domain/reading.ts'
import type { Store } from './open.ts'

/** Replaces one reading. A missing reading replaces a known one: the source responded and no longer has it. */
export function readingWriter(
  store: Store,
): (id: number, name: string, reading: Reading<unknown>) => void {
  const upsert = store.prepare(
    `INSERT INTO readings (protocol_id, name, value, reason, as_of, source) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (protocol_id, name) DO UPDATE SET value = excluded.value, reason = excluded.reason,
       as_of = excluded.as_of, source = excluded.source`,
  )
  return (id, name, reading) => {
    if (reading.known)
      upsert.run(id, name, JSON.stringify(reading.value), null, reading.asOf, reading.source)
    else upsert.run(id, name, null, reading.reason, null, reading.source)
  }
}
