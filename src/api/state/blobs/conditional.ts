import { unusable } from '../unusable.ts'
import type { Blobs } from './access.ts'

/** Writes a blob unless there is one, also with several processes. False when there is one. */
export async function createBlob(
  blobs: Blobs,
  part: string,
  name: string,
  text: string,
): Promise<boolean> {
  return isDone(
    await blobs.use(part, 'strong', (store) => store.set(name, text, { onlyIfNew: true }), 'admin'),
  )
}

/** Writes a blob in place of the one with this ETag. False when it has changed or is gone. */
export async function replaceBlob(
  blobs: Blobs,
  part: string,
  name: string,
  { text, etag }: { text: string; etag: string },
): Promise<boolean> {
  const condition = { onlyIfMatch: etag }
  return isDone(
    await blobs.use(part, 'strong', (store) => store.set(name, text, condition), 'admin'),
  )
}

export function readBlob(blobs: Blobs, part: string, name: string): Promise<string | null> {
  return blobs.use(part, 'strong', (store) => store.get(name, { type: 'text' }), 'admin')
}

/** A blob with its ETag, for `replaceBlob`. */
export async function readTagged(
  blobs: Blobs,
  part: string,
  name: string,
): Promise<{ text: string; etag: string } | null> {
  const found = await blobs.use(
    part,
    'strong',
    (store) => store.getWithMetadata(name, { type: 'text' }),
    'admin',
  )
  if (!found) return null
  if (!found.etag) throw unusable('Netlify Blobs sent no ETag')
  return { text: found.data, etag: found.etag }
}

/** The package reports a conditional write as done for any status, but only a real one has an ETag (https://github.com/netlify/primitives/issues/741). */
function isDone({ modified, etag }: { modified: boolean; etag?: string }): boolean {
  if (modified && !etag) throw unusable('Netlify Blobs did not write')
  return modified
}
