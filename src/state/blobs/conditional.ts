import type { StoredRecord } from '../records/record-store.ts'
import { unusable } from '../unusable.ts'
import type { Blobs } from './access.ts'

/** Writes a blob in place of the one with this version, its ETag; null: unless there is one. False when it has changed. */
export async function writeUnchanged(
  blobs: Blobs,
  [part, name]: readonly [part: string, name: string],
  text: string,
  version: string | null,
): Promise<boolean> {
  const condition = version === null ? { onlyIfNew: true as const } : { onlyIfMatch: version }
  const { modified, etag } = await blobs.use(
    part,
    'strong',
    (store) => store.set(name, text, condition),
    'admin',
  )
  // The package reports a conditional write as done for any status, but only a real one has an ETag (https://github.com/netlify/primitives/issues/741).
  if (modified && !etag) throw unusable('Netlify Blobs did not write')
  return modified
}

/** How often a blob is read again that another process is writing. */
const READS = 5

/** A blob with its ETag. */
export async function readVersioned(
  blobs: Blobs,
  [part, name]: readonly [part: string, name: string],
): Promise<StoredRecord | null> {
  const read = () =>
    blobs.use(part, 'strong', (store) => store.getWithMetadata(name, { type: 'text' }), 'admin')
  const found = await read()
  if (!found) return null
  if (found.etag) return { text: found.data, version: found.etag }
  // The local emulation sends ETags only in lists, and none of a blob that is being written. First the ETag, so that a later change of the text is noticed.
  for (let attempt = 0; attempt < READS; attempt++) {
    const { blobs: listed } = await blobs.use(
      part,
      'strong',
      (store) => store.list({ prefix: name }),
      'admin',
    )
    const version = listed.find(({ key }) => key === name)?.etag
    const again = await read()
    if (!again) return null
    if (version) return { text: again.data, version }
  }
  throw unusable('Netlify Blobs sent no ETag')
}
