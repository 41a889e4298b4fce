import type { FullState } from '../full-state.ts'
import { createRecords } from '../records/records.ts'
import type { RedisCommand } from './command.ts'
import { withMovedRecords } from './move-records.ts'
import { redisRecords } from './records.ts'
import { createRedisState } from './store.ts'

/** State, accounts and webhooks in Redis. */
export function createRedisFullState(
  command: RedisCommand,
  end: () => Promise<void>,
  now: () => number,
): FullState {
  const { forgetUsage, ...state } = createRedisState(command, end)
  const store = withMovedRecords(command, redisRecords(command), now)
  return { ...state, ...createRecords(store, forgetUsage) }
}
