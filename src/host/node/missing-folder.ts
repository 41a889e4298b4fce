import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** Longer than it takes to replace the folder, also on a busy disk. */
const SWAP_MS = 1_000

/** How often a missing folder is checked. */
const LOOK_MS = 25

/**
 * Call it when a file is missing. False at once while the published folder exists. A publish removes the folder for a moment:
 * waits for the new one, calls `recover` when none appears, as after a publish that was killed, and then returns true.
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
    // Only the first request waits for a folder that stays missing.
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
