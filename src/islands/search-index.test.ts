import { describe, expect, test, vi } from 'vitest'
import { createSearchFile, type FoundProtocol } from '../contract/search-file.ts'
import { openSearch } from './search-index.ts'
import { onlyExact } from './search-words.ts'

const ROW: FoundProtocol = {
  kind: 'protocol',
  id: 'aave-v3',
  name: 'Aave V3',
  symbol: 'AAVE',
  parent: null,
  formerSlugs: [],
  otherNames: [],
  tokens: [],
  category: 'Lending',
  composite: 2.1,
  tvlYear: null,
  status: 'active',
  page: 'aave-v3',
  size: 1,
}

const FILE = createSearchFile('2026-11-21', [ROW])

test('the list is loaded once, also for two fields at the same time', async () => {
  const load = vi.fn(async () => FILE)
  const open = openSearch(load)
  expect(load).not.toHaveBeenCalled()
  const [one, other] = await Promise.all([open(), open()])
  expect(other).toBe(one)
  expect(await open()).toBe(one)
  expect(load).toHaveBeenCalledOnce()
  expect(one.protocols('aave', 8).map(({ entry }) => entry.page)).toEqual(['aave-v3'])
})

test('a list that cannot be loaded is tried again with the next call', async () => {
  const load = vi.fn(async (): Promise<unknown> => FILE).mockRejectedValueOnce(new Error('offline'))
  const open = openSearch(load)
  await expect(open()).rejects.toThrow('offline')
  expect((await open()).all('Aave V3', 8)).toHaveLength(1)
})

test('a list that the site does not have is no list', async () => {
  vi.stubGlobal('fetch', async () => Response.json(FILE, { status: 404 }))
  try {
    await expect(openSearch()()).rejects.toThrow('404')
  } finally {
    vi.unstubAllGlobals()
  }
})

test('a file of another format is refused', async () => {
  await expect(openSearch(async () => ({ format: 2 }))()).rejects.toThrow('another format')
})

test('everything with a page is found: protocols, chains and categories', async () => {
  const base = { kind: 'chain', name: 'Base', slug: 'base', aliases: ['Base Mainnet'] } as const
  const lending = { kind: 'category', name: 'Lending', slug: 'lending', aliases: [] } as const
  const places = [
    { ...base, protocols: 2, tvlUsd: 5 },
    { ...lending, protocols: 1, tvlUsd: null },
  ]
  const other: FoundProtocol = { ...ROW, id: 'basin', name: 'Basin', symbol: null, page: 'basin' }
  const file = createSearchFile(
    '2026-11-21',
    [
      { ...ROW, size: 9 },
      { ...other, size: 1 },
    ],
    places,
  )
  const { all, protocols } = await openSearch(async () => JSON.parse(JSON.stringify(file)))()
  expect(all('base mainnet', 8)).toMatchObject([
    { entry: { kind: 'chain', id: 'base', protocols: 2 }, reason: 'also Base Mainnet' },
  ])
  expect(all('lending', 8)).toMatchObject([{ entry: { kind: 'category', id: 'lending' } }])
  // Of one kind of match the larger comes first, be it a place or a protocol.
  const found = all('a', 8).map(({ entry }) => (entry.kind === 'wallet' ? '' : entry.id))
  expect(found).toEqual(['aave-v3', 'base', 'basin'])
  expect(protocols('base mainnet', 8)).toEqual([])
})

describe('an address', () => {
  const open = openSearch(async () => FILE)
  const found = async (query: string) => (await open()).all(query, 8)

  test.each([
    `0x${'aB'.repeat(20)}`,
    'So11111111111111111111111111111111111111112',
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    'vitalik.eth',
    ' bonfida.sol ',
  ])('%s is offered for a scan, as the only exact match', async (query) => {
    const wallet = { kind: 'wallet', address: query.trim() }
    expect(await found(query)).toEqual([{ entry: wallet, kind: 'exact', reason: null }])
  })

  test.each([`0x${'ab'.repeat(19)}`, `0x${'00'.repeat(20)}`, 'vitalik.com', 'eth', '.eth'])(
    '%s is none, or has no owner',
    async (query) => {
      expect(await found(query)).toEqual([])
    },
  )

  test('of a contract leads to its protocols too, after the scan', async () => {
    const address = `0x${'ab'.repeat(20)}`
    const rows = [
      [address, 'Base', 'aave-v3', 'funds'],
      [address, 'Base', 'not-listed', 'scan'],
    ]
    const load = async (path: string) => (path === '/search.json' ? FILE : { format: 1, rows })
    const { withContracts } = await openSearch(load)()
    expect(withContracts('aave', 8)).toBeNull()
    expect(await withContracts(address, 8)).toMatchObject([
      { entry: { kind: 'wallet' }, kind: 'word' },
      { entry: { id: 'aave-v3' }, kind: 'exact', reason: 'contract on Base' },
    ])
  })

  test.each([
    ['funds', ['word', 'exact'], 1],
    ['governance', ['exact', 'exact'], null],
    ['asset', ['exact', 'word'], 0],
  ])('of a contract with the role %s: what is meant by Enter', async (role, kinds, only) => {
    const address = `0x${'ab'.repeat(20)}`
    const rows = [[address, 'Base', 'aave-v3', role]]
    const load = async (path: string) => (path === '/search.json' ? FILE : { format: 1, rows })
    const hits = (await (await openSearch(load)()).withContracts(address, 8)) ?? []
    expect(hits.map(({ kind }) => kind)).toEqual(kinds)
    expect(onlyExact(hits)).toBe(only)
  })

  test('is not offered where a protocol is chosen', async () => {
    expect((await open()).protocols('vitalik.eth', 8)).toEqual([])
  })
})
