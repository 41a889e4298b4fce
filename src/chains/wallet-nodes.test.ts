import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { openContracts } from '../wallet/evm/contracts/open-contracts.ts'
import { coinKey } from '../wallet/prices/defillama-map.ts'
import { SCAN_CHAINS, SOLANA } from './scan-chains.ts'
import { toTron } from './tron-address.ts'
import { nodeEnvironment, nodeVariable, withNodes } from './wallet-nodes.ts'

const known = z
  .array(z.looseObject({ name: z.string(), chainId: z.number().nullish() }))
  .parse(JSON.parse(read('data/chains.json')))

describe('each chain of a scan', () => {
  test.each(SCAN_CHAINS)('$key is named as the scores name it', ({ key, chainId, name }) => {
    // Tron has no id of an EVM chain there.
    const id = key === 'tron' ? null : chainId
    expect(known).toContainEqual(expect.objectContaining({ name, chainId: id }))
  })

  test.each(SCAN_CHAINS)('$key has a contract list and prices', ({ key, name, chainId }) => {
    expect(openContracts()(key)).toMatchObject({ chain: key, chainId })
    const token = `0x${'1'.repeat(40)}`
    const spelled = key === 'tron' ? toTron(token) : token
    expect(coinKey({ chain: name, token: spelled })).toMatch(/^[a-z-]+:[0T]/)
  })

  test.each([...SCAN_CHAINS, SOLANA])(
    '$key is in the guide and in the check of its contracts',
    ({ key }) => {
      const guide = read('src/content/guides/scan-a-wallet.md')
      expect(guide).toContain(`\`${key.toUpperCase()}\``)
      expect(read('.github/workflows/refresh.yml')).toContain(`secrets.${nodeVariable(key)} `)
    },
  )

  test('has the prefix of prices that DefiLlama gives it', () => {
    expect(
      Object.fromEntries([...SCAN_CHAINS, SOLANA].map(({ key, coinKey }) => [key, coinKey])),
    ).toEqual({
      ...Object.fromEntries([...SCAN_CHAINS, SOLANA].map(({ key }) => [key, key])),
      // The chains whose name there is another.
      bnb: 'bsc',
      avalanche: 'avax',
      gnosis: 'xdai',
      zksync: 'era',
    })
  })

  test('has one key and one id', () => {
    expect(new Set(SCAN_CHAINS.map(({ key }) => key)).size).toBe(SCAN_CHAINS.length)
    expect(new Set(SCAN_CHAINS.map(({ chainId }) => chainId)).size).toBe(SCAN_CHAINS.length)
  })
})

describe(withNodes, () => {
  test('says where code that is not deployed does not run', () => {
    const without = withNodes({}).chains.filter(({ runsCode }) => runsCode === false)
    expect(without.map(({ key }) => key)).toEqual(['zksync', 'tron'])
  })

  test('takes the given nodes in their order, and public ones for the rest', () => {
    const given = 'https://a.example/key, http://127.0.0.1:8545 ,'
    const nodes = z.object(nodeEnvironment).parse({ WALLET_RPC_BNB: given, WALLET_RPC_SOLANA: ' ' })
    const { chains, solana } = withNodes(nodes)
    const urls = new Map(chains.map((chain) => [chain.key, chain.urls]))
    expect(urls.get('bnb')).toEqual(['https://a.example/key', 'http://127.0.0.1:8545'])
    expect(urls.get('ethereum')?.[0]).toMatch(/^https:/)
    expect(solana[0]).toMatch(/^https:/)
  })
})

function read(file: string): string {
  return readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
}
