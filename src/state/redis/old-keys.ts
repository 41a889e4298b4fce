import { parseKeyRecord } from '../key-record.ts'
import type { KeyRecord } from '../state-store.ts'
import { unusable } from '../unusable.ts'
import { PREFIX, type RedisCommand, textsOf } from './command.ts'

/** Digests by id, where version 0.1.0 kept them. Absent once `moveRecords` has run. */
export const OLD_IDS = `${PREFIX}ids`

/** Where it kept the mark of the secret. */
export const OLD_MARK = `${PREFIX}secret`

/** Finds keys as version 0.1.0 kept them, until they are moved: the edge does not move them itself. */
export function oldKeys(send: RedisCommand): (digest: string) => Promise<KeyRecord | null> {
  let hasOld: boolean | null = null
  return async (digest) => {
    hasOld ??= Number(await send(['EXISTS', OLD_IDS])) === 1
    return hasOld ? readOldKey(send, digest) : null
  }
}

export async function readOldKey(send: RedisCommand, digest: string): Promise<KeyRecord | null> {
  const fields = await readOldFields(send, `key:${digest}`)
  if (!fields) return null
  const { accountId, revokedAt } = fields
  const record = parseKeyRecord({
    ...fields,
    accountId: accountId || null,
    revokedAt: revokedAt || null,
  })
  if (!record) throw unusable('a key record in it is damaged')
  return record
}

/** The fields of a hash; null when there is none. */
export async function readOldFields(
  send: RedisCommand,
  name: string,
): Promise<Record<string, string> | null> {
  const reply = textsOf(await send(['HGETALL', `${PREFIX}${name}`]))
  const entries = reply.flatMap((field, at) => (at % 2 === 0 ? [[field, reply[at + 1]]] : []))
  return entries.length > 0 ? Object.fromEntries(entries) : null
}
