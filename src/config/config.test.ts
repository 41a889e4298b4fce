import { describe, expect, test } from 'vitest'
import { PlimsollError } from '../domain/errors.ts'
import { readConfig } from './config.ts'
import cases from './fixtures/config.json' with { type: 'json' }
import { readWalletSettings } from './wallet.ts'

describe('state settings', () => {
  test('by default state is a file in data, without a token or a secret', () => {
    expect(readConfig({}).state).toEqual({
      url: 'sqlite:data/state.sqlite',
      token: null,
      secret: null,
      secretFile: null,
    })
  })

  test('what is set is handed on as it is; what is set to nothing is not set', () => {
    const secret = 'x'.repeat(32)
    const env = { STATE_URL: 'redis://:p@host', STATE_TOKEN: '', PLIMSOLL_SECRET: secret }

    expect(readConfig(env).state).toEqual({
      url: 'redis://:p@host',
      token: null,
      secret,
      secretFile: null,
    })
  })

  test('a secret that is too short is named and not repeated', () => {
    expect(() => readConfig({ PLIMSOLL_SECRET: 'hunter2' })).toThrow(/PLIMSOLL_SECRET/)
    expect(() => readConfig({ PLIMSOLL_SECRET: 'hunter2' })).not.toThrow(/hunter2/)
  })
})

const SECRET = 'plantedkey4711'

