import { parseJson } from '../../domain/json.ts'
import { byCreation } from '../key-record.ts'
import { unusable } from '../unusable.ts'
import { isUnseen, PAGE, parseWebhook } from '../webhook-records.ts'
import type { WebhookRecord, WebhookStore } from '../webhook-store.ts'
import { redisDeliveries } from './deliveries.ts'
import {
  commandWithStateErrors,
  PREFIX,
  type RedisCommand,
  scriptRunner,
  textsOf,
} from './store.ts'
import { deliveriesOf, deliveryKey, waitingOf, webhookKey, webhooksOf } from './webhook-names.ts'

const WEBHOOKS = `${PREFIX}webhooks`
const FIELDS = [
  'id',
  'accountId',
  'url',
  'watch',
  'createdAt',
  'seenSnapshot',
  'seenDay',
  'stopped',
  'provedUrl',
  'lastProof',
] as const

/**
 * KEYS: account, its webhooks, all webhooks, webhook. ARGV: most, id, then fields and values. Returns 1, 0 when there are too many, and
 * -1 without an account.
 */
const INSERT = `if redis.call('EXISTS', KEYS[1]) == 0 then return -1 end
if redis.call('SCARD', KEYS[2]) >= tonumber(ARGV[1]) then return 0 end
redis.call('SADD', KEYS[2], ARGV[2])
redis.call('SADD', KEYS[3], ARGV[2])
redis.call('HSET', KEYS[4], unpack(ARGV, 3))
return 1`

/** KEYS: webhook. ARGV: fields and values. */
const UPDATE = `if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
redis.call('HSET', KEYS[1], unpack(ARGV))
return 1`

/** KEYS: webhook, all webhooks, its deliveries, those that wait. ARGV: id, then the starts of two names. */
const DELETE = `local account = redis.call('HGET', KEYS[1], 'accountId')
if not account then return 0 end
for _, id in ipairs(redis.call('ZRANGE', KEYS[3], 0, -1)) do
  redis.call('DEL', ARGV[3] .. id)
end
redis.call('SREM', ARGV[2] .. account, ARGV[1])
redis.call('SREM', KEYS[2], ARGV[1])
redis.call('DEL', KEYS[1], KEYS[3], KEYS[4])
return 1`

/** Webhooks in Redis. */
export function createRedisWebhooks(command: RedisCommand): WebhookStore {
  const send = commandWithStateErrors(command)
  const runInsert = scriptRunner(INSERT, command)
  const runUpdate = scriptRunner(UPDATE, command)
  const runDelete = scriptRunner(DELETE, command)

  async function find(id: string): Promise<WebhookRecord | null> {
    const values = textsOf(await send(['HMGET', webhookKey(id), ...FIELDS]))
    if (values.every((value) => value === '')) return null
    const fields = Object.fromEntries(FIELDS.map((field, at) => [field, values[at] ?? '']))
    const { watch = '', provedUrl = '', lastProof = '' } = fields
    const stopped = fields.stopped === '' ? null : fields.stopped
    return parseWebhook({
      ...{ ...fields, stopped, watch: parseJson(watch) },
      // Absent in a record of an earlier version.
      provedUrl: provedUrl === '' ? undefined : parseJson(provedUrl),
      lastProof: lastProof === '' ? null : parseJson(lastProof),
    })
  }

  /** Some members of a set, and where the next ones begin. */
  async function scan(set: string, cursor: string | null) {
    const reply = await send(['SSCAN', set, cursor ?? '0', 'COUNT', PAGE])
    const [next = '0', members] = Array.isArray(reply) ? reply : []
    return { members: textsOf(members), next: String(next) === '0' ? null : String(next) }
  }

  async function listed(set: string): Promise<WebhookRecord[]> {
    const ids = textsOf(await send(['SMEMBERS', set]))
    const found = await Promise.all(ids.map(find))
    return found.flatMap((record) => record ?? []).sort(byCreation)
  }

  return {
    ...redisDeliveries(command, (cursor) => scan(WEBHOOKS, cursor)),
    async insertWebhook(record, most) {
      const { id, accountId } = record
      const account = `${PREFIX}account:${accountId}`
      const names = [account, webhooksOf(accountId), WEBHOOKS, webhookKey(id)]
      const done = Number(await runInsert(names, [most, id, ...pairsOf(record)]))
      if (done === -1) throw unusable('the account was deleted')
      return done === 1
    },
    async unseenWebhooks(snapshot, cursor) {
      const { members, next } = await scan(WEBHOOKS, cursor)
      const found = await Promise.all(members.map(find))
      const webhooks = found.flatMap((one) => (one && isUnseen(one, snapshot) ? one : []))
      return { webhooks, next }
    },
    findWebhook: find,
    listWebhooks: () => listed(WEBHOOKS),
    listAccountWebhooks: (accountId) => listed(webhooksOf(accountId)),
    async updateWebhook(id, change) {
      const pairs = pairsOf(change)
      if (pairs.length > 0) await runUpdate([webhookKey(id)], pairs)
      return find(id)
    },
    async deleteWebhook(id) {
      const names = [webhookKey(id), WEBHOOKS, deliveriesOf(id), waitingOf(id)]
      return Number(await runDelete(names, [id, webhooksOf(''), deliveryKey('')])) === 1
    },
  }
}

/** Fields that are given, with their values, one after the other. */
function pairsOf(record: Partial<WebhookRecord>): string[] {
  return FIELDS.flatMap((field) => {
    const value = record[field]
    if (value === undefined) return []
    // Null is not absence.
    if (field === 'provedUrl') return [field, JSON.stringify(value)]
    return [field, typeof value === 'object' && value ? JSON.stringify(value) : (value ?? '')]
  })
}
