import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** What decides what a run writes and a deploy serves: our code, data and settings, and the versions of the code of others. */
const FOLDERS = ['data', 'functions', 'public', 'src']
const FILES = ['astro.config.mjs', 'netlify.toml', 'package-lock.json', 'package.json']

/** Tests, what only they use, stores, and the copy of the history of the adapters. */
const LEFT_OUT = /\.test\.ts$|\/fixtures\/|^src\/testing\/|\.sqlite|^data\/adapters\.git/

/** SHA-256 of the code and reviewed data of the project, so that a run knows when nothing can have changed. */
export function codeFingerprint(root: string): string {
  const hash = createHash('sha256')
  const found = FOLDERS.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))),
  )
  for (const name of [...FILES, ...found.map((name) => name.replaceAll('\\', '/')).sort()]) {
    if (LEFT_OUT.test(name)) continue
    hash.update(`${name}\0`).update(readFileSync(path.join(root, name)))
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
