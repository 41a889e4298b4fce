import type { FullState } from '../full-state.ts'
import type { RecordStore } from '../records/record-store.ts'
import { createRecords } from '../records/records.ts'
import { commandWithStateErrors, PREFIX, type RedisCommand, scriptRunner } from './command.ts'
import { withMovedRecords } from './move-records.ts'
import { redisRecords } from './records.ts'
import { createRedisState } from './store.ts'

/** How long a write waits for a replica to confirm it. */
const CONFIRM_MS = 200

/** When none confirmed a write, the next ones do not wait for so long: others wait behind them on the same connection. */
const PAUSE_MS = 5_000

/** KEYS: the lease. ARGV: who asks, and for how many milliseconds. It ends by the clock of Redis. */
const LEASE = `local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`

/** State, accounts and webhooks in Redis. `hasReplicas`: a change of records is confirmed by one of them. */
export function createRedisFullState(
  command: RedisCommand,
  end: () => Promise<void>,
  now: () => number,
  hasReplicas = false,
): FullState {
  const { forgetUsage, ...state } = createRedisState(command, end)
  const records = redisRecords(command)
  const safe = hasReplicas ? withReplicas(records, command, now) : records
  const runLease = scriptRunner(LEASE, command)
  return {
    ...state,
    ...createRecords(withMovedRecords(command, safe, now), forgetUsage),
    leaseSending: async (holder, _, ms) =>
      Number(await runLease([`${PREFIX}sending`], [holder, ms])) === 1,
  }
}

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
