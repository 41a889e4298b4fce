import { describe, expect, test } from 'vitest'
import { shardNames, shardOf } from '../contract/contract-shard.ts'
import { type ContractShard, contractShard } from '../contract/contracts.ts'
import type { Catalogue } from '../domain/catalogue.ts'
import { aContract, aPath, changedBy } from '../domain/fixtures/control.ts'
import type { ListedContract } from '../domain/listed-contract.ts'
import { anIncident } from '../score/fixtures/incident.ts'
import { fact } from '../score/fixtures/record.ts'
import { contractDocuments } from './contract-shards.ts'
import { createControl } from './control.ts'
import { aCatalogue, anEntry } from './fixtures/catalogue.ts'

const at = (digit: string) => `0x${digit.repeat(40)}`

function aRow(fields: Partial<ListedContract> = {}): ListedContract {
  return {
    ...{ chain: 'Ethereum', address: at('1'), role: 'receipt', table: 'wallet', source: 'a@1.0.0' },
    ...{ name: null, note: null, day: null },
    protocol: { id: '1', slugs: ['harbour'], name: 'Harbour' },
    ...fields,
  }
}

const OTHER = { id: '2', slugs: ['other'], name: 'Other' }

function shardsOf(catalogue: Catalogue, rows: ListedContract[]): Map<string, ContractShard> {
  return new Map(
    [...contractDocuments(catalogue, rows)].map(({ path, body }) => [
      path,
      contractShard.parse(JSON.parse(body)),
    ]),
  )
}

const catalogue = aCatalogue([
  anEntry({
    id: '1',
    slug: 'harbour',
    symbol: 'HBR',
    facts: {
      contract: fact('arbitrum:0xABABABABABABABABABABABABABABABABABABABAB'),
      control: fact([
        aContract({
          address: at('C'),
          name: 'Pool',
          codeChange: changedBy(aPath({ threshold: 2, signers: 3, address: at('d') })),
        }),
      ]),
    },
    incidents: [{ day: '2024-01-02', name: 'Harbour', lossUsd: 5 }],
  }),
  anEntry({
    id: '2',
    slug: 'other',
    tvlUsd: 9_000_000,
    facts: { contract: fact('solana:Mint1') },
  }),
])

function contractAt(address: string, rows: ListedContract[] = [], chain = 'Ethereum') {
  const shard = shardsOf(catalogue, rows).get(`contracts/${shardOf(address)}.json`)
  const found = shard?.contracts.find((each) => each.address === address && each.chain === chain)
  return { ...found, shard }
}

