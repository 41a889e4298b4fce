import { byCreation, decodeKey, keyName } from '../key-record.ts'
import type { KeyRecord, KeyStore } from '../state-store.ts'
import { unusable } from '../unusable.ts'
import { changeRecord, type RecordStore, type RecordWrite, readAll } from './record-store.ts'

/** The record that holds the digest of a key. */
export function keyIdName(id: string): string {
  return `keys/ids/${id}`
}

/** Keys by their digest. */
export function keyRecords(store: RecordStore): KeyStore {
  return {
    async insertKey(record) {
      await refuseKnown(store, record)
      if (!(await store.write(newKey(record), { isUrgent: true }))) throw known()
    },
    async listKeys() {
      const names = await store.list(keyName(''))
      return (await readAll(store, names, decodeKey)).sort(byCreation)
    },
    async updateKey(id, change) {
      const [digest] = await store.read([keyIdName(id)])
      if (!digest) return null
      return changeRecord(store, keyName(digest.text), decodeKey, change, { isUrgent: true })
    },
  }
}

/** Rejects with `STATE_UNUSABLE` when the id or digest is taken. */
export async function refuseKnown(
  store: RecordStore,
  { id, digest }: Pick<KeyRecord, 'id' | 'digest'>,
): Promise<void> {
  const found = await store.read([keyIdName(id), keyName(digest)])
  if (found.some((record) => record !== null)) throw known()
}

/** The record first: if the second write fails, the key works and only cannot be found by its id. */
export function newKey(record: KeyRecord): RecordWrite[] {
  return [
    { name: keyName(record.digest), text: JSON.stringify(record), version: null },
    { name: keyIdName(record.id), text: record.digest, version: null },
  ]
}

function known(): Error {
  return unusable('it already holds a key with this id or digest')
}
