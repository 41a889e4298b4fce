import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { PlimsollError } from '../../errors.ts'
import { coinKey } from '../prices/defillama-map.ts'
import { SANCTION_ORACLES } from '../sanctions/oracle.ts'
import { SCAN_CHAINS } from './scan-chains.ts'
import { readWalletNodes } from './wallet-nodes.ts'

const known = z
  .array(z.looseObject({ name: z.string(), chainId: z.number().nullish() }))
  .parse(JSON.parse(readFileSync(new URL('../../../data/chains.json', import.meta.url), 'utf8')))

describe(readWalletNodes.name, () => {
  test('knows every chain of the contract lists by the name that scores are published under', () => {
    const { chains } = readWalletNodes({})
    expect(chains.map(({ key }) => key)).toEqual(SCAN_CHAINS.map(({ key }) => key))
    for (const { id, name } of chains) {
      expect(known.find((chain) => chain.chainId === id)?.name).toBe(name)
    }
  })

  test('names the chains as prices and sanction oracles are looked up by', () => {
    const names = readWalletNodes({}).chains.map(({ name }) => name)
    const token = `0x${'1'.repeat(40)}`
    for (const chain of names) expect(coinKey({ chain, token })).not.toBeNull()
    for (const { chain } of SANCTION_ORACLES) expect(names).toContain(chain)
  })

  test('takes the nodes of the environment in their order, and public ones for the rest', () => {
    const given = 'https://a.example/key, http://127.0.0.1:8545 ,'
    const { chains, solana } = readWalletNodes({ WALLET_RPC_BNB: given, WALLET_RPC_SOLANA: ' ' })
    const urls = new Map(chains.map((chain) => [chain.key, chain.urls]))
    expect(urls.get('bnb')).toEqual(['https://a.example/key', 'http://127.0.0.1:8545'])
    expect(urls.get('ethereum')?.[0]).toMatch(/^https:/)
    expect(solana[0]).toMatch(/^https:/)
  })

  test('names every variable that is no URL, and none of their values', () => {
    const env = { WALLET_RPC_BASE: 'https://a.example,secret', WALLET_RPC_SOLANA: 'ws://secret' }
    const read = () => readWalletNodes(env)
    expect(read).toThrow(PlimsollError)
    expect(read).toThrow(/WALLET_RPC_BASE, WALLET_RPC_SOLANA/)
    expect(read).not.toThrow(/secret/)
  })
})
