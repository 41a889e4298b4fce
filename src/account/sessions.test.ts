import { expect, test } from 'vitest'
import { openSqliteState } from '../state/sqlite/store.ts'
import { findSignedIn, MAX_SESSIONS, openSession } from './sessions.ts'

test('a sign-in beyond the most sessions of an account ends the oldest one', async () => {
  let now = Date.UTC(2026, 10, 24)
  const state = openSqliteState(':memory:')
  const deps = {
    ...{ state, secret: 'a secret of the tests', now: () => now },
    randomBytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
  }
  const account = {
    id: 'acc_a',
    wallet: 'eip155:0x1',
    plan: 'free',
    createdAt: '2026-11-24',
  } as const
  await state.openAccount(account)
  const cookies: string[] = []
  for (let n = 0; n <= MAX_SESSIONS; n += 1) {
    now += 1_000
    cookies.push(await openSession(deps, account.id))
  }
  const signedIn = await Promise.all(cookies.map((cookie) => findSignedIn(deps, cookie)))
  expect(signedIn.map((found) => found?.id ?? null)).toEqual([
    null,
    ...Array(MAX_SESSIONS).fill(account.id),
  ])
  await state.close()
})
