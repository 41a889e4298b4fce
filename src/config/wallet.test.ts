import { describe, expect, test } from 'vitest'
import { SCAN_CHAINS } from '../chains/scan-chains.ts'
import { PlimsollError } from '../domain/errors.ts'
import { readWalletSettings } from './wallet.ts'

const SECRET = 'plantedkey4711'

function refusal(env: Record<string, string>): PlimsollError {
  try {
    readWalletSettings(env)
  } catch (error) {
    if (error instanceof PlimsollError) return error
    throw error
  }
  return expect.fail('nothing was refused')
}

describe(readWalletSettings, () => {
  test('an empty environment gives public nodes, the usual addresses and no Jupiter', () => {
    const { nodes, ...others } = readWalletSettings({})
    expect(nodes.chains).toHaveLength(SCAN_CHAINS.length)
    expect(nodes.solana.length).toBeGreaterThan(0)
    expect(others).toEqual({
      jupiterKey: null,
      pricesUrl: 'https://coins.llama.fi',
      hyperliquidUrl: 'https://api.hyperliquid.xyz/info',
      pageScans: null,
    })
  })

  test('every variable is read; what is blank counts as not set', () => {
    const settings = readWalletSettings({
      WALLET_RPC_BNB: 'https://a.example/key, https://b.example',
      WALLET_RPC_SOLANA: 'http://127.0.0.1:1',
      WALLET_RPC_BASE: ' ',
      JUPITER_API_KEY: SECRET,
      DEFILLAMA_COINS_URL: 'http://127.0.0.1:2/',
      HYPERLIQUID_URL: 'http://127.0.0.1:3/info',
    })
    const urls = Object.fromEntries(settings.nodes.chains.map((chain) => [chain.key, chain.urls]))
    expect(urls.bnb).toEqual(['https://a.example/key', 'https://b.example'])
    expect(urls.base).toEqual(readWalletSettings({}).nodes.chains[2]?.urls)
    expect(settings).toMatchObject({
      nodes: { solana: ['http://127.0.0.1:1'] },
      jupiterKey: SECRET,
      pricesUrl: 'http://127.0.0.1:2',
      hyperliquidUrl: 'http://127.0.0.1:3/info',
    })
  })

  test.each([...SCAN_CHAINS.map(({ key }) => key), 'solana'])(
    'nodes of %s have a variable, which is looked at',
    (key) => {
      const name = `WALLET_RPC_${key.toUpperCase()}`
      const { nodes } = readWalletSettings({ [name]: 'https://mine.example' })
      const urls = key === 'solana' ? nodes.solana : nodes.chains.find((c) => c.key === key)?.urls
      expect(urls).toEqual(['https://mine.example'])
      expect(refusal({ [name]: SECRET }).message).toContain(`${name}: `)
    },
  )

  test.each([
    ['WALLET_RPC_ETHEREUM', 'ethereum.example'],
    ['WALLET_RPC_BNB', 'https://a.example,ftp://b.example'],
    ['WALLET_RPC_SOLANA', 'x'],
    ['DEFILLAMA_COINS_URL', 'coins'],
    ['HYPERLIQUID_URL', 'file:///etc/passwd'],
  ])('%s=%s is refused by name', (name, value) => {
    const { code, message } = refusal({ [name]: value })
    expect(code).toBe('CONFIG_INVALID')
    expect(message).toMatch(new RegExp(`^Check the environment: ${name}: `))
  })

  test('all bad variables are named at once, none with its value', () => {
    const bad = { WALLET_RPC_BASE: SECRET, WALLET_RPC_LINEA: SECRET, DEFILLAMA_COINS_URL: SECRET }
    const { message } = refusal(bad)
    for (const name of Object.keys(bad)) expect(message).toContain(name)
    expect(message).not.toContain(SECRET)
  })
})
