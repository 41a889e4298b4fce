import type { Store } from './open.ts'

/** The stored body of an endpoint when it has this content version. */
export function findBody(store: Store, recordAs: string, version: string): string | undefined {
  return store
    .prepare<[string, string], { body: string }>(
      'SELECT body FROM bodies WHERE record_as = ? AND version = ?',
    )
    .get(recordAs, version)?.body
}

export function replaceBody(store: Store, recordAs: string, version: string, body: string): void {
  store
    .prepare(
      `INSERT INTO bodies (record_as, version, body) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET version = excluded.version, body = excluded.body`,
    )
    .run(recordAs, version, body)
}
