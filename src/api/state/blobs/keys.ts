import { setBounded } from '../../http/set-bounded.ts'
import { byCreation, parseKeyRecord } from '../key-record.ts'
import type { KeyRecord, StateStore } from '../state-store.ts'
import { unusable } from '../unusable.ts'
import type { Blobs } from './access.ts'

/** How long an instance caches a key, and therefore how long a revocation may take to reach it. */
export const KEY_CACHE_MS = 60_000

/** Most keys in the cache of an instance, unknown ones included. */
const MAX_CACHED = 2_000

const PART = 'keys'
const byDigest = (digest: string) => `digests/${digest}`
const byId = (id: string) => `ids/${id}`

type BlobsKeys = Pick<StateStore, 'findKey' | 'insertKey' | 'listKeys' | 'updateKey'>

/** Key records by digest, and digests by id. Of concurrent changes to one key, the last one wins. */
export function blobsKeys(blobs: Blobs, clock: () => number): BlobsKeys {
  const cache = new Map<string, { record: KeyRecord | null; readAt: number }>()
  const remember = (digest: string, record: KeyRecord | null) => {
    setBounded(cache, digest, { record, readAt: clock() }, MAX_CACHED)
    return record
  }
  return {
    async findKey(digest) {
      const known = cache.get(digest)
      if (known && Math.abs(clock() - known.readAt) < KEY_CACHE_MS) return known.record
      const text = await blobs.use(PART, 'eventual', (store) =>
        store.get(byDigest(digest), { type: 'text' }),
      )
      return remember(digest, text === null ? null : decode(text))
    },
    async insertKey(record) {
      if ((await read(blobs, byId(record.id))) !== null) {
        throw unusable('it already holds a key with this id or digest')
      }
      // The record first: if the second write fails, the key works and only cannot be found by its id.
      await create(blobs, byDigest(record.digest), JSON.stringify(record))
      await create(blobs, byId(record.id), record.digest)
      remember(record.digest, record)
    },
    async listKeys() {
      const listed = await blobs.use(
        PART,
        'strong',
        (store) => store.list({ prefix: byDigest('') }),
        'admin',
      )
      const texts = await Promise.all(listed.blobs.map(({ key }) => read(blobs, key)))
      return texts.flatMap((text) => (text === null ? [] : decode(text))).sort(byCreation)
    },
    async updateKey(id, change) {
      const digest = await read(blobs, byId(id))
      const text = digest === null ? null : await read(blobs, byDigest(digest))
      if (digest === null || text === null) return null
      const record = { ...decode(text), ...change }
      await blobs.use(
        PART,
        'strong',
        (store) => store.set(byDigest(digest), JSON.stringify(record)),
        'admin',
      )
      return remember(digest, record)
    },
  }
}

async function read(blobs: Blobs, name: string): Promise<string | null> {
  return blobs.use(PART, 'strong', (store) => store.get(name, { type: 'text' }), 'admin')
}

async function create(blobs: Blobs, name: string, text: string): Promise<void> {
  const { modified, etag } = await blobs.use(
    PART,
    'strong',
    (store) => store.set(name, text, { onlyIfNew: true }),
    'admin',
  )
  if (!modified) throw unusable('it already holds a key with this id or digest')
  // The package reports a conditional write as done for any status, but only a real one has an ETag
  // (https://github.com/netlify/primitives/issues/741).
  if (!etag) throw unusable('Netlify Blobs did not write the key')
}

function decode(text: string): KeyRecord {
  const record = parseKeyRecord(JSON.parse(text))
  if (!record) throw unusable('a key record in it is damaged')
  return record
}
