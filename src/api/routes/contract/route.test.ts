import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shardNames, shardOf } from '../../../contract/contract-shard.ts'
import { contractDocument, contractShard } from '../../../contract/contracts.ts'
import { aRouteContext } from '../../../testing/api/route-context.ts'
import example from './example.json' with { type: 'json' }
import { contract } from './route.ts'

const POOL = '0x87870bca3f3fd6335c3f4ce8392d69350b4fa4e2'
const MINT = 'J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn'
const { lookedAt } = example.data

const CHAINS = {
  data: [
    { name: 'Ethereum', aliases: ['eth', 'Mainnet'], kind: 'evm' },
    { name: 'BNB Chain', aliases: ['BSC'], kind: 'evm' },
    { name: 'Base', aliases: [], kind: 'evm' },
    { name: 'Solana', aliases: [], kind: 'solana' },
    { name: 'Near', aliases: [], kind: 'other' },
    { name: 'Tron', aliases: [], kind: 'other' },
  ],
}

const SHARD = {
  lookedAt,
  protocols: {
    'aave-v3': {
      ...{ name: 'Aave V3', listed: true, status: 'active', compositeScore: 4, control: null },
      ...{ riskLevel: 'moderate', incidents: { count: 0, newest: null } },
    },
  },
  sources: ['a@1', 'b@2'],
  contracts: [
    {
      ...{ chain: 'Ethereum', address: POOL },
      protocols: [
        { id: 'aave-v3', roles: [{ role: 'funds', name: 'Pool', source: 1, day: '2026-01-02' }] },
      ],
    },
    { chain: 'BNB Chain', address: POOL, notes: [{ note: 'Abused', source: 0 }] },
    {
      ...{ chain: 'Solana', address: MINT },
      usedBy: { count: 1, name: null, protocols: [{ id: 'aave-v3', name: 'Aave V3' }] },
    },
  ],
}

/** Asks with every shard as given; null: the file is absent. */
async function ask(
  chain: string,
  address: string,
  shard: unknown = SHARD,
  chains: unknown = CHAINS,
) {
  const asked: string[] = []
  const response = await contract.handle(
    aRouteContext({
      ...{ parameter: chain, second: address },
      fetchInternal: async (url) => {
        asked.push(url)
        const document = url.includes('/contracts/') ? shard : chains
        const body = typeof document === 'string' ? document : JSON.stringify(document)
        return { status: document === null ? 404 : 200, headers: {}, body }
      },
    }),
  )
  return { status: response.status, asked, json: JSON.parse(String(response.body)) }
}