describe('the contracts of a snapshot', () => {
  test('are in one file for each shard, empty ones too: a file that is absent means nothing', () => {
    const files = shardsOf(aCatalogue([]), [])
    expect([...files.keys()]).toEqual(shardNames().map((name) => `contracts/${name}.json`))
    expect([...files.values()].every(({ contracts }) => contracts.length === 0)).toBe(true)
    expect(files.get('contracts/00.json')?.lookedAt).toMatchObject({ contracts: 0, tables: [] })
  })

  test('are the same whatever the order of the rows', () => {
    const rows = [aRow(), aRow({ protocol: OTHER, role: 'asset' }), aRow({ chain: 'Base' })]
    const bodies = (given: ListedContract[]) =>
      [...contractDocuments(catalogue, given)].map(({ body }) => body)
    expect(bodies(rows)).toEqual(bodies([...rows].reverse()))
  })

  test('have the score, level, control and incidents of their protocol', () => {
    const { shard, protocols } = contractAt(at('1'), [aRow()])
    expect(protocols).toEqual([{ id: 'harbour', roles: [{ role: 'receipt', source: 0 }] }])
    expect(shard?.sources[0]).toBe('a@1.0.0')
    expect(shard?.protocols.harbour).toMatchObject({
      ...{ listed: true, status: 'active' },
      control: expect.stringContaining('2 of 3 signers of a Safe'),
      incidents: { count: 1, newest: { day: '2024-01-02', name: 'Harbour', lossUsd: 5 } },
    })
  })

  test('of two protocols name the one with the plainer role first, not the larger one', () => {
    const { protocols } = contractAt(at('1'), [aRow({ protocol: OTHER, role: 'exit' }), aRow()])
    expect(protocols?.map(({ id }) => id)).toEqual(['harbour', 'other'])
  })

  test('say of an incident that one reading has so far how many have it', () => {
    const once = [anIncident({ protocolId: '1', readings: 1 })]
    const entry = { ...anEntry({ id: '1', slug: 'harbour' }), incidents: once }
    const files = [...shardsOf(aCatalogue([entry]), [aRow()]).values()]
    const said = files.flatMap(({ protocols }) => protocols.harbour?.incidents.newest ?? [])
    expect(new Set(said.map(({ readings }) => readings))).toEqual(new Set([1]))
  })

  test('name who controls their protocol as its own document does: on the chain with most TVL', () => {
    const control = [aContract({ chain: 'Arbitrum' }), aContract()]
    const given = { tvl: fact([{ chain: 'Ethereum', section: 'tvl' as const, usd: 9 }]) }
    const entry = anEntry({ id: '1', slug: 'harbour', ...given, facts: { control: fact(control) } })
    const files = [...shardsOf(aCatalogue([entry]), [aRow()]).values()]
    const [said] = files.flatMap(({ protocols }) => protocols.harbour?.control ?? [])
    expect(said).toBe(createControl(control, [], ['Ethereum']).headline)
    expect(said).toContain('on Ethereum')
  })

  test('that were read say who can change them, and the account that can is found too', () => {
    const pool = contractAt(at('c'))
    expect(pool.protocols?.[0]?.roles[0]).toMatchObject({ role: 'funds', name: 'Pool' })
    expect(pool.control?.sentence).toContain('can change the code of Pool')
    const safe = contractAt(at('d'))
    expect(safe.protocols?.[0]?.roles[0]).toMatchObject({
      role: 'controller',
      note: '2 of 3 signers of a Safe; change the code of Pool',
    })
  })

  test('are also tokens of the registry, on the chain that it names', () => {
    const token = contractAt(at('ab').slice(0, 42), [], 'Arbitrum')
    expect(token.protocols?.[0]?.roles[0]).toMatchObject({ role: 'own-token' })
    expect(contractAt('Mint1', [], 'Solana').protocols?.[0]?.id).toBe('other')
  })

  test('are called tokens only where the registry has a symbol: else it often names a factory', () => {
    const [other] = contractAt('Mint1', [], 'Solana').protocols ?? []
    expect(other?.roles.map(({ role }) => role)).toEqual(['registry'])
  })
})

describe('a contract belongs to a protocol', () => {
  test('when a table gives it a role there, and not when it is a token that the protocol takes', () => {
    const rows = [aRow(), aRow({ protocol: OTHER, role: 'asset', name: 'HBR' })]
    const { protocols, usedBy } = contractAt(at('1'), rows)
    expect(protocols?.map(({ id }) => id)).toEqual(['harbour'])
    expect(usedBy).toEqual({
      count: 1,
      name: 'HBR',
      protocols: [{ id: 'other', name: 'Protocol 2' }],
    })
  })

  test('that made it before a larger one that builds on it: its maker has more roles', () => {
    const factory = [
      aRow({ role: 'logic' }),
      aRow({ role: 'scan' }),
      aRow({ protocol: OTHER, role: 'logic' }),
    ]
    const { protocols } = contractAt(at('1'), factory)
    expect(protocols?.map(({ id }) => id)).toEqual(['harbour', 'other'])
  })

  test('that a scan asks, unless another has a stronger role', () => {
    const scan = aRow({ protocol: OTHER, role: 'scan' })
    expect(contractAt(at('1'), [scan]).protocols?.[0]?.id).toBe('other')
    const beside = contractAt(at('1'), [scan, aRow()])
    expect(beside.protocols?.map(({ id }) => id)).toEqual(['harbour'])
    expect(beside.usedBy?.count).toBe(1)
    const two = contractAt(at('1'), [scan, aRow({ role: 'scan' })])
    expect(two.protocols).toHaveLength(2)
  })

  test('that the snapshot lacks: it keeps the name of the table, and has no score', () => {
    const gone = aRow({ protocol: { id: '99', slugs: ['gone'], name: 'Gone' } })
    const { shard, protocols } = contractAt(at('1'), [gone])
    expect(protocols?.[0]?.id).toBe('gone')
    expect(shard?.protocols.gone).toMatchObject({
      ...{ name: 'Gone', listed: false, status: null, compositeScore: null, riskLevel: null },
      incidents: { count: 0, newest: null },
    })
  })

  test('under a former slug, where a table has no id', () => {
    const renamed = { ...catalogue, formerSlugs: [{ slug: 'old', protocolId: '1' }] }
    const row = aRow({ protocol: { id: null, slugs: ['old'], name: 'Old' } })
    const shard = shardsOf(renamed, [row]).get(`contracts/${shardOf(at('1'))}.json`)
    expect(shard?.contracts[0]?.protocols?.[0]?.id).toBe('harbour')
  })

  test('or to none: what the table says of it is kept', () => {
    const row = aRow({ protocol: null, role: 'spender', name: 'Drainer', note: 'Abused' })
    const { protocols, notes } = contractAt(at('1'), [row])
    expect(protocols).toBeUndefined()
    expect(notes).toEqual([{ name: 'Drainer', note: 'Abused', source: 0 }])
  })
})

