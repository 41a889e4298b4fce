import type { Store } from './open.ts'

/** Small numbers for chain names, so that TVL rows stay narrow. A name that is new gets a row. */
export function chainKeys(store: Store): (name: string) => number {
  const keys = new Map<string, number>()
  for (const row of store
    .prepare<[], { id: number; name: string }>('SELECT id, name FROM chains')
    .all()) {
    keys.set(row.name, row.id)
  }
  const insert = store.prepare("INSERT INTO chains (name, kind) VALUES (?, 'other')")
  return (name) => {
    const key = keys.get(name) ?? Number(insert.run(name).lastInsertRowid)
    keys.set(name, key)
    return key
  }
}
