import { describe, expect, test } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { contextOf } from '../fixtures/answers.ts'
import { defillamaChains } from './chains.ts'
import { aRow } from './fixtures/row.ts'
import { defillamaHacks } from './hacks.ts'
import { protocolHistory } from './history.ts'
import { defillamaProtocols } from './protocols.ts'

const { upstreams } = readConfig({ DEFILLAMA_PRO_KEY: 'secret' })

describe('the DefiLlama sources', () => {
  test('each reads its endpoint and speaks for the day of the run', async () => {
    const answers = {
      'api.llama.fi/protocols.json': [aRow()],
      'api.llama.fi/v2/chains.json': [{ name: 'Base', chainId: 8453 }],
      'api.llama.fi/hacks.json': [{ name: 'Harbour', date: 1_709_856_000 }],
    }
    const { context, asked } = contextOf(answers)
    const sources = [
      defillamaProtocols(upstreams),
      defillamaChains(upstreams),
      defillamaHacks(upstreams),
    ]
    for (const source of sources) {
      const batch = await source.read(context)
      expect(batch).toMatchObject({ asOf: '2024-03-11', rowCounts: { rows: 1, accepted: 1 } })
    }
    expect(asked.map(({ url }) => url)).toEqual([
      'https://api.llama.fi/protocols',
      'https://api.llama.fi/v2/chains',
      'https://api.llama.fi/v2/chains',
      'https://pro-api.llama.fi/secret/api/hacks',
    ])
    expect(asked.map(({ label }) => label).join()).not.toContain('secret')
  })

  test('a chain beyond our table is supported by the chain list of the same run', async () => {
    const protocols = { 'api.llama.fi/protocols.json': [aRow({ chains: ['Nowhere'] })] }
    const chains = { 'api.llama.fi/v2/chains.json': [{ name: 'Nowhere', chainId: 7_654_321 }] }
    const accepted = await defillamaProtocols(upstreams).read(
      contextOf({ ...protocols, ...chains }).context,
    )
    expect(accepted.rowCounts.accepted).toBe(1)
    const without = await defillamaProtocols(upstreams).read(contextOf(protocols).context)
    expect(without.rowCounts.outOfScope).toEqual({ 'unsupported-chain': 1 })
  })

  test('a registry that cannot be read is an error of the source', async () => {
    await expect(defillamaProtocols(upstreams).read(contextOf({}).context)).rejects.toMatchObject({
      code: 'NOT_RECORDED',
    })
  })

  test('a slug is escaped in the address and in the name of its recording', () => {
    expect(protocolHistory(upstreams, '../polygon-bridge-&-staking')).toMatchObject({
      url: 'https://api.llama.fi/protocol/..%2Fpolygon-bridge-%26-staking',
      recordAs: 'api.llama.fi/protocol/..%2Fpolygon-bridge-%26-staking.json',
    })
    expect(protocolHistory(upstreams, 'summer.fi').recordAs).toBe(
      'api.llama.fi/protocol/summer.fi.json',
    )
  })
})
