import { cpSync, existsSync, readdirSync, renameSync } from 'node:fs'
import path from 'node:path'

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
