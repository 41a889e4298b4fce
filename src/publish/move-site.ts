import {
  cpSync,
  existsSync,
  globSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { compactHtml } from './compact-html.ts'

/** Rewrites every page in `dir` with fewer bytes (`compactHtml`). */
export function compactPages(dir: string): void {
  for (const entry of globSync('**/*.html', { cwd: dir, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = path.join(entry.parentPath, entry.name)
    writeFileSync(file, compactHtml(readFileSync(file, 'utf8')))
  }
}

/**
 * Moves the contents of `from` into `to`. Renames what it can: copying ten thousand pages and deleting them again takes longer
 * than making them. Copies what is already there in `to`, and everything when the two are on different disks.
 */
export function moveContents(from: string, to: string): void {
  for (const name of readdirSync(from)) {
    const [source, target] = [path.join(from, name), path.join(to, name)]
    if (existsSync(target) || !renamed(source, target)) cpSync(source, target, { recursive: true })
  }
}

function renamed(source: string, target: string): boolean {
  try {
    renameSync(source, target)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EXDEV') return false
    throw error
  }
}
