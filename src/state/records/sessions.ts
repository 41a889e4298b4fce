import { toHex } from '../../domain/hex.ts'
import { decodeSession } from '../account-records.ts'
import type { AccountStore } from '../account-store.ts'
import { SECRET_MARK } from '../secret-mark.ts'
import { dayOf } from '../time-window.ts'
import { deletionsOf, type RecordStore, readOne } from './record-store.ts'

type SessionRecords = Pick<
  AccountStore,
  'insertSession' | 'findSession' | 'deleteSession' | 'deleteSessions' | 'spend' | 'markSecret'
>

const byDigest = (digest: string) => `sessions/digests/${digest}`
/** An empty record that finds a session by its account; sorted by name, the first ends first. */
const ofAccount = (accountId: string, end = '', digest = '') =>
  `sessions/accounts/${accountId}/${end.replace(/[:.]/g, '')}${end && '/'}${digest}`
const spentName = (hash: string) => `spent/names/${hash}`
/** An empty record that finds a spent name by the day on which it ends. */
const spentEnd = (day: string, hash: string) => `spent/ends/${day}/${hash}`

/** Sessions, names that were spent, and the mark of the secret. */
export function sessionRecords(store: RecordStore): SessionRecords {
  return {
    async insertSession(record, most) {
      const { digest, accountId, createdAt, expiresAt } = record
      const until = Date.parse(expiresAt)
      // First what finds it, so that no session outlives "sign out everywhere".
      const own = ofAccount(accountId, expiresAt, digest)
      const writes = [
        { name: own, text: '-', until },
        { name: byDigest(digest), text: JSON.stringify(record), until },
      ]
      await store.write(writes, { now: Date.parse(createdAt) })
      const names = await store.list(ofAccount(accountId))
      const others = names.filter((name) => name !== own)
      const surplus = others.slice(0, Math.max(0, others.length + 1 - most))
      if (surplus.length > 0) await store.write(endingsOf(surplus))
    },
    async findSession(digest, now) {
      const session = await readOne(store, byDigest(digest), decodeSession)
      // A time that cannot be read is over.
      return session && Date.parse(session.expiresAt) > now ? session : null
    },
    async deleteSession(digest) {
      const session = await readOne(store, byDigest(digest), decodeSession)
      if (!session) return
      const name = ofAccount(session.accountId, session.expiresAt, digest)
      await store.write(endingsOf([name]), { isUrgent: true })
    },
    async deleteSessions(accountId) {
      const names = await store.list(ofAccount(accountId))
      if (names.length > 0) await store.write(endingsOf(names), { isUrgent: true })
    },
    async spend(name, until, now) {
      const hash = await sha256(name)
      const writes = [
        { name: spentName(hash), text: '-', version: null, until },
        { name: spentEnd(dayOf(until), hash), text: '-', until },
      ]
      return store.write(writes, { now })
    },
    async markSecret(mark) {
      const [stored] = await store.read([SECRET_MARK])
      if (stored) return stored.text
      if (await store.write([{ name: SECRET_MARK, text: mark, version: null }])) return mark
      return (await readOne(store, SECRET_MARK, String)) ?? mark
    },
  }
}

/** Deletes the sessions and spent names that were over before the UTC day of `now`. */
export async function sweepSessions(store: RecordStore, now: number): Promise<void> {
  const today = dayOf(now)
  const isOld = (day = '') => day < today
  const sessions = await store.list(ofAccount('').slice(0, -1))
  await store.write(endingsOf(sessions.filter((name) => isOld(name.split('/')[3]))))
  for (const end of await store.list('spent/ends/')) {
    const [, , day, hash = ''] = end.split('/')
    if (isOld(day)) await store.write(deletionsOf([spentName(hash), end]))
  }
}

/** Deletes sessions, each before the record that finds it. */
function endingsOf(names: readonly string[]) {
  return deletionsOf(names.flatMap((name) => [byDigest(name.split('/').at(-1) ?? ''), name]))
}

/** A name may hold letters that the name of a blob may not. */
async function sha256(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return toHex(new Uint8Array(hash))
}