describe(readConfig, () => {
  test('nodes of a chain that is not scanned are refused by name, without their value', () => {
    const env = { WALLET_RPC_FANTOM: `https://node.example/${SECRET}`, WALLET_RPC_BASE: 'x' }
    expect(() => readConfig(env)).toThrow(
      /WALLET_RPC_BASE: .*; WALLET_RPC_FANTOM: names no chain of the wallet scan/,
    )
    expect(() => readConfig(env)).not.toThrow(new RegExp(SECRET))
    expect(() => readConfig({ WALLET_RPC_FANTOM: '' })).not.toThrow()
  })

  test('an empty environment gives the defaults', () => {
    expect(readConfig({})).toEqual({
      downloadKilobytes: 100_000_000,
      storeFiles: {
        live: 'data/plimsoll.sqlite',
        seed: 'data/sample.sqlite',
        recorded: 'data/recorded.sqlite',
      },
      distDir: 'dist',
      refreshDays: 4,
      host: '127.0.0.1',
      port: 8888,
      workers: 1,
      http: {},
      state: { url: 'sqlite:data/state.sqlite', token: null, secret: null, secretFile: null },
      site: { publicUrl: null, repository: null },
      mail: null,
      trustProxy: null,
      trustProxyFrom: ['127.0.0.0/8', '::1'],
      log: 'faults',
      metrics: null,
      acceptedLosses: [],
      upstreams: {
        defillama: 'https://api.llama.fi',
        hacks: 'https://api.llama.fi/hacks',
        immunefi:
          'https://raw.githubusercontent.com/infosec-us-team/Immunefi-Bug-Bounty-Programs-Unofficial/main',
        githubApi: 'https://api.github.com',
        githubRaw: 'https://raw.githubusercontent.com',
      },
      adaptersGitUrl: 'https://github.com/DefiLlama/DefiLlama-Adapters.git',
      readsChains: true,
      wallet: readWalletSettings({}),
      signing: {},
    })
  })

  test('proxies are addresses and prefixes, of either family', () => {
    const { trustProxyFrom } = readConfig({
      TRUST_PROXY_FROM: '10.0.0.0/8, 192.0.2.7,2001:db8::/32',
    })
    expect(trustProxyFrom).toEqual(['10.0.0.0/8', '192.0.2.7', '2001:db8::/32'])
  })

  test('a variable that is empty or blank counts as not set', () => {
    const blank = { PORT: '', PLIMSOLL_DB: ' ', DEFILLAMA_PRO_KEY: '', PLIMSOLL_RETRIES: '\t' }
    expect(readConfig({ ...blank, OTHER: undefined })).toEqual(readConfig({}))
  })

  test('every variable is read, addresses without their last slash', () => {
    const wallet = { WALLET_RPC_BNB: 'http://127.0.0.1:6', JUPITER_API_KEY: 'k' }
    const config = readConfig({
      PLIMSOLL_DB: '/a/b.sqlite',
      PLIMSOLL_REFRESH_DAYS: '9',
      PLIMSOLL_DIST: '/c',
      PLIMSOLL_PUBLIC_URL: 'https://risk.example.org/',
      PLIMSOLL_REPOSITORY: 'https://git.example.org/us/plimsoll/',
      HOST: '::',
      PORT: '0',
      WORKERS: 'auto',
      DOWNLOAD_MB_A_DAY: '250',
      PLIMSOLL_TIMEOUT_MS: '1500',
      PLIMSOLL_RETRIES: '0',
      PLIMSOLL_ACCEPT_LOSS: 'defillama-protocols@2026-10-01-0123456789ab, scores@2026-10-01',
      DEFILLAMA_URL: 'http://127.0.0.1:1/',
      DEFILLAMA_HACKS_URL: 'http://127.0.0.1:2//',
      IMMUNEFI_URL: 'http://127.0.0.1:3/x/',
      GITHUB_API_URL: 'http://127.0.0.1:4',
      GITHUB_RAW_URL: 'http://127.0.0.1:5',
      ADAPTERS_GIT_URL: 'file:///mirror/adapters.git',
      PLIMSOLL_ONCHAIN: 'off',
      PLIMSOLL_SIGNING_KEY: 'key',
      PLIMSOLL_FORMER_KEYS: 'keys',
      ...wallet,
    })
    expect(config).toEqual({
      downloadKilobytes: 250_000,
      storeFiles: { live: '/a/b.sqlite', seed: '/a/b.sqlite', recorded: '/a/b.sqlite' },
      distDir: '/c',
      refreshDays: 9,
      host: '::',
      port: 0,
      workers: 'auto',
      http: { timeoutMs: 1500, retries: 0 },
      state: { url: 'sqlite:data/state.sqlite', token: null, secret: null, secretFile: null },
      site: {
        publicUrl: 'https://risk.example.org',
        repository: 'https://git.example.org/us/plimsoll',
      },
      mail: null,
      trustProxy: null,
      trustProxyFrom: ['127.0.0.0/8', '::1'],
      log: 'faults',
      metrics: null,
      acceptedLosses: ['defillama-protocols@2026-10-01-0123456789ab', 'scores@2026-10-01'],
      upstreams: {
        defillama: 'http://127.0.0.1:1',
        hacks: 'http://127.0.0.1:2/hacks',
        immunefi: 'http://127.0.0.1:3/x',
        githubApi: 'http://127.0.0.1:4',
        githubRaw: 'http://127.0.0.1:5',
      },
      adaptersGitUrl: 'file:///mirror/adapters.git',
      readsChains: false,
      wallet: readWalletSettings(wallet),
      signing: { key: 'key', formerKeys: 'keys' },
    })
    expect(config.wallet).not.toEqual(readWalletSettings({}))
  })

  test.each([
    ['the free host by default', {}, 'https://api.llama.fi/hacks'],
    ['a free host that was set', { DEFILLAMA_URL: 'http://x.example' }, 'http://x.example/hacks'],
    [
      'the paid host with a key',
      { DEFILLAMA_PRO_KEY: 'k/1' },
      'https://pro-api.llama.fi/k%2F1/api/hacks',
    ],
    [
      'a paid host that was set, with a key',
      { DEFILLAMA_PRO_KEY: 'k', DEFILLAMA_PRO_URL: 'http://x.example/' },
      'http://x.example/k/api/hacks',
    ],
    [
      'its own host, whatever else is set',
      { DEFILLAMA_PRO_KEY: 'k', DEFILLAMA_HACKS_URL: 'http://x.example' },
      'http://x.example/hacks',
    ],
  ])('incidents come from %s', (_, env, url) => {
    expect(readConfig(env).upstreams.hacks).toBe(url)
  })

  test('a token of GitHub is for the host of its API alone, and a bad one is not repeated', () => {
    expect(readConfig({ GITHUB_TOKEN: 'planted' }).http).toEqual({
      bearer: { origin: 'https://api.github.com', token: 'planted' },
    })
    const env = { GITHUB_TOKEN: 'planted', GITHUB_API_URL: 'https://git.example/api/v3' }
    expect(readConfig(env).http.bearer?.origin).toBe('https://git.example')
    const wrong = () => readConfig({ GITHUB_TOKEN: 'planted token' })
    expect(wrong).toThrow(
      /^Check the environment: GITHUB_TOKEN: must not contain spaces or non-ASCII characters\.$/,
    )
  })

  test.each(cases.refused)('%s=%s is refused by name', (name, value) => {
    expect(refusal({ [name]: value }).message).toMatch(
      new RegExp(`^Check the environment: ${name}: `),
    )
  })

  test('workers that are no number say what they can be', () => {
    expect(refusal({ WORKERS: 'x' }).message).toContain(
      'WORKERS: must be auto or a whole number from 1 to 64',
    )
  })

  test.each(['PORT', 'PLIMSOLL_TIMEOUT_MS', 'PLIMSOLL_RETRIES'])(
    'the limits of %s are allowed',
    (name) => {
      const limits = {
        PORT: [0, 65_535],
        PLIMSOLL_TIMEOUT_MS: [100, 600_000],
        PLIMSOLL_RETRIES: [0, 10],
      }
      for (const value of Object.entries(limits).flatMap(([key, pair]) =>
        key === name ? pair : [],
      )) {
        expect(() => readConfig({ [name]: String(value) })).not.toThrow()
      }
    },
  )

  test.each([
    ['127.0.0.1:9464', { host: '127.0.0.1', port: 9464 }],
    ['[::1]:9464', { host: '::1', port: 9464 }],
    ['metrics.internal:0', { host: 'metrics.internal', port: 0 }],
  ])('metrics at %s', (METRICS_ADDRESS, expected) => {
    expect(readConfig({ METRICS_ADDRESS }).metrics).toEqual(expected)
  })

  test.each([
    ['127.0.0.1:8888', {}],
    ['0.0.0.0:81', { PORT: '81' }],
    ['10.0.0.1:8888', { HOST: '::' }],
  ])('metrics at %s need another port than %j', (METRICS_ADDRESS, host) => {
    expect(refusal({ METRICS_ADDRESS, ...host }).message).toContain(
      'METRICS_ADDRESS needs another port than PORT',
    )
    expect(readConfig({ METRICS_ADDRESS, PORT: '82' }).port).toBe(82)
  })

  test('all bad variables are named at once, none with its value', () => {
    const { code, message } = refusal({
      PORT: SECRET,
      DEFILLAMA_URL: SECRET,
      GITHUB_API_URL: SECRET,
      WALLET_RPC_ETHEREUM: SECRET,
    })
    expect(code).toBe('CONFIG_INVALID')
    const names = ['PORT', 'DEFILLAMA_URL', 'GITHUB_API_URL', 'WALLET_RPC_ETHEREUM']
    for (const name of names) expect(message).toContain(name)
    expect(message).not.toContain(SECRET)
  })
})

function refusal(env: Record<string, string>): PlimsollError {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof PlimsollError) return error
    throw error
  }
  return expect.fail('nothing was refused')
}
