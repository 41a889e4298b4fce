import type { RecordStore } from '../records/record-store.ts'
import { commandWithStateErrors, type RedisCommand } from './command.ts'

/** How long a write waits for a replica to confirm it. */
const CONFIRM_MS = 200

/** When none confirmed a write, the next ones do not wait for so long: others wait behind them on the same connection. */
const PAUSE_MS = 5_000

/**
 * Records of which a write is done when a replica has it too, so that it survives the end of the primary. While no replica confirms, such as
 * after a failover, the primary alone counts; `min-replicas-to-write` in the settings of Redis refuses writes then.
 */
export function withReplicas(
  records: RecordStore,
  command: RedisCommand,
  now: () => number,
): RecordStore {
  const send = commandWithStateErrors(command)
  let pausedAt = Number.NEGATIVE_INFINITY
  return {
    ...records,
    async write(writes, options) {
      const isWritten = await records.write(writes, options)
      // The clock may be set back.
      if (isWritten && Math.abs(now() - pausedAt) >= PAUSE_MS) {
        if (Number(await send(['WAIT', 1, CONFIRM_MS])) === 0) pausedAt = now()
      }
      return isWritten
    },
  }
}
