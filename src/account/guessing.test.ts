import nodeCrypto from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import path from 'node:path'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { digestOf } from '../state/api-key.ts'
import { rowsIn, valuesIn } from '../testing/account/state-file.ts'
import { createWorld, ethereumWallet, NOON, SECRET, spied } from '../testing/account/world.ts'
import { runs } from '../testing/runs.ts'
import { folderOfTest } from '../testing/temporary-folder.ts'
import { CHALLENGE_COOKIE, SESSION_COOKIE } from './session-cookie.ts'

describe('guessing', () => {
  let folder: string
  beforeEach(() => {
    folder = folderOfTest()
  })

  test('again and again from one address is refused after twenty, and stores nothing', async () => {
    const file = path.join(folder, 'state.sqlite')
    const { browser, state, lines } = createWorld({ file })
    const visitor = browser()
    const { message, proof } = await visitor.challenge(ethereumWallet())
    const wrong = { message, proof, signature: `0x${'1'.repeat(130)}` }
    await visitor.post('sign-in', wrong)
    const before = rowsIn(file)
    const times = runs(10_000).numRuns
    const statuses = new Map<number, number>()
    for (let n = 0; n < times; n += 100) {
      const replies = await Promise.all(
        Array.from({ length: 100 }, () => visitor.post('sign-in', wrong)),
      )
      for (const { status } of replies) statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    // Requests of one turn may be answered in any order.
    expect(Object.fromEntries(statuses)).toEqual({ 401: 18, 429: times - 18 })
    expect(rowsIn(file)).toEqual(before)
    expect(before).toMatchObject({ records: 0 })
    // The address, its network and the site.
    expect(before).toMatchObject({ minutes: 3, days: 3 })
    expect(lines.filter(({ reason }) => reason === 'limit')).toHaveLength(times - 18)
    await state.close()
  }, 30_000)

  test('goes on after a minute, two hundred times a day', async () => {
    const { browser, clock } = createWorld()
    const visitor = browser()
    let admitted = 0
    for (let minute = 0; minute < 30; minute++) {
      for (let n = 0; n < 21; n++) {
        const { status } = await visitor.post('challenge', ethereumWallet().asks)
        if (status === 200) admitted += 1
      }
      clock.now += 60_000
    }
    expect(admitted).toBe(200)
  })

  test('from all networks of a /48 is limited to sixteen times as much', async () => {
    const { browser } = createWorld()
    let admitted = 0
    for (let n = 0; n < 400; n++) {
      const visitor = browser(`2001:db8:1:${n.toString(16)}::1`)
      if ((await visitor.post('challenge', ethereumWallet().asks)).status === 200) admitted += 1
    }
    expect(admitted).toBe(320)
    const other = await browser('2001:db8:2::1').post('challenge', ethereumWallet().asks)
    expect(other.status).toBe(200)
  })

  test('ids of keys finds none: that of another account and an unknown one answer alike, with the same reads', async () => {
    const { browser, state } = createWorld()
    const [owner, attacker] = [browser(), browser()]
    await owner.signIn(ethereumWallet())
    const { id } = (await owner.post('keys', { name: 'a', environment: 'live' })).data.record
    await attacker.signIn(ethereumWallet(2n))
    const watched = spied(state)
    const snooping = createWorld({ state: watched.state }).browser()
    for (const [name, value] of attacker.cookies) snooping.cookies.set(name, value)
    const outcomes = []
    for (const each of [id, 'key_0000000000000000', 'key_', '', '__proto__', id.toUpperCase()]) {
      watched.calls.length = 0
      const { status, text, headers } = await snooping.post('keys/revoke', { id: each })
      outcomes.push({ status, text, headers: [...headers], calls: [...watched.calls] })
    }
    for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0])
    expect(outcomes[0]).toMatchObject({
      status: 404,
      calls: ['hit', 'findSession', 'findAccount', 'listAccountKeys'],
    })
    expect((await owner.get('account')).data.keys[0].revokedAt).toBeNull()
  })

  test('a proof letter by letter learns nothing from the time: it is compared by timingSafeEqual', async () => {
    const compare = vi.spyOn(nodeCrypto, 'timingSafeEqual')
    syncBuiltinESMExports()
    const visitor = createWorld().browser()
    const body = await visitor.signed(ethereumWallet())
    for (const proof of ['0'.repeat(64), `${body.proof.slice(0, -1)}x`, body.proof]) {
      await visitor.post('sign-in', { ...body, proof })
      expect(compare).toHaveBeenLastCalledWith(Buffer.from(proof), Buffer.from(body.proof))
    }
    expect(compare).toHaveBeenCalledTimes(3)
    compare.mockRestore()
    syncBuiltinESMExports()
  })

  test('with a stolen state file opens nothing: no text in it is a session, a challenge or a key', async () => {
    const file = path.join(folder, 'state.sqlite')
    const { browser, state, clock } = createWorld({ file })
    const visitor = browser()
    const wallet = ethereumWallet()
    const { message, proof } = await visitor.challenge(wallet)
    const challengeValue = visitor.cookies.get(CHALLENGE_COOKIE) ?? ''
    const signature = await wallet.sign(message)
    await visitor.post('sign-in', { message, proof, signature })
    const { key } = (await visitor.post('keys', { name: 'server', environment: 'live' })).data
    const session = visitor.cookies.get(SESSION_COOKIE) ?? ''
    const texts = valuesIn(file)
    expect(texts).toContain(`eip155:${wallet.address.toLowerCase()}`)
    expect(texts.length).toBeGreaterThan(15)
    const nonce = /Nonce: (\w+)/.exec(message)?.[1] ?? ''
    const bytes = readdirSync(folder)
      .map((name) => readFileSync(path.join(folder, name), 'latin1'))
      .join()
    for (const secret of [session, challengeValue, key, key.slice(9), nonce, proof, signature]) {
      expect(secret.length).toBeGreaterThan(20)
      expect(bytes).not.toContain(secret)
    }
    for (const text of texts) {
      clock.now += 10_000
      const thief = browser('192.0.2.9')
      // As it is, and cut or stretched to the form of a cookie.
      for (const value of [text, text.slice(0, 43), text.padEnd(43, 'A').slice(0, 43)]) {
        thief.cookies.set(SESSION_COOKIE, value.replaceAll(/[^\x20-\x3a\x3c-\x7e]/g, ''))
        expect((await thief.get('account')).reason).toBe('session')
      }
      expect(await state.findKey(await digestOf(SECRET, text))).toBeNull()
    }
    await state.close()
  })
})

test('new accounts are twenty a day from one address and five a minute; an account that exists signs in all the same', async () => {
  const { browser, clock } = createWorld()
  const first = ethereumWallet(1n)
  expect((await browser().signIn(first)).status).toBe(200)
  const made: number[] = []
  for (let n = 0n; n < 30n; n += 1n) {
    if (n % 5n === 4n) clock.now += 60_000
    made.push((await browser().signIn(ethereumWallet(100n + n))).status)
  }
  expect(made.filter((status) => status === 200)).toHaveLength(19)
  const refused = await browser().signIn(ethereumWallet(999n))
  expect([refused.status, refused.reason]).toEqual([429, 'limit'])
  expect(refused.text).toContain('You have reached the limit of 20 new accounts a day.')
  expect(Number(refused.headers.get('retry-after'))).toBe((NOON + 43_200_000 - clock.now) / 1_000)
  expect((await browser().signIn(first)).status).toBe(200)
  expect((await browser('192.0.3.1').signIn(ethereumWallet(998n))).status).toBe(200)
})
