import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** What decides what a run writes: our code, data and assets, and the versions of the code of others. */
const FOLDERS = ['src', 'data', 'public']
const ENDINGS = /\.(ts|astro|css|sql|json|md|mdx|svg|png|ico|woff2|txt)$/
const FILES = ['astro.config.mjs', 'package-lock.json']

/** SHA-256 of the code and reviewed data of the project, so that a run knows when nothing can have changed. */
export function codeFingerprint(root: string): string {
  const hash = createHash('sha256')
  for (const name of FILES) hash.update(`${name}\0`).update(readFileSync(path.join(root, name)))
  for (const folder of FOLDERS) {
    const names = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).sort()
    for (const name of names) {
      if (!ENDINGS.test(name) || name.includes('.test.')) continue
      hash.update(`${folder}/${name}\0`).update(readFileSync(path.join(root, folder, name)))
    }
  }
  return hash.digest('hex')
}

/** What a version of the methodology stands for, as `data/methodology.versions.json` lists it: its content without the day of publication. */
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
