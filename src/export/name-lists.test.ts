import { describe, expect, test } from 'vitest'
import { known } from '../domain/reading.ts'
import { fact } from '../score/fixtures/record.ts'
import { aCatalogue, anEntry } from './fixtures/catalogue.ts'
import { createCategoryList, createChainList } from './name-lists.ts'

const unknown = { known: false, reason: 'refused', source: 'test' } as const

const catalogue = aCatalogue([
  anEntry({
    id: '1',
    category: 'Dexs',
    chains: ['Ethereum', 'BNB Chain'],
    tvlUsd: 300,
    tvl: fact([
      { chain: 'Ethereum', section: 'tvl', usd: 200 },
      { chain: 'BNB Chain', section: 'tvl', usd: 100 },
      { chain: 'Ethereum', section: 'borrowed', usd: 999 },
    ]),
  }),
  anEntry({ id: '2', category: 'Dexes', chains: ['Ethereum'], tvlUsd: null, tvl: unknown }),
  anEntry({ id: '3', category: 'Lending', chains: ['Nowhere'], tvlUsd: null, tvl: unknown }),
  anEntry({ id: '4', category: null, chains: ['NOWHERE'], tvlUsd: null, tvl: unknown }),
])

describe(createChainList, () => {
  test('gives aliases, protocols and TVL, borrowed value left out, the largest first', () => {
    expect(createChainList(catalogue)).toEqual([
      {
        name: 'Ethereum',
        aliases: ['eth', 'Ethereum Mainnet'],
        protocolCount: 2,
        kind: 'evm',
        chainId: 1,
        security: 'l1',
        tvlUsd: 200,
        olderTvlUsd: 0,
      },
      {
        name: 'NOWHERE',
        aliases: [],
        protocolCount: 2,
        kind: 'other',
        chainId: null,
        security: null,
        tvlUsd: null,
        olderTvlUsd: null,
      },
      {
        name: 'BNB Chain',
        aliases: ['Binance', 'Binance Smart Chain', 'BNB', 'BNB Smart Chain', 'BSC'],
        protocolCount: 1,
        kind: 'evm',
        chainId: 56,
        security: 'l1',
        tvlUsd: 100,
        olderTvlUsd: 0,
      },
    ])
  })

  test('says how much of a TVL is more than a year old, as a category does', () => {
    const of = (id: string, day: string) =>
      anEntry({
        id,
        tvlUsd: 5,
        tvl: known([{ chain: 'Ethereum', section: 'tvl', usd: 5 }], day, 'test'),
      })
    const old = aCatalogue([of('1', '2023-03-11'), of('2', '2023-03-12')])
    expect(createChainList(old)).toMatchObject([{ tvlUsd: 10, olderTvlUsd: 5 }])
    expect(createCategoryList(old)).toMatchObject([{ tvlUsd: 10, olderTvlUsd: 5 }])
  })

  test('a chain beyond our table has the id of upstream, and nothing that secures it is known', () => {
    const chain = { name: 'Nowhere', kind: 'evm', chainId: 7654321, security: null } as const
    const entry = anEntry({ chains: ['Nowhere'], tvlUsd: null, tvl: unknown })
    const [row] = createChainList(aCatalogue([entry], { chains: [chain] }))
    expect(row).toMatchObject(chain)
  })

  test('the order of the entries does not matter', () => {
    const turned = aCatalogue(catalogue.entries.toReversed())
    expect(createChainList(turned)).toEqual(createChainList(catalogue))
    expect(createCategoryList(turned)).toEqual(createCategoryList(catalogue))
  })
})

describe(createCategoryList, () => {
  test('names that the filter takes for one are one row, and a TVL that is not known is null', () => {
    expect(createCategoryList(catalogue)).toEqual([
      {
        name: 'Dexes',
        aliases: ['Dexs', 'DEX', 'Decentralized Exchange'],
        protocolCount: 2,
        tvlUsd: 300,
        olderTvlUsd: 0,
      },
      { name: 'Lending', aliases: [], protocolCount: 1, tvlUsd: null, olderTvlUsd: null },
    ])
  })

  test('a category goes by the name that the registry has for it', () => {
    const [row] = createCategoryList(aCatalogue([anEntry({ category: 'Dexs' })]))
    expect(row).toMatchObject({
      name: 'Dexs',
      aliases: ['Dexes', 'DEX', 'Decentralized Exchange'],
    })
  })
})
