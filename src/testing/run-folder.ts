import { chmodSync, globSync, mkdtempSync, rmSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A folder of this run of the tests, for all that its workers write and share. */
    runFolder: string
  }
}

/** The memory that Linux offers as a folder: a small file there costs a fifth of the processor time of one on a disk. */
const MEMORY = '/dev/shm'

/** Less may fill up: a container has 64 MB unless it asks for more. */
const ENOUGH_BYTES = 2 ** 30

const DAY_MS = 86_400_000

export function setup({ provide }: TestProject): () => void {
  const place = hasMemory() ? MEMORY : tmpdir()
  for (const old of globSync(path.join(place, 'plimsoll-test-*'))) {
    // A run that was killed leaves its folder; one that ends now removes it under our eyes.
    const changed = statSync(old, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (changed < Date.now() - DAY_MS) remove(old)
  }
  const folder = mkdtempSync(path.join(place, 'plimsoll-test-'))
  // Tests as another user go through it.
  chmodSync(folder, 0o711)
  provide('runFolder', folder)
  return () => remove(folder)
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}

function hasMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= ENOUGH_BYTES
  } catch {
    return false
  }
}
