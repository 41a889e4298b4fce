import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Folders whose content decides what a run writes. */
const FOLDERS = ['src', 'data']
const ENDINGS = ['.ts', '.astro', '.css', '.sql', '.json']

/** SHA-256 of the code and reviewed data below the project's root, so that a run knows when nothing can have changed. */
export function codeFingerprint(root: string): string {
  const hash = createHash('sha256')
  for (const folder of FOLDERS) {
    const names = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).sort()
    for (const name of names) {
      if (!ENDINGS.some((ending) => name.endsWith(ending)) || name.includes('.test.')) continue
      hash.update(`${folder}/${name}\0`).update(readFileSync(path.join(root, folder, name)))
    }
  }
  return hash.digest('hex')
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
