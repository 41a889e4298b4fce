import { describe, expect, test } from 'vitest'
import { openSqliteState } from '../../state/sqlite/store.ts'
import { type AccountHostOptions, createAccountHost } from './account.ts'
import { type FunctionContext, readAccountSettings } from './account-settings.ts'

const SECRET = 'a secret of the tests, long enough to be one'
const SITE = 'https://risk.example.org'
const production: FunctionContext = { ip: '192.0.2.1', deploy: { context: 'production' } }

function site(
  env: Record<string, string> = { PLIMSOLL_SECRET: SECRET, URL: SITE },
  state = openSqliteState(':memory:'),
) {
  const lines: string[] = []
  const opened: string[] = []
  const options: AccountHostOptions = {
    root: import.meta.dirname,
    env,
    fetch: () => Promise.reject(new Error('Tests send no requests.')),
    now: Date.now,
    newId: () => 'one',
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
    log: (line) => lines.push(line),
    openState: (url) => {
      opened.push(url)
      return state
    },
  }
  const host = createAccountHost(options)
  const post = (headers: Record<string, string> = {}, context = production, at = SITE) =>
    host(
      new Request(`${at}/account/api/challenge`, {
        method: 'POST',
        headers: { Origin: at, 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify({ kind: 'ethereum', address: `0x${'1'.repeat(40)}`, chainId: 1 }),
      }),
      context,
    )
  return { post, host, lines, opened, state }
}

describe(createAccountHost, () => {
  test('answers for the address of the site', async () => {
    const { post, opened, lines } = site()
    const response = await post()
    expect(response.status).toBe(200)
    expect((await response.json()).data.message).toContain('risk.example.org wants you to sign in')
    expect((await post({ Origin: 'https://evil.example' })).status).toBe(403)
    expect(opened).toEqual(['blobs:'])
    expect(lines).toEqual([])
  })

  test('counts by the address that the platform names, and by no header of the client', async () => {
    const { post } = site()
    const ask = (ip: string) => post({ 'X-Forwarded-For': 'x' }, { ...production, ip })
    const statuses = []
    for (let i = 0; i < 21; i += 1) statuses.push((await ask('192.0.2.7')).status)
    expect(statuses.at(-2)).toBe(200)
    expect(statuses.at(-1)).toBe(429)
    expect((await ask('192.0.2.8')).status).toBe(200)
  })

  test.each([
    ['without a secret', { URL: SITE }, 'PLIMSOLL_SECRET'],
    ['with a short secret', { URL: SITE, PLIMSOLL_SECRET: 'planted' }, 'PLIMSOLL_SECRET'],
    [
      'with a public address that is none',
      { PLIMSOLL_SECRET: SECRET, PLIMSOLL_PUBLIC_URL: 'planted' },
      'PLIMSOLL_PUBLIC_URL',
    ],
  ])('%s it answers 503 and logs once what is wrong', async (_, env, name) => {
    const { post, lines } = site(env)
    for (let i = 0; i < 2; i += 1) {
      const response = await post()
      expect(response.status).toBe(503)
      expect(response.headers.get('cache-control')).toBe('no-store')
    }
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain(name)
    expect(lines[0]).not.toContain('planted')
  })

  test('with another secret than that of the state it answers 503 and logs it', async () => {
    const { post, state } = site()
    expect((await post()).status).toBe(200)
    const other = site(
      { URL: SITE, PLIMSOLL_SECRET: 'another secret, as long as it has to be' },
      state,
    )
    expect((await other.post()).status).toBe(503)
    expect(other.lines.join()).toContain('another secret')
    expect((await post()).status).toBe(200)
  })

  test('while the state is down it answers 503, and goes on when it is back', async () => {
    const state = openSqliteState(':memory:')
    let isDown = true
    const markSecret = state.markSecret
    const { post } = site(undefined, {
      ...state,
      markSecret: async (mark) => {
        if (isDown) throw new Error('down')
        return markSecret(mark)
      },
    })
    expect((await post()).status).toBe(503)
    isDown = false
    expect((await post()).status).toBe(200)
  })
})

describe(readAccountSettings, () => {
  const read = (env: Record<string, string>, context?: string) =>
    readAccountSettings({ PLIMSOLL_SECRET: SECRET, ...env }, { ip: '', deploy: { context } })

  test('a preview has a state of its own', () => {
    expect(read({}, 'production').stateUrl).toBe('blobs:')
    expect(read({}, 'deploy-preview').stateUrl).toBe('blobs:?name=preview')
    expect(read({}).stateUrl).toBe('blobs:?name=preview')
    expect(read({ STATE_URL: 'https://x' }, 'deploy-preview').stateUrl).toBe('https://x')
  })

  test('the public address is the one that was set, then that of the site', () => {
    expect(read({ URL: SITE }).publicUrl).toBe(SITE)
    expect(read({ URL: SITE, PLIMSOLL_PUBLIC_URL: 'https://own.example/' }).publicUrl).toBe(
      'https://own.example',
    )
    expect(read({}).publicUrl).toBeNull()
  })

  test('only `netlify dev` has a secret that all know, a header with addresses, and no address of its own', () => {
    const env = { NETLIFY_DEV: 'true', TRUST_PROXY: 'X-Client', URL: 'http://localhost:8888' }
    expect(readAccountSettings(env, { ip: '' })).toMatchObject({
      publicUrl: null,
      addressHeader: 'x-client',
      stateUrl: 'blobs:',
    })
    expect(read({ TRUST_PROXY: 'X-Client' }, 'production').addressHeader).toBeNull()
  })
})
