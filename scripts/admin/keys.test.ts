import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { addressIds } from '../../src/state/admission.ts'
import { digestOf, PUBLIC_TEST_KEY, parseApiKey } from '../../src/state/api-key.ts'
import { openState } from '../../src/state/open-state.ts'
import { openSecret } from '../../src/state/secret.ts'
import { runScript } from '../../src/testing/scripts/run-script.ts'
import { temporaryFolder } from '../../src/testing/temporary-folder.ts'
import { runAdmin } from '../fixtures/run-admin.ts'

const DIST = path.join(import.meta.dirname, '../../dist')

const folder = temporaryFolder()
const stateUrl = `sqlite:${path.join(folder, 'state.sqlite')}`

describe('npm run keys', () => {
  test('a created key is shown once, works, and can be granted and revoked', async () => {
    const made = JSON.parse(
      (await keys('create', '--plan', 'free', '--env', 'live', '--json')).stdout,
    )
    expect(made).toMatchObject({ environment: 'live', plan: 'free', revokedAt: null })
    expect(parseApiKey(made.key)).toEqual({ environment: 'live' })
    expect(await recordOf(made.key)).toMatchObject({ id: made.id, plan: 'free' })

    const granted = JSON.parse(
      (await keys('grant', '--id', made.id, '--plan', 'pro', '--json')).stdout,
    )
    expect(granted).toMatchObject({ id: made.id, plan: 'pro', revokedAt: null })

    expect((await keys('revoke', '--id', made.id)).stdout).toContain('revoked 20')
    const revokedAt = (await recordOf(made.key))?.revokedAt
    expect(revokedAt).toMatch(/^20/)
    const again = await keys('revoke', '--id', made.id)
    expect(again.stdout).toContain(`revoked ${revokedAt}`)
    expect(again.stderr).toContain('It was revoked before, and keeps that date.')
    const late = await keys('grant', '--id', made.id, '--plan', 'free')
    expect(late.stderr).toContain(`The key was revoked on ${revokedAt} and stays so.`)
    const listed = JSON.parse((await keys('list', '--json')).stdout)
    expect(listed).toContainEqual(expect.objectContaining({ id: made.id, plan: 'pro' }))
    expect(JSON.stringify(listed)).not.toContain(made.key)
    expect(Object.keys(listed[0])).not.toContain('digest')
  })

  test('without --json the key alone goes to the output, so that it can be piped', async () => {
    const { stdout, stderr, code: status } = await keys('create', '--env', 'test')

    expect(status).toBe(0)
    expect(parseApiKey(stdout.trimEnd())).toEqual({ environment: 'test' })
    expect(stderr).toContain('not shown again')
    expect(stderr).not.toContain(stdout.trimEnd())
  })

  test('a key that could not be written is a failure that names its id, so that it can be revoked', async () => {
    const into = (output: string) => ['sh', '-c', `exec "$@" ${output}`, 'sh']
    const full = into('>/dev/full')
    const env = { STATE_URL: stateUrl }
    for (const words of [['create'], ['create', '--json'], ['list']]) {
      const { code, stderr } = await runScript('admin', ['keys', ...words], { env, prefix: full })
      expect([words, code]).toEqual([words, 1])
      expect(stderr.match(/✗ The output could not be written: ENOSPC/g)).toHaveLength(1)
      expect(/key_\w{16} \(live\)/.test(stderr)).toBe(words[0] === 'create')
    }
    const made = (await keys('list')).stdout
    for (const output of ['>&-', '>/dev/null']) {
      const lost = await runScript('admin', ['keys', 'create'], { env, prefix: into(output) })
      expect([lost.code, lost.stderr]).toEqual([
        2,
        '✗ A key is shown once, and this output is discarded. Try --help.\n',
      ])
    }
    expect((await keys('list')).stdout).toBe(made)
  })

  test.each([
    [['create', '--plan', 'gold'], 2, '--plan must be free or pro'],
    [['create', '--env', 'prod'], 2, '--env must be live or test'],
    [['create', '--id', 'x'], 2, 'create does not take --id'],
    [['revoke'], 2, 'Name the key with --id'],
    [['grant', '--id', 'x'], 2, 'grant needs --plan'],
    [['revoke', '--id', PUBLIC_TEST_KEY], 1, 'There is no key of this id'],
    [['destroy'], 2, 'Choose one of create, list, revoke, grant, backup or restore'],
    [['constructor'], 2, 'Choose one of create, list, revoke, grant, backup or restore'],
    [[], 2, 'Choose one of create, list, revoke, grant, backup or restore'],
    [['list', PUBLIC_TEST_KEY], 2, 'list takes no further words'],
    [['list', '--what'], 2, '--what'],
  ])('%j ends with code %i and one sentence', async (words, code, sentence) => {
    const { code: status, stdout, stderr } = await keys(...words)

    expect(status).toBe(code)
    expect(stdout).toBe('')
    expect(stderr).toContain(sentence)
    expect(stderr).not.toContain(PUBLIC_TEST_KEY)
  })

  test('--help says what there is', async () => {
    const { stdout, code: status } = await keys('--help')

    expect(status).toBe(0)
    for (const word of ['create', 'list', 'revoke', 'grant', '--json'])
      expect(stdout).toContain(word)
  })

  test('a bad secret is named and not repeated', async () => {
    const { code: status, stderr } = await keys('list', { PLIMSOLL_SECRET: 'hunter2' })

    expect(status).toBe(2)
    expect(stderr).toContain('PLIMSOLL_SECRET')
    expect(stderr).not.toContain('hunter2')
  })
})

