import { parseAccount } from '../account-records.ts'
import type { AccountStore } from '../account-store.ts'
import { byCreation } from '../key-record.ts'
import { unusable } from '../unusable.ts'
import type { WebhookStore } from '../webhook-store.ts'
import { redisSessions, sessionKey, sessionsKey } from './sessions.ts'
import {
  commandWithStateErrors,
  IDS,
  metersKey,
  PREFIX,
  pairsOf,
  type RedisCommand,
  readKey,
  recordKey,
  scriptRunner,
  textsOf,
  workingKey,
} from './store.ts'
import { webhooksOf } from './webhook-names.ts'
import { createRedisWebhooks } from './webhooks.ts'

const ACCOUNTS = `${PREFIX}accounts`
const ACCOUNT_FIELDS = ['id', 'wallet', 'plan', 'createdAt'] as const

/** How often a change starts again because keys or sessions were added meanwhile. */
const ATTEMPTS = 5

/** KEYS: account, accounts. ARGV: id, then fields and values. */
const OPEN = `if redis.call('EXISTS', KEYS[1]) == 0 then redis.call('HSET', KEYS[1], unpack(ARGV, 2)) end
return redis.call('SADD', KEYS[2], ARGV[1])`

/**
 * KEYS: account, its keys, its working keys, ids, record. ARGV: most, id, digest, then fields and values of the record. Returns 1, 0 when
 * there are too many, -1 without an account, and -2 for a known id or digest.
 */
const INSERT_KEY = `if redis.call('EXISTS', KEYS[1]) == 0 then return -1 end
if redis.call('SCARD', KEYS[3]) >= tonumber(ARGV[1]) then return 0 end
if redis.call('HEXISTS', KEYS[4], ARGV[2]) == 1 or redis.call('EXISTS', KEYS[5]) == 1 then return -2 end
redis.call('HSET', KEYS[2], ARGV[2], ARGV[3])
redis.call('SADD', KEYS[3], ARGV[2])
redis.call('HSET', KEYS[4], ARGV[2], ARGV[3])
redis.call('HSET', KEYS[5], unpack(ARGV, 4))
return 1`

/** KEYS: account, its keys, then their records. ARGV: plan. Returns 1, 0 without an account, and -1 when the records are not all. */
const GRANT = `if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
if redis.call('HLEN', KEYS[2]) ~= #KEYS - 2 then return -1 end
redis.call('HSET', KEYS[1], 'plan', ARGV[1])
for at = 3, #KEYS do redis.call('HSET', KEYS[at], 'plan', ARGV[1]) end
return 1`

/**
 * KEYS: account, its keys, its sessions, its meters, accounts, ids, its webhooks, then all that is to be deleted. ARGV: the number of keys, sessions and
 * meters that were listed, the id of the account, then those of the keys. Returns 1, 0 without an account, and -1 when the list is not all or
 * it has a webhook.
 */
const DELETE = `if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
if redis.call('HLEN', KEYS[2]) ~= tonumber(ARGV[1]) or redis.call('ZCARD', KEYS[3]) ~= tonumber(ARGV[2])
  or redis.call('SCARD', KEYS[4]) ~= tonumber(ARGV[3]) or redis.call('SCARD', KEYS[7]) > 0 then return -1 end
redis.call('SREM', KEYS[5], ARGV[4])
for at = 5, #ARGV do redis.call('HDEL', KEYS[6], ARGV[at]) end
for at = 1, 4 do redis.call('DEL', KEYS[at]) end
for at = 8, #KEYS do redis.call('DEL', KEYS[at]) end
return 1`

/** Accounts and webhooks in Redis. Where two things must hold together, one script checks and changes them. */
export function createRedisAccounts(command: RedisCommand): AccountStore & WebhookStore {
  const send = commandWithStateErrors(command)
  const webhooks = createRedisWebhooks(command)
  const runOpen = scriptRunner(OPEN, command)
  const runInsertKey = scriptRunner(INSERT_KEY, command)
  const runGrant = scriptRunner(GRANT, command)
  const runDelete = scriptRunner(DELETE, command)

  async function findAccount(id: string) {
    const values = textsOf(await send(['HMGET', accountKey(id), ...ACCOUNT_FIELDS]))
    if (values.every((value) => value === '')) return null
    return parseAccount(Object.fromEntries(ACCOUNT_FIELDS.map((field, at) => [field, values[at]])))
  }

  const listAll = async (...args: (string | number)[]) => textsOf(await send(args))

  return {
    ...redisSessions(command),
    ...webhooks,
    findAccount,
    async openAccount(record) {
      const pairs = ACCOUNT_FIELDS.flatMap((field) => [field, record[field]])
      await runOpen([accountKey(record.id), ACCOUNTS], [record.id, ...pairs])
      return (await findAccount(record.id)) ?? record
    },
    async listAccounts() {
      const found = await Promise.all((await listAll('SMEMBERS', ACCOUNTS)).map(findAccount))
      return found.flatMap((account) => account ?? []).sort(byCreation)
    },
    async grantAccount(id, plan) {
      const isThere = await repeated(async () => {
        const records = (await listAll('HVALS', keysKey(id))).map(recordKey)
        return runGrant([accountKey(id), keysKey(id), ...records], [plan])
      })
      return isThere ? findAccount(id) : null
    },
    deleteAccount: (id) =>
      repeated(async () => {
        for (const hook of await listAll('SMEMBERS', webhooksOf(id)))
          await webhooks.deleteWebhook(hook)
        const [keys, sessions, meters] = await Promise.all([
          listAll('HGETALL', keysKey(id)),
          listAll('ZRANGE', sessionsKey(id), 0, -1),
          listAll('SMEMBERS', metersKey(id)),
        ])
        const ids = keys.filter((_, at) => at % 2 === 0)
        const records = keys.filter((_, at) => at % 2 === 1).map(recordKey)
        const gone = [workingKey(id), ...records, ...sessions.map(sessionKey), ...meters]
        const parts = [accountKey(id), keysKey(id), sessionsKey(id), metersKey(id), ACCOUNTS, IDS]
        parts.push(webhooksOf(id))
        const sizes = [ids.length, sessions.length, meters.length]
        return runDelete([...parts, ...gone], [...sizes, id, ...ids])
      }),
    async insertAccountKey(record, most) {
      const { accountId, id, digest } = record
      const names = [accountKey(accountId), keysKey(accountId), workingKey(accountId)]
      const values = [most, id, digest, ...pairsOf(record)]
      const done = Number(await runInsertKey([...names, IDS, recordKey(digest)], values))
      if (done === -1) throw unusable('the account was deleted')
      if (done === -2) throw unusable('it already holds a key with this id or digest')
      return done === 1
    },
    async listAccountKeys(accountId) {
      const digests = await listAll('HVALS', keysKey(accountId))
      const records = await Promise.all(digests.map((digest) => readKey(send, digest)))
      return records.flatMap((record) => record ?? []).sort(byCreation)
    },
  }
}

/** Runs `attempt` again while it answers -1. False when it answers 0. */
async function repeated(attempt: () => Promise<unknown>): Promise<boolean> {
  for (let n = 0; n < ATTEMPTS; n++) {
    const done = Number(await attempt())
    if (done !== -1) return done === 1
  }
  throw unusable('the account changes all the time')
}

function accountKey(id: string): string {
  return `${PREFIX}account:${id}`
}

/** Digests of an account's keys by id. */
function keysKey(accountId: string): string {
  return `${PREFIX}account-keys:${accountId}`
}
