import { describe, expect, test } from 'vitest'
import { mapChains } from './chains.ts'

const DAY = '2024-03-11'

describe(mapChains.name, () => {
  test('old and new spellings are one chain', () => {
    const rows = [
      { name: 'OP Mainnet', chainId: 10, tvl: 5 },
      { name: 'Optimism', chainId: 10, tvl: 0 },
    ]
    const { rowCounts, chains } = mapChains(rows, DAY)
    expect(rowCounts).toMatchObject({ rows: 2, accepted: 2 })
    expect(chains).toEqual([{ name: 'Optimism', kind: 'evm', chainId: 10, security: 'rollup' }])
  })

  test('a chain id may be a number, numeric text or null', () => {
    const rows = [
      { name: 'Nowhere', chainId: '7654321' },
      { name: 'Elsewhere', chainId: null },
    ]
    expect(mapChains(rows, DAY)).toMatchObject({
      chains: [
        { name: 'Nowhere', kind: 'evm', chainId: 7_654_321 },
        { name: 'Elsewhere', kind: 'other', chainId: null },
      ],
      notes: ['2 chains are not in our table: Elsewhere, Nowhere.'],
    })
  })

  test('a row with a bad name or chain id is refused and counted', () => {
    const rows = [
      { name: 'Base', chainId: 'x' },
      { name: 'Base', chainId: 1.5 },
      { chainId: 1 },
      null,
    ]
    const { rowCounts, chains } = mapChains(rows, DAY)
    expect(rowCounts).toMatchObject({
      rows: 4,
      accepted: 0,
      outOfScope: {},
      refused: { 'invalid-row': 4 },
    })
    expect(chains).toEqual([])
  })

  test('the table decides what is not EVM, even when upstream gives an id', () => {
    expect(mapChains([{ name: 'Movement', chainId: 3073 }], DAY).chains).toMatchObject([
      { kind: 'other', chainId: null },
    ])
  })

  test('an id of the table is never given to a second chain', () => {
    expect(mapChains([{ name: 'New Optimism', chainId: 10 }], DAY).chains).toMatchObject([
      { name: 'New Optimism', kind: 'evm', chainId: null },
    ])
  })

  test('a body that is not a list of rows is refused whole', () => {
    for (const body of [[], {}, null]) {
      expect(() => mapChains(body, DAY)).toThrow(
        expect.objectContaining({ code: 'UPSTREAM_INVALID' }),
      )
    }
  })
})
