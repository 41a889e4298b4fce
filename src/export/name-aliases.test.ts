import { describe, expect, test } from 'vitest'
import categories from '../../data/aliases/categories.json' with { type: 'json' }
import protocols from '../../data/aliases/protocols.json' with { type: 'json' }
import cases from './fixtures/name-aliases.json' with { type: 'json' }
import { categoryAliases, chainAliases, otherNames } from './name-aliases.ts'

describe(chainAliases, () => {
  const places = (names: string[], alias: string) =>
    chainAliases(names)[alias]?.map((place) => names[place])

  test.each(cases.aliases)('%s is %s', (alias, name) => {
    const names = ['Arbitrum', 'Avalanche', 'BNB Chain', 'Ethereum', 'Hyperliquid']
    expect(places([...names, 'Optimism', 'Polygon', 'Solana'], alias)).toEqual([name])
  })

  test('of a chain that no row is on there is none, and a name is no alias of itself', () => {
    expect(chainAliases(['Base'])).toEqual({ 'base mainnet': [0] })
    expect(chainAliases(['Nowhere'])).toEqual({})
  })
})

describe(categoryAliases, () => {
  test('names that mean one category find the rows of all of them', () => {
    const all = [0, 2]
    expect(categoryAliases(['Dexes', 'Lending', 'Dexs'])).toEqual({
      dexes: all,
      dexs: all,
      dex: all,
      'decentralized exchange': all,
    })
  })

  test('no spelling means two categories', () => {
    const spellings = categories.flatMap(({ name, aliases }) => [name, ...aliases])
    const lower = spellings.map((spelling) => spelling.toLowerCase())
    expect(new Set(lower).size).toBe(lower.length)
  })
})

describe(otherNames, () => {
  test('are those of the protocol, of all of its rows', () => {
    expect(otherNames('1541')).toEqual(['Wormhole'])
    expect(otherNames('118')).toEqual(['MakerDAO', 'MKR'])
    expect(otherNames('0')).toEqual([])
  })

  test('no name means two protocols, and each has a source', () => {
    const names = protocols.flatMap((row) => row.names.map((name) => name.toLowerCase()))
    expect(new Set(names).size).toBe(names.length)
    expect(protocols.filter(({ source }) => source === '')).toEqual([])
  })
})
