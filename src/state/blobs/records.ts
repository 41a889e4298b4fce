import { decodeKey, keyName } from '../key-record.ts'
import type { RecordStore, RecordWrite } from '../records/record-store.ts'
import { type Blobs, placeOf } from './access.ts'
import { createBlob, readTagged, replaceBlob } from './conditional.ts'
import type { KeyCache } from './key-cache.ts'
import { listNames } from './names.ts'

/** Blobs that are read, written or deleted at the same time. */
const AT_ONCE = 20

/** Records in Netlify Blobs. Every read is strong. */
export function blobsRecords(blobs: Blobs, cache: Pick<KeyCache, 'remember'>): RecordStore {
  /** False when the version differs. */
  async function writeOne({ name, text, version }: RecordWrite): Promise<boolean> {
    const [part, blob] = placeOf(name)
    if (version === null) return createBlob(blobs, part, blob, text ?? '')
    // Blobs deletes without a condition only, so an empty text takes the place of what is deleted by its version.
    if (version) return replaceBlob(blobs, part, blob, { text: text ?? '', etag: version })
    await blobs.use<unknown>(
      part,
      'strong',
      (store) => (text === null ? store.delete(blob) : store.set(blob, text)),
      'admin',
    )
    return true
  }

  async function write(record: RecordWrite): Promise<boolean> {
    const isDone = await writeOne(record)
    const { name, text } = record
    if (isDone && name.startsWith(keyName(''))) {
      cache.remember(name.slice(keyName('').length), text === null ? null : decodeKey(text))
    }
    return isDone
  }

  return {
    read: (names) =>
      inGroups(names, AT_ONCE, async (name) => {
        const found = await readTagged(blobs, ...placeOf(name))
        return found && { text: found.text, version: found.etag }
      }),
    async list(prefix, page) {
      const [part, start] = placeOf(prefix)
      const listed = await listNames(blobs, part, start)
      const names = listed.map((blob) => `${part}/${blob}`).sort()
      if (!page) return names
      return names.filter((name) => name > (page.after ?? '')).slice(0, page.most)
    },
    async write(writes, { inAnyOrder = false } = {}) {
      for (let at = 0; at < writes.length; ) {
        const rest = writes.slice(at)
        const next = inAnyOrder ? rest.findIndex(({ version }) => version) : 0
        const some = next === -1 ? rest : rest.slice(0, Math.max(1, next))
        const done = await inGroups(some, AT_ONCE, write)
        if (done.includes(false)) return false
        at += some.length
      }
      return true
    },
  }
}

async function inGroups<Item, Result>(
  items: readonly Item[],
  size: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let at = 0; at < items.length; at += size) {
    results.push(...(await Promise.all(items.slice(at, at + size).map(work))))
  }
  return results
}
