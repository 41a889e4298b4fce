import { toHex } from '../../domain/hex.ts'
import { parseJson } from '../../domain/json.ts'
import { parseSession } from '../account-records.ts'
import type { AccountStore } from '../account-store.ts'
import { dayOf } from '../time-window.ts'
import type { Blobs } from './access.ts'
import { createBlob, readBlob } from './conditional.ts'
import { deleteBlobs, listNames, writeBlob } from './names.ts'

type BlobsSessions = Pick<
  AccountStore,
  'insertSession' | 'findSession' | 'deleteSession' | 'deleteSessions' | 'spend'
>

const SESSIONS = 'sessions'
const SPENT = 'spent'
const byDigest = (digest: string) => `digests/${digest}`
/** An empty blob that finds a session by its account, and by its name when it ends: its day, or the instant in letters of a name. */
const ofAccount = (accountId: string, end = '', digest = '') =>
  `accounts/${accountId}/${end.replace(/[:.]/g, '')}${end && '/'}${digest}`
const byName = (name: string) => `names/${name}`
const byEnd = (day: string, name: string) => `ends/${day}/${name}`

/** Sessions and names that were spent. What is over goes with `sweepSessions`. */
export function blobsSessions(blobs: Blobs): BlobsSessions {
  return {
    async insertSession(record, most) {
      const { digest, accountId, expiresAt } = record
      // First what finds it, so that no session outlives "sign out everywhere".
      const own = ofAccount(accountId, expiresAt, digest)
      await writeBlob(blobs, SESSIONS, own, '-')
      await writeBlob(blobs, SESSIONS, byDigest(digest), JSON.stringify(record))
      const names = await listNames(blobs, SESSIONS, ofAccount(accountId))
      const others = names.filter((name) => name !== own).sort()
      await deleteListed(blobs, others.slice(0, Math.max(0, others.length + 1 - most)))
    },
    async findSession(digest, now) {
      const text = await readBlob(blobs, SESSIONS, byDigest(digest))
      return text === null ? null : parseSession(parseJson(text), now)
    },
    async deleteSession(digest) {
      const text = await readBlob(blobs, SESSIONS, byDigest(digest))
      if (text === null) return
      await deleteBlobs(blobs, SESSIONS, [byDigest(digest)])
      const record = parseSession(parseJson(text), Number.NEGATIVE_INFINITY)
      if (!record) return
      await deleteBlobs(blobs, SESSIONS, [ofAccount(record.accountId, record.expiresAt, digest)])
    },
    async deleteSessions(accountId) {
      await deleteListed(blobs, await listNames(blobs, SESSIONS, ofAccount(accountId)))
    },
    async spend(name, until) {
      const hash = await sha256(name)
      if (!(await createBlob(blobs, SPENT, byName(hash), '-'))) return false
      await writeBlob(blobs, SPENT, byEnd(dayOf(until), hash), '-')
      return true
    },
  }
}

/** Deletes the sessions and spent names that were over before the UTC day of `now`. */
export async function sweepSessions(blobs: Blobs, now: number): Promise<void> {
  const today = dayOf(now)
  const isOld = (day = '') => day < today
  const sessions = await listNames(blobs, SESSIONS, 'accounts/')
  await deleteListed(
    blobs,
    sessions.filter((name) => isOld(name.split('/')[2])),
  )
  for (const end of await listNames(blobs, SPENT, 'ends/')) {
    const [, day, hash = ''] = end.split('/')
    if (isOld(day)) await deleteBlobs(blobs, SPENT, [byName(hash), end])
  }
}

async function deleteListed(blobs: Blobs, names: readonly string[]): Promise<void> {
  await Promise.all(
    names.map((name) =>
      deleteBlobs(blobs, SESSIONS, [byDigest(name.split('/').at(-1) ?? ''), name]),
    ),
  )
}

/** A name may hold letters that the name of a blob may not. */
async function sha256(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return toHex(new Uint8Array(hash))
}
