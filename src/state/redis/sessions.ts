import { parseJson } from '../../domain/json.ts'
import { parseSession } from '../account-records.ts'
import type { AccountStore, SessionRecord } from '../account-store.ts'
import {
  commandWithStateErrors,
  PREFIX,
  type RedisCommand,
  scriptRunner,
  textsOf,
} from './store.ts'

type RedisSessions = Pick<
  AccountStore,
  'insertSession' | 'findSession' | 'deleteSession' | 'deleteSessions' | 'spend' | 'markSecret'
>

const SECRET_MARK = `${PREFIX}secret`

/** Kept longer than asked, in case the clock of Redis is ahead. */
const SLACK_MS = 60_000

/**
 * KEYS: session, the account's sessions. ARGV: digest, record, milliseconds to live, its start, its end, and how many the account may
 * have. Returns the digests of those beyond, the first to end first.
 */
const INSERT = `redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', ARGV[4])
redis.call('ZADD', KEYS[2], ARGV[5], ARGV[1])
if redis.call('PTTL', KEYS[2]) < tonumber(ARGV[3]) then redis.call('PEXPIRE', KEYS[2], ARGV[3]) end
local beyond = redis.call('ZCARD', KEYS[2]) - tonumber(ARGV[6])
if beyond <= 0 then return {} end
return redis.call('ZRANGE', KEYS[2], 0, beyond - 1)`

/** Sessions, which expire by themselves, names that were spent, and the mark of the secret. */
export function redisSessions(command: RedisCommand): RedisSessions {
  const send = commandWithStateErrors(command)
  const runInsert = scriptRunner(INSERT, command)

  /** First the sessions, so that none outlives "sign out everywhere". */
  async function endAll(accountId: string, digests: string[]): Promise<void> {
    if (digests.length === 0) return
    await send(['DEL', ...digests.map(sessionKey)])
    await send(['ZREM', sessionsKey(accountId), ...digests])
  }

  return {
    async insertSession(record, most) {
      const start = Date.parse(record.createdAt)
      const end = Date.parse(record.expiresAt)
      const lifetime = Math.max(0, end - start) + SLACK_MS
      const names = [sessionKey(record.digest), sessionsKey(record.accountId)]
      const values = [record.digest, JSON.stringify(record), lifetime, start, end, most]
      const beyond = textsOf(await runInsert(names, values))
      await endAll(
        record.accountId,
        beyond.filter((digest) => digest !== record.digest),
      )
    },
    async findSession(digest, now) {
      const text = await send(['GET', sessionKey(digest)])
      return typeof text === 'string' ? parseSession(parseJson(text), now) : null
    },
    async deleteSession(digest) {
      const text = await send(['GET', sessionKey(digest)])
      if (typeof text !== 'string') return
      await send(['DEL', sessionKey(digest)])
      const record = parseSession(parseJson(text), Number.NEGATIVE_INFINITY)
      if (record) await send(['ZREM', sessionsKey(record.accountId), digest])
    },
    async deleteSessions(accountId) {
      await endAll(accountId, textsOf(await send(['ZRANGE', sessionsKey(accountId), 0, -1])))
    },
    async spend(name, until, now) {
      const lifetime = Math.max(0, until - now) + SLACK_MS
      const done = await send([
        'SET',
        `${PREFIX}spent:${name}`,
        '1',
        'NX',
        'PX',
        Math.ceil(lifetime),
      ])
      return done === 'OK'
    },
    async markSecret(mark) {
      await send(['SET', SECRET_MARK, mark, 'NX'])
      const stored = await send(['GET', SECRET_MARK])
      return typeof stored === 'string' ? stored : mark
    },
  }
}

export function sessionKey(digest: SessionRecord['digest']): string {
  return `${PREFIX}session:${digest}`
}

/** Digests of an account's sessions by the time of their end. */
export function sessionsKey(accountId: string): string {
  return `${PREFIX}sessions:${accountId}`
}
