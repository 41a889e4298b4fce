import { randomFillSync } from 'node:crypto'
import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs'

/** Enough to open the file and change a few keys. */
const RESERVE_BYTES = 1_048_576

/**
 * Keeps a file beside the state file whose room a full disk gives to changes of keys, so that a stolen key can be revoked.
 * Where there is no room for it any more nothing happens.
 */
export function keepReserve(file: string): void {
  const reserve = reserveOf(file)
  if (statSync(reserve, { throwIfNoEntry: false })?.size === RESERVE_BYTES) return
  try {
    // Noise, since a file system that compresses would give zeros no room.
    writeFileSync(reserve, randomFillSync(Buffer.alloc(RESERVE_BYTES)), { mode: 0o600 })
  } catch {
    spendReserve(file)
  }
}

/** Gives the room of the reserve back to the disk; false when there was none. */
export function spendReserve(file: string): boolean {
  const reserve = reserveOf(file)
  if (!existsSync(reserve)) return false
  rmSync(reserve, { force: true })
  return true
}

function reserveOf(file: string): string {
  return `${file}-reserve`
}