describe('leaked keys', () => {
  test('after keys were made and used, no file of the state and no later output holds one', async () => {
    const ip = '198.51.100.77'
    const made = [await create('live'), await create('test')]
    for (const key of made) {
      const record = await recordOf(key)
      await withStore(async (store) => {
        const limits = { burst: 60, daily: 60 }
        const caller = (await addressIds(secret(), ip)).address
        const hit = { limits, group: 'other', now: Date.now() } as const
        const id = record?.id ?? ''
        await store.hit({ ...hit, caller: id, meter: { owner: id, keyId: id } })
        await store.hit({ ...hit, caller, meter: null })
        // Looked at while it is open: the log of SQLite counts too.
        expect(textIn(folder)).toContain(caller)
        for (const leak of [...made, ...made.map((one) => one.slice(9, 39)), ip]) {
          expect(textIn(folder)).not.toContain(leak)
        }
      })
    }

    const later = (await keys('list')).stdout + (await keys('list', '--json')).stdout
    expect(later).toContain('dpk_live_…')
    for (const key of made) expect(later).not.toContain(key.slice(9, 39))
    expect(keysIn(textIn(folder) + later)).toEqual([])
  })

  test.skipIf(!existsSync(DIST))('what is published holds no key but the public test key', () => {
    expect(keysIn(textIn(DIST)).filter((key) => key !== PUBLIC_TEST_KEY)).toEqual([])
  })

  test('the scan finds a key when there is one', () => {
    expect(keysIn(`{"key":"${PUBLIC_TEST_KEY}"}`)).toEqual([PUBLIC_TEST_KEY])
  })
})

type Words = (string | Record<string, string>)[]

function keys(...words: Words) {
  const texts = words.filter((word) => typeof word === 'string')
  const extra = Object.assign({}, ...words.filter((word) => typeof word !== 'string'))
  return runAdmin(['keys', ...texts], { STATE_URL: stateUrl, ...extra })
}

async function create(env: string): Promise<string> {
  return (await keys('create', '--env', env)).stdout.trimEnd()
}

function secret(): string {
  return openSecret({ url: stateUrl, secret: null, secretFile: null }, () => new Uint8Array(0))
}

async function recordOf(key: string) {
  const digest = await digestOf(secret(), key)
  return withStore((store) => store.findKey(digest))
}

async function withStore<T>(
  work: (store: Awaited<ReturnType<typeof openState>>) => Promise<T>,
): Promise<T> {
  const store = await openState(stateUrl, { token: null, instance: 'a', clock: Date.now })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** Every text of the form of a key with a true checksum. */
function keysIn(text: string): string[] {
  return (text.match(/dpk_(?:live|test)_[0-9A-Za-z]{36}/g) ?? []).filter((key) => parseApiKey(key))
}

function textIn(from: string): string {
  return readdirSync(from, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(from, name))
    .filter((name) => statSync(name).isFile())
    .map((name) => readFileSync(name, 'latin1'))
    .join('\n')
}
