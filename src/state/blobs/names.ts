import type { Blobs } from './access.ts'

/** Names of the blobs of a store that start with `prefix`. */
export async function listNames(blobs: Blobs, part: string, prefix: string): Promise<string[]> {
  const { blobs: listed } = await blobs.use(
    part,
    'strong',
    (store) => store.list({ prefix }),
    'admin',
  )
  return listed.map(({ key }) => key)
}

export async function deleteBlobs(
  blobs: Blobs,
  part: string,
  names: readonly string[],
): Promise<void> {
  for (const name of names) await blobs.use(part, 'strong', (store) => store.delete(name), 'admin')
}
