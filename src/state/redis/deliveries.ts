import { parseJson } from '../../domain/json.ts'
import {
  byWebhook,
  MAX_WAITING,
  parseDelivery,
  pushedOut,
  SETTLED_KEPT_MS,
  TURN,
  turnOf,
} from '../webhook-records.ts'
import type { DeliveryRecord, WebhookStore } from '../webhook-store.ts'
import { commandWithStateErrors, type RedisCommand, scriptRunner, textsOf } from './store.ts'
import { deliveriesOf, deliveryKey, waitingOf, webhookKey } from './webhook-names.ts'

type RedisDeliveries = Pick<
  WebhookStore,
  | 'countWaiting'
  | 'addDeliveries'
  | 'dueDeliveries'
  | 'leaseDelivery'
  | 'settleDelivery'
  | 'listDeliveries'
>

const FIELDS = ['id', 'webhookId', 'alert', 'status', 'attempts', 'dueAt', 'lastAttempt'] as const

/** Deliveries of one script: each has 15 arguments, and Lua unpacks a few thousand. */
const BATCH = 100

/**
 * KEYS: webhook, its deliveries, those that wait. ARGV: start of the names of deliveries, how long a settled one is
 * kept, most waiting, the last attempt of one that is given up, then of each delivery its id, and fields and values. Deliveries of
 * a webhook are numbered; of the oldest, those that expired are forgotten.
 */
const ADD = `if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
local start, kept = ARGV[1], ARGV[2]
for at = 5, #ARGV, ${1 + 2 * FIELDS.length} do
  local id = ARGV[at]
  if redis.call('EXISTS', start .. id) == 0 then
    local number = redis.call('HINCRBY', KEYS[1], 'deliveries', 1)
    redis.call('HSET', start .. id, unpack(ARGV, at + 1, at + ${2 * FIELDS.length}))
    redis.call('ZADD', KEYS[2], number, id)
    redis.call('ZADD', KEYS[3], number, id)
  end
end
local surplus = redis.call('ZCARD', KEYS[3]) - tonumber(ARGV[3])
if surplus > 0 then
  for _, id in ipairs(redis.call('ZRANGE', KEYS[3], 0, surplus - 1)) do
    redis.call('HSET', start .. id, 'status', 'given-up', 'lastAttempt', ARGV[4])
    redis.call('PEXPIRE', start .. id, kept)
    redis.call('ZREM', KEYS[3], id)
  end
end
for _, id in ipairs(redis.call('ZRANGE', KEYS[2], 0, 99)) do
  if redis.call('EXISTS', start .. id) == 1 then break end
  redis.call('ZREM', KEYS[2], id)
end
return 1`

/**
 * KEYS: those that wait, of some webhooks. ARGV: start of the names of deliveries, now, most of one webhook. Returns ids of the oldest
 * ones of each webhook whose oldest is due.
 */
const HEADS = `local found = {}
for _, waiting in ipairs(KEYS) do
  local ids = redis.call('ZRANGE', waiting, 0, ARGV[3] - 1)
  local due = ids[1] and redis.call('HGET', ARGV[1] .. ids[1], 'dueAt')
  if due and tonumber(due) <= tonumber(ARGV[2]) then
    for _, id in ipairs(ids) do found[#found + 1] = id end
  end
end
return found`

/** KEYS: delivery. ARGV: now, until. */
const LEASE = `local status, due = unpack(redis.call('HMGET', KEYS[1], 'status', 'dueAt'))
if status ~= 'waiting' or tonumber(due) > tonumber(ARGV[1]) then return 0 end
redis.call('HSET', KEYS[1], 'dueAt', ARGV[2])
return 1`

