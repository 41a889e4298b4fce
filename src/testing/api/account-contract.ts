import { expect, test } from 'vitest'
import { DAY_MS } from '../../domain/day.ts'
import type { AccountRecord, SessionRecord } from '../../state/account-store.ts'
import type { FullState } from '../../state/full-state.ts'
import type { KeyRecord } from '../../state/state-store.ts'

const NOON = Date.UTC(2026, 10, 21, 12)
const MOST = 5

/** What the tests need of a backend: the store, another instance on the same data, and all that is stored, as text. */
export interface AccountBackend {
  store(): FullState
  another(): Promise<FullState>
  contents(): Promise<string>
  /** Other instances forget at once what was deleted. */
  isExact: boolean
  /** The store is fast enough for hundreds of records in a quick test. */
  isThorough: boolean
}

let serial = 0

/** What every state store promises of accounts, sessions and days of usage, as tests. */
export function accountTests({
  store,
  another,
  contents,
  isExact,
  isThorough,
}: AccountBackend): void {
  async function both(work: (one: FullState, other: FullState) => Promise<void>): Promise<void> {
    const other = await another()
    try {
      await work(store(), other)
    } finally {
      await other.close()
    }
  }

  test('an account that is opened twice is the first one, also in another instance', () =>
    both(async (one, other) => {
      const account = anAccount()
      expect(await one.openAccount(account)).toEqual(account)
      expect(await other.openAccount({ ...account, plan: 'pro' })).toEqual(account)
      expect(await other.findAccount(account.id)).toEqual(account)
      expect(await one.findAccount('acc_unknown')).toBeNull()
    }))

  test('20 processes that open it at once get one account', async () => {
    const account = anAccount()
    const opened = await Promise.all(Array.from({ length: 20 }, () => store().openAccount(account)))
    expect(opened).toEqual(Array(20).fill(account))
    const listed = (await store().listAccounts()).filter(({ id }) => id === account.id)
    expect(listed).toEqual([account])
  })

  test('accounts are listed oldest first', async () => {
    const later = anAccount({ createdAt: '2026-11-22T00:00:00.000Z' })
    const earlier = anAccount({ createdAt: '2026-11-20T00:00:00.000Z' })
    for (const account of [later, earlier]) await store().openAccount(account)
    const ids = (await store().listAccounts()).map(({ id }) => id)
    expect(ids.indexOf(earlier.id)).toBeGreaterThanOrEqual(0)
    expect(ids.indexOf(earlier.id)).toBeLessThan(ids.indexOf(later.id))
  })

  test('its keys are found and listed with account and name', () =>
    both(async (one, other) => {
      const account = await opened(one)
      const key = aKeyOf(account)
      expect(await one.insertAccountKey(key, MOST)).toBe(true)
      expect(await other.findKey(key.digest)).toEqual(key)
      expect(await other.listAccountKeys(account.id)).toEqual([key])
      expect(await other.listKeys()).toContainEqual(key)
      expect(await other.listAccountKeys('acc_unknown')).toEqual([])
    }))

  test('a grant reaches the account and each of its keys, and no other', () =>
    both(async (one, other) => {
      const [account, stranger] = [await opened(one), await opened(one)]
      const keys = [aKeyOf(account), aKeyOf(account)]
      for (const key of keys) await one.insertAccountKey(key, MOST)
      const foreign = aKeyOf(stranger)
      await one.insertAccountKey(foreign, MOST)

      expect(await other.grantAccount(account.id, 'pro')).toEqual({ ...account, plan: 'pro' })
      expect((await other.findAccount(account.id))?.plan).toBe('pro')
      for (const key of keys) expect((await other.findKey(key.digest))?.plan).toBe('pro')
      expect((await other.findKey(foreign.digest))?.plan).toBe('free')
      expect(await one.grantAccount('acc_unknown', 'pro')).toBeNull()
      expect(await one.findAccount('acc_unknown')).toBeNull()
    }))

  const atOnce = isThorough ? 20 : 8
  test(`of ${atOnce} keys that are made at once over two instances exactly five are kept`, () =>
    both(async (one, other) => {
      const account = await opened(one)
      const keys = Array.from({ length: atOnce }, () => aKeyOf(account))
      const made = await Promise.all(
        keys.map((key, n) => (n % 2 ? one : other).insertAccountKey(key, MOST)),
      )
      expect(made.filter(Boolean)).toHaveLength(MOST)
      const kept = (await one.listAccountKeys(account.id)).map(({ id }) => id)
      expect(kept.sort()).toEqual(
        keys
          .filter((_, n) => made[n])
          .map(({ id }) => id)
          .sort(),
      )
      for (const [n, key] of keys.entries()) {
        expect((await one.findKey(key.digest)) !== null).toBe(made[n])
      }
    }))

  test('a revocation frees one place, and only one', async () => {
    const account = await opened(store())
    const keys = Array.from({ length: MOST }, () => aKeyOf(account))
    for (const key of keys) expect(await store().insertAccountKey(key, MOST)).toBe(true)
    expect(await store().insertAccountKey(aKeyOf(account), MOST)).toBe(false)
    const revokedAt = '2026-11-21T13:00:00.000Z'
    await store().updateKey(keys[2]?.id ?? '', { revokedAt })
    await store().updateKey(keys[2]?.id ?? '', { revokedAt })

    const made = await Promise.all(
      Array.from({ length: 4 }, () => store().insertAccountKey(aKeyOf(account), MOST)),
    )
    expect(made.filter(Boolean)).toHaveLength(1)
    expect(await store().listAccountKeys(account.id)).toHaveLength(MOST + 1)
  })

  test('a key with a known id or digest is refused, takes no place and changes nothing', async () => {
    const account = await opened(store())
    const key = aKeyOf(account)
    await store().insertAccountKey(key, 2)
    for (const double of [
      { ...aKeyOf(account), id: key.id },
      { ...aKeyOf(account), digest: key.digest },
    ]) {
      await expect(store().insertAccountKey(double, 2)).rejects.toMatchObject({
        code: 'STATE_UNUSABLE',
      })
    }
    expect(await store().listAccountKeys(account.id)).toEqual([key])
    expect(await store().insertAccountKey(aKeyOf(account), 2)).toBe(true)
  })

  test('an account that was deleted gets no key', async () => {
    await expect(store().insertAccountKey(aKeyOf(anAccount()), MOST)).rejects.toMatchObject({
      code: 'STATE_UNUSABLE',
    })
  })

  test('deleting an account leaves no wallet, key, session or usage, and nothing of others is touched', () =>
    both(async (one, other) => {
      const [account, neighbour] = [await opened(one), await opened(one)]
      const [key, revoked, foreign] = [aKeyOf(account), aKeyOf(account), aKeyOf(neighbour)]
      for (const each of [key, revoked, foreign]) await one.insertAccountKey(each, MOST)
      await one.updateKey(revoked.id, { revokedAt: '2026-11-21T13:00:00.000Z' })
      const [session, kept] = [aSessionOf(account), aSessionOf(neighbour)]
      for (const each of [session, kept]) await one.insertSession(each, MOST)
      for (const each of [key, foreign]) {
        await one.hit(hitOf(each))
        await one.hit({ ...hitOf(each), now: Date.UTC(2026, 9, 3) })
      }
      await one.spend(`made for ${neighbour.id}`, NOON + DAY_MS, NOON)

      expect(await other.deleteAccount(account.id)).toBe(true)

      expect(await one.deleteAccount(account.id)).toBe(false)
      expect(await one.findAccount(account.id)).toBeNull()
      expect((await one.listAccounts()).map(({ id }) => id)).not.toContain(account.id)
      expect(await other.findKey(key.digest)).toBeNull()
      expect(await one.listAccountKeys(account.id)).toEqual([])
      expect((await one.listKeys()).filter(({ accountId }) => accountId === account.id)).toEqual([])
      expect(await one.findSession(session.digest, NOON)).toBeNull()
      // Where counting is approximate, an instance may still write counts that it had; the sweep removes those.
      if (isExact) {
        expect(await other.usage(account.id, '2026-11')).toEqual([])
        expect(await other.usage(account.id, '2026-10')).toEqual([])
      }
      expect(await one.updateKey(key.id, { plan: 'pro' })).toBeNull()
      // And after it was opened again there is nothing from before.
      await one.openAccount(account)
      expect(await one.listAccountKeys(account.id)).toEqual([])
      await other.hit({ ...hitOf(key), now: NOON + 60_000 })
      if (isExact) await one.hit({ ...hitOf(key), now: NOON + 60_000 })
      expect((await other.usage(account.id, '2026-11')).map(({ keys }) => keys)).toEqual([
        { [key.id]: isExact ? 2 : 1 },
      ])
      await one.deleteAccount(account.id)

      expect(await one.findKey(foreign.digest)).toEqual(foreign)
      expect(await one.findSession(kept.digest, NOON)).toEqual(kept)
      expect(await one.usage(neighbour.id, '2026-10')).toHaveLength(1)
    }))

  test('a session is found until it ends, also by another instance', () =>
    both(async (one, other) => {
      const session = aSessionOf(anAccount())
      await one.insertSession(session, MOST)
      const end = Date.parse(session.expiresAt)
      expect(await other.findSession(session.digest, end - 1)).toEqual(session)
      expect(await other.findSession(session.digest, end)).toBeNull()
      expect(await one.findSession('e'.repeat(64), NOON)).toBeNull()
    }))

  test('a session ends alone, and all of an account end together', () =>
    both(async (one, other) => {
      const [account, neighbour] = [anAccount(), anAccount()]
      const [first, second, third] = [1, 2, 3].map(() => aSessionOf(account))
      const foreign = aSessionOf(neighbour)
      for (const each of [first, second, third, foreign])
        if (each) await one.insertSession(each, MOST)
      const found = (session?: SessionRecord) => other.findSession(session?.digest ?? '', NOON)

      await one.deleteSession(first?.digest ?? '')
      await one.deleteSession('e'.repeat(64))
      expect([await found(first), await found(second)]).toEqual([null, second])
      await one.deleteSessions(account.id)
      await one.deleteSessions('acc_unknown')
      expect([await found(second), await found(third)]).toEqual([null, null])
      expect(await found(foreign)).toEqual(foreign)
    }))

  test('of more sessions than an account may have, those that end first are ended, and none of another account', () =>
    both(async (one, other) => {
      const [account, neighbour] = [anAccount(), anAccount()]
      const foreign = aSessionOf(neighbour)
      await one.insertSession(foreign, MOST)
      const sessions = Array.from({ length: MOST + 3 }, (_, n) => ({
        ...aSessionOf(account),
        // Of one day, and in another order than they are added.
        expiresAt: new Date(NOON + DAY_MS + ((n * 3) % (MOST + 3)) * 1_000).toISOString(),
      }))
      for (const [n, session] of sessions.entries()) {
        await (n % 2 ? one : other).insertSession(session, MOST)
        // The new one is open, also where it ends first.
        expect(await one.findSession(session.digest, NOON)).toEqual(session)
      }
      const open = []
      for (const { digest } of sessions) {
        if (await other.findSession(digest, NOON)) open.push(digest)
      }
      expect(open).toHaveLength(MOST)
      const newest = sessions.toSorted((a, b) => (a.expiresAt < b.expiresAt ? 1 : -1))
      expect(open).toEqual(expect.arrayContaining(newest.slice(0, MOST - 1).map((s) => s.digest)))
      expect(await one.findSession(foreign.digest, NOON)).toEqual(foreign)
      await one.deleteSessions(account.id)
      for (const { digest } of sessions) expect(await one.findSession(digest, NOON)).toBeNull()
    }))

  test('sessions that are opened at once are no more than an account may have when they are counted again', async () => {
    const account = anAccount()
    const sessions = Array.from({ length: 20 }, () => aSessionOf(account))
    await Promise.all(sessions.map((session) => store().insertSession(session, MOST)))
    await store().insertSession(aSessionOf(account), MOST)
    const found = await Promise.all(sessions.map(({ digest }) => store().findSession(digest, NOON)))
    expect(found.filter((session) => session !== null)).toHaveLength(MOST - 1)
  })

  test('a name is spent by one of 50 callers at once over two instances, and by none later', () =>
    both(async (one, other) => {
      const name = `nonce ${serial++}/\n${'f'.repeat(64)}`
      const until = NOON + 300_000
      const spent = await Promise.all(
        Array.from({ length: 50 }, (_, n) => (n % 2 ? one : other).spend(name, until, NOON)),
      )
      expect(spent.filter(Boolean)).toHaveLength(1)
      expect(await other.spend(name, until + 1, NOON + 299_000)).toBe(false)
      expect(await other.spend(`${name} `, until, NOON)).toBe(true)
    }))

  test('usage is counted by day, group and key of the account, and what is refused by day alone', async () => {
    const account = await opened(store())
    const [one, two] = [aKeyOf(account), aKeyOf(account)]
    const limits = { burst: 3, daily: 3 }
    for (const key of [one, two, one, two]) await store().hit({ ...hitOf(key), limits })
    await store().hit({ ...hitOf(two), limits, group: 'wallet', now: NOON + DAY_MS })

    expect(await store().usage(account.id, '2026-11')).toEqual([
      {
        day: '2026-11-21',
        counts: { protocols: 3, wallet: 0, screener: 0, other: 0 },
        refused: 1,
        keys: { [one.id]: 2, [two.id]: 1 },
      },
      {
        day: '2026-11-22',
        counts: { protocols: 0, wallet: 1, screener: 0, other: 0 },
        refused: 0,
        keys: { [two.id]: 1 },
      },
    ])
    expect(await store().usage(one.id, '2026-11')).toEqual([])
  })

  test('the first mark of the secret is kept', () =>
    both(async (one, other) => {
      const marks = await Promise.all([
        one.markSecret('a'.repeat(64)),
        other.markSecret('b'.repeat(64)),
      ])
      expect(marks[0]).toBe(marks[1])
      expect(await other.markSecret('c'.repeat(64))).toBe(marks[0])
    }))

  test('what is stored of an account that was deleted is gone for anybody who reads the data', async () => {
    const [gone, stays] = [await opened(store()), await opened(store())]
    const [key, kept] = [aKeyOf(gone), aKeyOf(stays)]
    for (const each of [key, kept]) await store().insertAccountKey(each, MOST)
    const [session, open] = [aSessionOf(gone), aSessionOf(stays)]
    for (const each of [session, open]) await store().insertSession(each, MOST)
    // Closing it writes what it counted.
    const counting = await another()
    await counting.hit(hitOf(key))
    await counting.close()
    await store().deleteAccount(gone.id)

    const text = await contents()
    for (const trace of [stays.wallet, kept.digest, open.digest]) expect(text).toContain(trace)
    for (const trace of [gone.wallet, key.digest, key.id, session.digest]) {
      expect(text).not.toContain(trace)
    }
  })
}

