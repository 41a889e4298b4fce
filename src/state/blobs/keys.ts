import { byCreation } from '../key-record.ts'
import type { StateStore } from '../state-store.ts'
import { unusable } from '../unusable.ts'
import type { Blobs } from './access.ts'
import { createBlob, readBlob, readTagged, replaceBlob } from './conditional.ts'
import { byDigest, decode, KEYS, type KeyCache } from './key-cache.ts'

/** How often a change starts again because another one came first. */
const ATTEMPTS = 5

export const byId = (id: string) => `ids/${id}`

export interface BlobsKeys extends Pick<StateStore, 'insertKey' | 'listKeys' | 'updateKey'> {
  /** After its record was deleted. */
  forgetKey(digest: string): void
}

/** Key records by digest, and digests by id. A change that met another one starts again, so a grant undoes no revocation. */
export function blobsKeys(blobs: Blobs, { remember, forget }: KeyCache): BlobsKeys {
  return {
    forgetKey: forget,
    async insertKey(record) {
      if ((await readBlob(blobs, KEYS, byId(record.id))) !== null) throw known()
      // The record first: if the second write fails, the key works and only cannot be found by its id.
      const text = JSON.stringify(record)
      if (!(await createBlob(blobs, KEYS, byDigest(record.digest), text))) throw known()
      if (!(await createBlob(blobs, KEYS, byId(record.id), record.digest))) throw known()
      remember(record.digest, record)
    },
    async listKeys() {
      const listed = await blobs.use(
        KEYS,
        'strong',
        (store) => store.list({ prefix: byDigest('') }),
        'admin',
      )
      const texts = await Promise.all(listed.blobs.map(({ key }) => readBlob(blobs, KEYS, key)))
      return texts.flatMap((text) => (text === null ? [] : decode(text))).sort(byCreation)
    },
    async updateKey(id, change) {
      const digest = await readBlob(blobs, KEYS, byId(id))
      if (digest === null) return null
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const found = await readTagged(blobs, KEYS, byDigest(digest))
        if (!found) return null
        const record = { ...decode(found.text), ...change }
        const next = { text: JSON.stringify(record), etag: found.etag }
        if (await replaceBlob(blobs, KEYS, byDigest(digest), next)) return remember(digest, record)
      }
      throw unusable('the key changes all the time')
    },
  }
}

function known(): Error {
  return unusable('it already holds a key with this id or digest')
}
