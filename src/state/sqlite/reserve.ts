import { randomFillSync } from 'node:crypto'
import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs'

/** Enough to open the file and change a few keys. */
const RESERVE_BYTES = 1_048_576

/**
 * Reserves disk space in a file beside the state file. On a full disk it is freed for changes to keys, so that a stolen key can
 * still be revoked. Does nothing when there is no space left.
 */
export function keepReserve(file: string): void {
  const reserve = reserveOf(file)
  if (statSync(reserve, { throwIfNoEntry: false })?.size === RESERVE_BYTES) return
  try {
    // Random bytes: a file system that compresses would not reserve space for zeros.
    writeFileSync(reserve, randomFillSync(Buffer.alloc(RESERVE_BYTES)), { mode: 0o600 })
  } catch {
    spendReserve(file)
  }
}

/** Frees the reserved space; false when there was none. */
export function spendReserve(file: string): boolean {
  const reserve = reserveOf(file)
  if (!existsSync(reserve)) return false
  rmSync(reserve, { force: true })
  return true
}

function reserveOf(file: string): string {
  return `${file}-reserve`
}
