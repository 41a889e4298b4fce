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
  if (found.etag) return { text: found.data, etag: found.etag }
  return readListed(blobs, part, name)
}

/** How often a blob is read again that another process is writing. */
const READS = 5

/** The local emulation sends ETags only in lists, and none of a blob that is being written. First the ETag, so that a later change of the text is noticed. */
async function readListed(
  blobs: Blobs,
  part: string,
  name: string,
): Promise<{ text: string; etag: string } | null> {
  for (let attempt = 0; attempt < READS; attempt++) {
    const { blobs: listed } = await blobs.use(
      part,
      'strong',
      (store) => store.list({ prefix: name }),
      'admin',
    )
    const etag = listed.find(({ key }) => key === name)?.etag
    const text = await readBlob(blobs, part, name)
    if (text === null) return null
    if (etag) return { text, etag }
  }
  throw unusable('Netlify Blobs sent no ETag')
}

/** The package reports a conditional write as done for any status, but only a real one has an ETag (https://github.com/netlify/primitives/issues/741). */
function isDone({ modified, etag }: { modified: boolean; etag?: string }): boolean {
  if (modified && !etag) throw unusable('Netlify Blobs did not write')
  return modified
}
