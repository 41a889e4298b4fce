import { decodeKey, keyName } from '../key-record.ts'
import type { RecordStore, RecordWrite } from '../records/record-store.ts'
import { type Blobs, placeOf } from './access.ts'
import { readVersioned, writeUnchanged } from './conditional.ts'
import type { KeyCache } from './key-cache.ts'
import { listNames } from './names.ts'

/** Blobs that are read, written or deleted at the same time. */
const AT_ONCE = 20

/** Records in Netlify Blobs. Every read is strong. */
export function blobsRecords(blobs: Blobs, cache: Pick<KeyCache, 'remember'>): RecordStore {
  /** False when the version differs. */
  async function writeOne({ name, text, version }: RecordWrite): Promise<boolean> {
    const [part, blob] = placeOf(name)
    if (version !== undefined) {
      // Blobs deletes without a condition only, so an empty text takes the place of what is deleted by its version.
      return writeUnchanged(blobs, [part, blob], text ?? '', version)
    }
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
    read: (names) => inGroups(names, AT_ONCE, (name) => readVersioned(blobs, placeOf(name))),
    async list(prefix, page) {
      const [part, start] = placeOf(prefix)
      const listed = await listNames(blobs, part, start)
      const names = listed.map((blob) => `${part}/${blob}`).sort()
      if (!page) return names
      return names.filter((name) => name > (page.after ?? '')).slice(0, page.most)
    },
    async write(writes, { inAnyOrder = false } = {}) {
      const first = inAnyOrder ? writes.slice(0, -1) : []
      const done = await inGroups(first, AT_ONCE, write)
      if (done.includes(false)) return false
      for (const one of writes.slice(first.length)) {
        if (!(await write(one))) return false
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
