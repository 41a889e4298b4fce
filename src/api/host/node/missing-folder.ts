import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** Longer than it takes to put one folder in the place of another, also on a busy disk. */
const SWAP_MS = 1_000

/** How often a folder that is away is looked for. */
const LOOK_MS = 25

/**
 * For whoever misses a file: false at once while the published folder is there. A publish takes it away for a moment, which
 * is waited out; when nobody puts one in its place, as after a publish that was killed, `recover` may. Then true.
 */
export function awaitFolder(
  distDir: string,
  recover: () => void,
  swapMs: number = SWAP_MS,
): () => Promise<boolean> {
  const root = path.resolve(distDir)
  let waiting: Promise<boolean> | null = null
  let wasLost = false

  async function wait(): Promise<boolean> {
    const ends = performance.now() + (wasLost ? 0 : swapMs)
    while (!existsSync(root) && performance.now() < ends) await pause(LOOK_MS)
    if (!existsSync(root)) recover()
    // A folder that stays away is not waited for by every request.
    wasLost = !existsSync(root)
    return true
  }

  return () => {
    if (existsSync(root)) {
      wasLost = false
      return Promise.resolve(false)
    }
    waiting ??= wait().finally(() => {
      waiting = null
    })
    return waiting
  }
}
