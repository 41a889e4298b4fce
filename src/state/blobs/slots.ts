import { parseJson } from '../../domain/json.ts'
import { parseKeyRecord } from '../key-record.ts'
import type { KeyRecord } from '../state-store.ts'
import type { Blobs } from './access.ts'
import { createBlob, readBlob, readTagged, replaceBlob } from './conditional.ts'
import { byDigest, KEYS } from './key-cache.ts'

/** A place whose key was not written this long after it was taken is free: its process ended in between. */
const UNUSED_MS = 60_000

export const ACCOUNTS = 'accounts'

/** Start of the names of an account's places for keys. */
export function slotsOf(accountId: string): string {
  return `accounts/${accountId}/slots/`
}

/**
 * Takes one of the account's `most` places for a key: each is a blob that only one process can create, or replace when its key was
 * revoked. Returns the name of the place; null when all are taken by keys that work.
 */
export async function takeSlot(
  blobs: Blobs,
  { accountId, digest, createdAt }: KeyRecord & { accountId: string },
  most: number,
): Promise<string | null> {
  const names = Array.from({ length: most }, (_, n) => `${slotsOf(accountId)}${n + 1}`)
  const text = `${digest} ${createdAt}`
  for (const name of names) {
    if (await createBlob(blobs, ACCOUNTS, name, text)) return name
  }
  for (const name of names) {
    const slot = await readTagged(blobs, ACCOUNTS, name)
    if (!slot || !(await isFree(blobs, slot.text, createdAt))) continue
    if (await replaceBlob(blobs, ACCOUNTS, name, { text, etag: slot.etag })) return name
  }
  return null
}

async function isFree(blobs: Blobs, slot: string, createdAt: string): Promise<boolean> {
  const [digest = '', takenAt = ''] = slot.split(' ')
  const text = await readBlob(blobs, KEYS, byDigest(digest))
  if (text === null) return Date.parse(createdAt) - Date.parse(takenAt) > UNUSED_MS
  const record = parseKeyRecord(parseJson(text))
  return record !== null && record.revokedAt !== null
}