export function anAccount(account: Partial<AccountRecord> = {}): AccountRecord {
  serial += 1
  const number = serial.toString(16).padStart(20, '0')
  return {
    id: `acc_${number}`,
    wallet: `eip155:0x${number}${number}`,
    plan: 'free',
    createdAt: '2026-11-21T12:00:00.000Z',
    ...account,
  }
}

export function aKeyOf({ id }: { id: string }): KeyRecord & { accountId: string } {
  serial += 1
  const number = serial.toString(16).padStart(15, '0')
  return {
    id: `key_a${number}`,
    digest: `c${number}`.repeat(4),
    hint: 'dpk_live_…abcd',
    environment: 'live',
    plan: 'free',
    accountId: id,
    name: 'my laptop',
    createdAt: new Date(NOON + serial).toISOString(),
    revokedAt: null,
  }
}

function aSessionOf({ id }: AccountRecord): SessionRecord {
  serial += 1
  return {
    digest: `d${serial.toString(16).padStart(15, '0')}`.repeat(4),
    accountId: id,
    createdAt: '2026-11-21T12:00:00.000Z',
    expiresAt: '2026-11-28T12:00:00.000Z',
  }
}

function hitOf({ id, accountId }: KeyRecord) {
  const owner = accountId ?? id
  const limits = { burst: 60, daily: 1_000 }
  const meter = { owner, keyId: id }
  return { caller: owner, limits, group: 'protocols', meter, now: NOON } as const
}

async function opened(store: FullState): Promise<AccountRecord> {
  return store.openAccount(anAccount())
}
