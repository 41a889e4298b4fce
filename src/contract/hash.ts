import { createHash } from 'node:crypto'

/** Identifies a version of the methodology, as `data/methodology.versions.json` lists it: its content without the day of publication. */
export function methodologyHash({ publishedOn: _, ...content }: { publishedOn: string }): string {
  return sha256(canonical(content))
}

/** JSON with sorted keys and without spaces. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

export function sha256(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex')
}

/** The id that git gives to a file of this content; 40 hex digits, or 64 in a repository that uses SHA-256. */
export function gitBlobId(text: string, length: number): string {
  const algorithm = length === 64 ? 'sha256' : 'sha1'
  return createHash(algorithm)
    .update(`blob ${Buffer.byteLength(text)}\0${text}`)
    .digest('hex')
}