test('the zero address, the one of native coins and what is no address are in no file', () => {
  const rows = [at('0'), at('e'), 'two words', ''].map((address) => aRow({ address }))
  const all = [...shardsOf(aCatalogue([]), rows).values()].flatMap(({ contracts }) => contracts)
  expect(all).toEqual([])
})

describe('the list of sanctioned addresses', () => {
  const byAsset = { ETH: [at('E'), at('1')], ARB: [at('E')], XMR: ['no address'] }
  const listed = { ...catalogue, sanctions: { source: 'ofac', asOf: '2026-10-02', byAsset } }
  const files = shardsOf(listed, [aRow({ protocol: null, note: 'Issued by X' })])
  const shardAt = (address: string) => files.get(`contracts/${shardOf(address)}.json`)
  const said = { note: 'On the list of sanctioned addresses', day: '2026-10-02' }

  test('is said once of an address, in whatever case and under however many assets it stands', () => {
    const { sanctioned = [], sources } = shardAt(at('e')) ?? {}
    expect(sanctioned).toMatchObject([{ address: at('e'), notes: [said] }])
    expect(sources?.[sanctioned[0]?.notes[0]?.source ?? -1]).toBe('ofac')
  })

  test('comes first of what is said of a contract that another table names', () => {
    const found = shardAt(at('1'))?.contracts.find(({ address }) => address === at('1'))
    expect(found?.notes).toMatchObject([said, { note: 'Issued by X' }])
  })

  test('that was never read is named where it was not looked at, and with each contract', () => {
    const unread = { ...catalogue, sanctions: { source: 'ofac', asOf: null, byAsset: {} } }
    const shard = shardsOf(unread, [aRow()]).get(`contracts/${shardOf(aRow().address)}.json`)
    const sentence = 'The list of sanctioned addresses has not been read'
    expect(shard?.lookedAt.unread).toEqual([expect.stringContaining(sentence)])
    expect(shard?.contracts[0]?.notes).toMatchObject([{ note: expect.stringContaining(sentence) }])
    expect(shardAt(at('e'))?.lookedAt).not.toHaveProperty('unread')
  })

  test('is a table with its day, and not counted among the contracts', () => {
    const { tables, contracts } = shardAt(at('e'))?.lookedAt ?? expect.fail('no shard')
    expect(tables.at(-1)).toEqual({ table: 'sanctions', contracts: 2, newestDay: '2026-10-02' })
    const before = shardsOf(catalogue, [aRow()]).get('contracts/00.json')?.lookedAt
    expect([contracts, before?.tables.some(({ table }) => table === 'sanctions')]).toEqual([
      before?.contracts,
      false,
    ])
  })
})
