import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import type { AccountStore } from '../../src/state/account-store.ts'
import { openState } from '../../src/state/open-state.ts'
import type { StateStore } from '../../src/state/state-store.ts'
import { folderOfTest } from '../../src/testing/temporary-folder.ts'
import { runAdmin } from '../fixtures/run-admin.ts'

const ID = `acc_${'1'.repeat(20)}`
const OTHER = `acc_${'2'.repeat(20)}`
const WALLET = `eip155:0x${'a1'.repeat(20)}`
const NOW = Date.now()
const MONTH = new Date(NOW).toISOString().slice(0, 7)

let folder: string
let stateUrl: string

beforeEach(() => {
  folder = folderOfTest()
  stateUrl = `sqlite:${path.join(folder, 'state.sqlite')}`
})

describe('npm run accounts', () => {
  test('list and show say who signed in, with which keys, and what they used', async () => {
    await fill()
    const listed = JSON.parse((await accounts('list', '--json')).stdout)
    expect(listed).toMatchObject([
      { id: ID, wallet: WALLET, plan: 'free', keys: 1 },
      { id: OTHER, keys: 0 },
    ])
    expect((await accounts('list')).stdout).toContain(`${ID}  free`)

    const shown = JSON.parse((await accounts('show', '--id', ID, '--json')).stdout)
    expect(shown).toMatchObject({
      account: { id: ID, wallet: WALLET },
      keys: [
        { id: 'key_a', name: 'mine', lastUsedDay: new Date(NOW).toISOString().slice(0, 10) },
        { id: 'key_b', lastUsedDay: null },
      ],
      usage: { month: MONTH, requests: 2, counts: { protocols: 2 }, refused: 1, quota: 100_000 },
    })
    expect(JSON.stringify([listed, shown])).not.toContain('digest')
    const text = (await accounts('show', '--id', ID)).stdout
    expect(text).toContain(`${MONTH}: 2 requests of 100000`)
    expect(text).toContain('"mine"')
  })

  test('delete without a terminal needs --yes, and with --yes nothing is left', async () => {
    await fill()
    const asked = await accounts('delete', '--id', ID)
    expect([asked.code, asked.stdout]).toEqual([2, ''])
    expect(asked.stderr).toContain('Add --yes')
    expect(JSON.parse((await accounts('list', '--json')).stdout)).toHaveLength(2)

    const { code: status, stdout } = await accounts('delete', '--id', ID, '--yes')
    expect([status, stdout]).toEqual([0, `Deleted ${ID} with all it had.\n`])
    await withStore(async (store) => {
      expect(await store.findAccount(ID)).toBeNull()
      expect(await store.findKey('a'.repeat(64))).toBeNull()
      expect(await store.findSession('5'.repeat(64), NOW)).toBeNull()
      expect(await store.usage(ID, MONTH)).toEqual([])
      expect(await store.findAccount(OTHER)).not.toBeNull()
    })
  })

  test('delete goes on only when the id is typed again', async () => {
    await fill()
    const words = ['accounts', 'delete', '--id', ID]
    expect(await runAdmin(words, { STATE_URL: stateUrl }, OTHER)).toMatchObject({ code: 2 })
    expect(JSON.parse((await accounts('list', '--json')).stdout)).toHaveLength(2)
    expect(await runAdmin(words, { STATE_URL: stateUrl }, `${ID} `)).toMatchObject({ code: 0 })
    expect(JSON.parse((await accounts('list', '--json')).stdout)).toHaveLength(1)
  })

  test('no account yet is said in words', async () => {
    expect((await accounts('list')).stdout).toBe('There are no accounts yet.\n')
    expect((await accounts('list', '--json')).stdout).toBe('[]\n')
  })

  test.each([
    [['show'], 2, 'Name the account with --id'],
    [['show', '--id', 'acc_x'], 1, 'There is no account of this id'],
    [['delete', '--id', 'acc_x', '--yes'], 1, 'There is no account of this id'],
    [['show', '--id', ID, '--yes'], 2, 'show does not take --yes'],
    [['list', '--id', ID], 2, 'list does not take --id'],
    [['grant'], 2, 'Choose one of list, show or delete'],
    [['constructor'], 2, 'Choose one of list, show or delete'],
    [[], 2, 'Choose one of list, show or delete'],
    [['list', 'more'], 2, 'list takes no further words'],
    [['list', '--what'], 2, '--what'],
  ])('%j ends with code %i and one sentence', async (words, code, sentence) => {
    const { code: status, stdout, stderr } = await accounts(...words)
    expect([status, stdout]).toEqual([code, ''])
    expect(stderr).toContain(sentence)
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })

  test('--help says what there is', async () => {
    const { stdout, code: status } = await accounts('--help')
    expect(status).toBe(0)
    for (const word of ['list', 'show', 'delete', '--yes', '--json']) expect(stdout).toContain(word)
  })
})