/** KEYS: delivery. ARGV: id, status, attempts, due time, last attempt, how long it is kept, start of the names of waiting ones. */
const SETTLE = `local status, webhook = unpack(redis.call('HMGET', KEYS[1], 'status', 'webhookId'))
if not status or (status ~= 'waiting' and ARGV[2] ~= 'delivered') then return 0 end
redis.call('HSET', KEYS[1], 'status', ARGV[2], 'attempts', ARGV[3], 'dueAt', ARGV[4], 'lastAttempt', ARGV[5])
if ARGV[2] == 'waiting' then return 1 end
redis.call('ZREM', ARGV[7] .. webhook, ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[6])
return 1`

/** Alerts on their way; each that is settled expires by itself. */
export function redisDeliveries(
  command: RedisCommand,
  scanWebhooks: (cursor: string | null) => Promise<{ members: string[]; next: string | null }>,
): RedisDeliveries {
  const send = commandWithStateErrors(command)
  const runHeads = scriptRunner(HEADS, command)
  const runAdd = scriptRunner(ADD, command)
  const runLease = scriptRunner(LEASE, command)
  const runSettle = scriptRunner(SETTLE, command)

  async function readAll(ids: string[]): Promise<DeliveryRecord[]> {
    const replies = await Promise.all(ids.map((id) => send(['HMGET', deliveryKey(id), ...FIELDS])))
    return replies.flatMap((reply) => deliveryOf(reply) ?? [])
  }

  return {
    async addDeliveries(deliveries, now) {
      const given = JSON.stringify(pushedOut(now).lastAttempt)
      const limits = [deliveryKey(''), SETTLED_KEPT_MS, MAX_WAITING, given]
      for (const [webhookId, own] of byWebhook(deliveries)) {
        const names = [webhookKey(webhookId), deliveriesOf(webhookId), waitingOf(webhookId)]
        for (let at = 0; at < own.length; at += BATCH) {
          const batch = own.slice(at, at + BATCH)
          const values = batch.flatMap((one) => [one.id, ...pairsOf(one)])
          await runAdd(names, [...limits, ...values])
        }
      }
    },
    async dueDeliveries(now, cursor) {
      const { members, next } = await scanWebhooks(cursor)
      if (members.length === 0) return { due: [], next }
      const ids = await runHeads(members.map(waitingOf), [deliveryKey(''), now, TURN])
      const oldest = byWebhook(await readAll(textsOf(ids)))
      return { due: [...oldest.values()].flatMap((own) => turnOf(own, now)), next }
    },
    async leaseDelivery(id, now, until) {
      return Number(await runLease([deliveryKey(id)], [now, until])) === 1
    },
    async settleDelivery(id, { status, attempts, dueAt, lastAttempt }) {
      const last = lastAttempt ? JSON.stringify(lastAttempt) : ''
      const values = [id, status, attempts, dueAt, last, SETTLED_KEPT_MS, waitingOf('')]
      await runSettle([deliveryKey(id)], values)
    },
    countWaiting: async (webhookId) => Number(await send(['ZCARD', waitingOf(webhookId)])),
    async listDeliveries(webhookId, most) {
      return readAll(textsOf(await send(['ZREVRANGE', deliveriesOf(webhookId), 0, most - 1])))
    },
  }
}

function pairsOf({ alert, lastAttempt, ...rest }: DeliveryRecord): (string | number)[] {
  const last = lastAttempt ? JSON.stringify(lastAttempt) : ''
  const texts = { ...rest, alert: JSON.stringify(alert), lastAttempt: last }
  return FIELDS.flatMap((field) => [field, texts[field]])
}

/** Null for one that expired or was deleted. */
function deliveryOf(reply: unknown): DeliveryRecord | null {
  const values = textsOf(reply)
  if (values.every((value) => value === '')) return null
  const fields = Object.fromEntries(FIELDS.map((field, at) => [field, values[at] ?? '']))
  const { alert = '', lastAttempt = '', attempts, dueAt } = fields
  return parseDelivery({
    ...fields,
    alert: parseJson(alert),
    attempts: Number(attempts),
    dueAt: Number(dueAt),
    lastAttempt: lastAttempt === '' ? null : parseJson(lastAttempt),
  })
}
