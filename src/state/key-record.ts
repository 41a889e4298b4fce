import { PLAN_NAMES } from '../contract/plans.ts'
import { parseJson } from '../domain/json.ts'
import type { KeyRecord } from './state-store.ts'
import { unusable } from './unusable.ts'

/** The name of a key's record in every store. */
export function keyName(digest: string): string {
  return `keys/digests/${digest}`
}

/** A key record from a store. Throws `STATE_UNUSABLE` when it is damaged. */
export function decodeKey(text: string): KeyRecord {
  const record = parseKeyRecord(parseJson(text))
  if (!record) throw unusable('a key record in it is damaged')
  return record
}

/** Parses a key record from a store, also one of before there were accounts; null when it is invalid. Without zod, because it runs on the edge. */
export function parseKeyRecord(value: unknown): KeyRecord | null {
  if (typeof value !== 'object' || value === null) return null
  const fields = new Map<string, unknown>(Object.entries(value))
  const id = fields.get('id')
  const digest = fields.get('digest')
  const hint = fields.get('hint')
  const createdAt = fields.get('createdAt')
  const revokedAt = fields.get('revokedAt')
  const accountId = fields.get('accountId') ?? null
  const name = fields.get('name') ?? ''
  const environment = fields.get('environment')
  const plan = PLAN_NAMES.find((known) => known === fields.get('plan'))
  if (
    typeof id !== 'string' ||
    typeof digest !== 'string' ||
    typeof hint !== 'string' ||
    typeof createdAt !== 'string' ||
    (typeof revokedAt !== 'string' && revokedAt !== null) ||
    (typeof accountId !== 'string' && accountId !== null) ||
    typeof name !== 'string' ||
    (environment !== 'live' && environment !== 'test') ||
    plan === undefined
  ) {
    return null
  }
  return { id, digest, hint, environment, plan, accountId, name, createdAt, revokedAt }
}

/** Oldest first; records of the same instant by id. */
export function byCreation<Item extends { id: string; createdAt: string }>(
  a: Item,
  b: Item,
): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? -1 : 1
  return a.id < b.id ? -1 : 1
}