describe('npm run keys, for an account', () => {
  test('grant changes the plan of the account and of its keys', async () => {
    await fill()
    const granted = await run('keys', 'grant', '--account', ID, '--plan', 'pro', '--json')
    expect(JSON.parse(granted.stdout)).toMatchObject({ id: ID, plan: 'pro' })
    const keys = JSON.parse((await run('keys', 'list', '--json')).stdout)
    expect(keys).toMatchObject([{ id: 'key_a', plan: 'pro', accountId: ID, name: 'mine' }, {}])
    expect((await run('keys', 'list')).stdout).toContain(`${ID}  "mine"`)
    expect((await run('keys', 'grant', '--account', OTHER, '--plan', 'free')).stdout).toContain(
      OTHER,
    )
  })

  test.each([
    [['grant', '--account', 'acc_x', '--plan', 'pro'], 1, 'There is no account of this id'],
    [['grant', '--account', ID, '--id', 'key_a', '--plan', 'pro'], 2, 'Choose one of --id and'],
    [['grant', '--account', ID], 2, 'grant needs --plan'],
    [['revoke', '--account', ID], 2, 'revoke does not take --account'],
  ])('%j ends with code %i and one sentence', async (words, code, sentence) => {
    const { code: status, stderr } = await run('keys', ...words)
    expect(status).toBe(code)
    expect(stderr).toContain(sentence)
  })
})

describe('a secret that is not the one of the state', () => {
  const other = { PLIMSOLL_SECRET: 'another secret of the tests, as long as that' }
  const sentence = 'The state was made with another secret'

  test('stops the commands that write, and they write nothing', async () => {
    await fill()
    await run('keys', 'create')
    const before = (await run('keys', 'list', '--json')).stdout
    for (const [script, ...words] of [
      ['keys', 'create'],
      ['keys', 'grant', '--id', 'key_a', '--plan', 'pro'],
      ['keys', 'grant', '--account', ID, '--plan', 'pro'],
      ['accounts', 'delete', '--id', ID, '--yes'],
    ] as const) {
      const { code: status, stdout, stderr } = await run(script, ...words, other)
      expect([status, stdout], words.join()).toEqual([1, ''])
      expect(stderr).toContain(sentence)
      expect(stderr.trim().split('\n')).toHaveLength(1)
    }
    expect((await run('keys', 'list', '--json')).stdout).toBe(before)
  })

  test('does not stop a key from being revoked', async () => {
    await fill()
    await run('keys', 'create')
    const { code: status, stdout } = await run('keys', 'revoke', '--id', 'key_a', other)
    expect([status, stdout.includes('revoked 20')]).toEqual([0, true])
  })

  test('is noticed when the file with the secret was lost or replaced', async () => {
    await run('keys', 'create')
    writeFileSync(path.join(folder, 'state.sqlite.secret'), 'x'.repeat(64))
    expect((await run('keys', 'create')).stderr).toContain(sentence)
    rmSync(path.join(folder, 'state.sqlite.secret'))
    expect((await run('keys', 'create')).stderr).toContain(sentence)
  })

  test('is not known of a state of before, which gets its mark', async () => {
    await fill()
    expect((await run('keys', 'create', other)).code).toBe(0)
    expect((await run('keys', 'create', other)).code).toBe(0)
    expect((await run('keys', 'create')).stderr).toContain(sentence)
  })
})

function accounts(...words: string[]) {
  return run('accounts', ...words)
}

function run(...words: (string | Record<string, string>)[]) {
  const texts = words.filter((word) => typeof word === 'string')
  const extra = Object.assign({}, ...words.filter((word) => typeof word !== 'string'))
  return runAdmin(texts, { STATE_URL: stateUrl, ...extra })
}

/** Two accounts; the first has two keys, one of them revoked, a session, and usage. */
async function fill(): Promise<void> {
  const base = { plan: 'free', createdAt: '2026-11-01T00:00:00.000Z' } as const
  await withStore(async (store) => {
    await store.openAccount({ ...base, id: ID, wallet: WALLET })
    const wallet = 'solana:4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
    await store.openAccount({ ...base, id: OTHER, wallet, createdAt: '2026-11-02T00:00:00.000Z' })
    const key = { ...base, accountId: ID, hint: 'dpk_live_…aaaa', environment: 'live' } as const
    const mine = { id: 'key_a', digest: 'a'.repeat(64), name: 'mine', revokedAt: null }
    await store.insertAccountKey({ ...key, ...mine }, 5)
    const old = { id: 'key_b', digest: 'b'.repeat(64), name: 'old', revokedAt: base.createdAt }
    await store.insertAccountKey({ ...key, ...old }, 5)
    const expiresAt = new Date(NOW + 1_000_000).toISOString()
    const session = { ...base, digest: '5'.repeat(64), accountId: ID, expiresAt }
    await store.insertSession(session, 20)
    const meter = { owner: ID, keyId: 'key_a' }
    const limits = { burst: 2, daily: 2 }
    for (let i = 0; i < 3; i += 1) {
      await store.hit({ caller: ID, limits, group: 'protocols', meter, now: NOW })
    }
  })
}

async function withStore<T>(work: (store: StateStore & AccountStore) => Promise<T>): Promise<T> {
  const store = await openState(stateUrl, { token: null, instance: 'a', clock: Date.now })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}