describe('GET /v1/contracts/{chain}/{address}', () => {
  test('takes one document: that of the shard, which has the protocols, roles and sources', async () => {
    const { status, asked, json } = await ask('Ethereum', POOL)
    expect(contractShard.parse(SHARD)).toEqual(SHARD)
    expect(status).toBe(200)
    expect(asked).toEqual([`/_data/live/contracts/${shardOf(POOL)}.json`])
    const { data } = contractDocument.parse(json)
    expect(data.protocols).toEqual([
      {
        ...{ id: 'aave-v3', ...SHARD.protocols['aave-v3'] },
        roles: [{ role: 'funds', name: 'Pool', note: null, source: 'b@2', day: '2026-01-02' }],
      },
    ])
    expect(data).toMatchObject({ more: 0, control: null, notes: [], otherChains: ['BNB Chain'] })
  })

  test.each([
    ['ethereum', POOL.toUpperCase()],
    ['ETHEREUM', '0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2'],
    ['eth', '0x87870bCA3F3fD6335C3F4ce8392D69350B4fA4E2'],
  ])('%s %s is the same contract: case and checksum mean nothing', async (chain, address) => {
    expect((await ask(chain, address)).json.data?.address).toBe(POOL)
  })

  test('case counts on Solana', async () => {
    expect((await ask('solana', MINT)).json.data.usedBy.count).toBe(1)
    expect((await ask('solana', MINT.toLowerCase().replaceAll('l', 'm'))).status).toBe(404)
  })

  test('what tables say without a protocol is an answer, with no protocol in it', async () => {
    const { data } = contractDocument.parse((await ask('bsc', POOL)).json)
    expect(data.protocols).toEqual([])
    expect(data.notes).toEqual([{ name: null, note: 'Abused', source: 'a@1', day: null }])
  })

  test('twenty unknown addresses are 404 with what was looked at, and never called safe', async () => {
    for (let at = 1; at <= 20; at += 1) {
      const address = `0x${at.toString(16).padStart(40, 'f')}`
      const { status, json } = await ask('Ethereum', address)
      expect(status).toBe(404)
      const { code, message, details } = json.error
      expect(code).toBe('NOT_FOUND')
      expect(message).toContain('That does not make it safe')
      expect(details.lookedAt).toContain(
        `${lookedAt.contracts} contracts in the tables and the snapshot of ${lookedAt.day}`,
      )
      expect(details.lookedAt).toHaveLength(1 + lookedAt.tables.length)
    }
  })

  test('an unknown address says what could not be looked at', async () => {
    const shard = { ...SHARD, lookedAt: { ...lookedAt, unread: ['A list has not been read.'] } }
    const { json } = await ask('Ethereum', `0x${'f'.repeat(40)}`, shard)
    expect(json.error.details.lookedAt.at(-1)).toBe('A list has not been read.')
  })

  test('one that is known on other chains says which', async () => {
    const { status, json } = await ask('Base', POOL)
    expect(status).toBe(404)
    expect(json.error.details.otherChains).toEqual(['Ethereum', 'BNB Chain'])
  })

  test.each([
    ['no-such-chain', POOL, 'chain'],
    ['', POOL, 'chain'],
    ['Ethereum', '0x12', 'address'],
    ['Ethereum', MINT, 'address'],
    ['Solana', `0x${'1'.repeat(40)}`, 'address'],
    ['Tron', POOL, 'address'],
    ['Ethereum', 'two words', 'address'],
    ['Ethereum', '', 'address'],
  ])('%s with %s is 400 and names the %s', async (chain, address, field) => {
    const { status, json } = await ask(chain, address)
    expect([status, Object.keys(json.error.details)]).toEqual([400, [field]])
  })

  test('one that only the list of sanctioned addresses names says so on every chain of its form', async () => {
    const address = '0x098b716b8aaf21512996dc57eb0615e2383e2f96'
    const notes = [{ note: 'Sanctioned', source: 0, day: '2026-10-04' }]
    const shard = contractShard.parse({ ...SHARD, sanctioned: [{ address, notes }] })
    for (const chain of ['eth', 'Base']) {
      const { status, json } = await ask(chain, '0x098B716B8Aaf21512996dC57EB0615e2383E2f96', shard)
      const { data } = contractDocument.parse(json)
      expect([status, data.protocols]).toEqual([200, []])
      expect(data.notes).toMatchObject([{ note: 'Sanctioned', day: '2026-10-04' }])
    }
    expect((await ask('Solana', address, shard)).status).toBe(400)
    expect((await ask('eth', `0x${'1'.repeat(40)}`, shard)).status).toBe(404)
  })

  test('half a document, or none, is unavailable and not unknown', async () => {
    expect((await ask('Ethereum', POOL, null)).status).toBe(503)
    expect((await ask('Ethereum', POOL, JSON.stringify(SHARD).slice(0, 300))).status).toBe(503)
    expect((await ask('eth', POOL, SHARD, null)).status).toBe(503)
    expect((await ask('Base', POOL, SHARD, '{"data":')).status).toBe(503)
  })

  test('any text is answered, and only one of our own documents is read', async () => {
    const own = new Set(shardNames().map((name) => `/_data/live/contracts/${name}.json`))
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.string(), async (chain, address) => {
        const { status, asked } = await ask(chain, address)
        expect([200, 400, 404]).toContain(status)
        expect(asked.every((url) => own.has(url) || url === '/_data/live/chains.json')).toBe(true)
      }),
    )
  })
})
