import { describe, expect, test } from 'vitest'
import { MAX_MARKETS, MAX_PATHS, markets as schema } from '../contract/control.ts'
import { aPath } from '../domain/fixtures/control.ts'
import { aFeed, aMarket } from '../domain/fixtures/market.ts'
import { MAX_DISAGREEMENTS, MAX_NODES } from '../domain/node-answers.ts'
import { createMarkets } from './markets.ts'

describe('markets in a document', () => {
  test('match their schema, with shares to a hundredth of a percent', () => {
    const owner = Array.from({ length: 20 }, () => aPath({ address: '0xAB' }))
    const document = createMarkets([
      aMarket({
        utilisation: 0.123456789,
        suppliedUsd: 1.239,
        collateralAddress: '0x1',
        feed: aFeed({
          address: '0x00000000000000000000000000000000000000DD',
          owner,
          ageSeconds: 60,
        }),
      }),
    ])
    expect(schema.parse(document)).toEqual(document)
    expect(document.assets[0]).toMatchObject({
      utilisation: 0.1235,
      suppliedUsd: 1.24,
      feed: { address: '0x00000000000000000000000000000000000000dd', ageSeconds: 60 },
    })
    expect(document.assets[0]?.feed?.owner).toHaveLength(MAX_PATHS)
    expect(document.assets[0]).not.toHaveProperty('collateralAddress')
  })

  test('say what is not confirmed and what each node answered, within the limits', () => {
    const answers = Array.from({ length: 9 }, (_, at) => ({
      node: `node ${at}`,
      answer: 'x'.repeat(900),
    }))
    const disagreements = Array.from({ length: 9 }, (_, at) => ({ fact: `fact ${at}`, answers }))
    const document = createMarkets([
      aMarket({ address: '0x1', unconfirmed: 'disagreement', disagreements }),
      aMarket({ address: '0x2', disagreements: [] }),
    ])
    expect(schema.parse(document)).toEqual(document)
    const [first, second] = document.assets
    expect(first).toMatchObject({ unconfirmed: 'disagreement' })
    expect(first?.disagreements).toHaveLength(MAX_DISAGREEMENTS)
    expect(first?.disagreements?.[0]?.answers).toHaveLength(MAX_NODES)
    expect(second).not.toHaveProperty('unconfirmed')
    expect(second).not.toHaveProperty('disagreements')
  })

  test('keep what is not known apart from zero, and apart from no', () => {
    const unknown = { utilisation: null, availableShare: null, frozen: null, withdrawSeconds: null }
    const [asset] = createMarkets([aMarket({ ...unknown, supplyCapUsed: 0 })]).assets
    expect(asset).toMatchObject({ ...unknown, supplyCapUsed: 0 })
  })

  test('have those that could not be read before all others, also where many are left out', () => {
    const gap = { why: 'reverted' as const, facts: ['feed' as const] }
    const many = Array.from({ length: MAX_MARKETS }, (_, index) => aMarket({ suppliedUsd: index }))
    const document = createMarkets([
      ...many,
      aMarket({ ...{ name: '', asset: '', assetAddress: '', suppliedUsd: null }, gap }),
    ])
    expect(document.assets[0]).toMatchObject({ asset: '', gap })
    expect(document.assets[1]?.gap).toBeNull()
    expect(schema.parse(document)).toEqual(document)
  })

  test('have the largest first, the unknown last, and count what is left out', () => {
    const many = Array.from({ length: MAX_MARKETS }, (_, index) =>
      aMarket({ asset: `A${index}`, suppliedUsd: index }),
    )
    const document = createMarkets([aMarket({ asset: 'unknown', suppliedUsd: null }), ...many])
    expect(document.assets[0]?.asset).toBe(`A${MAX_MARKETS - 1}`)
    expect(document.assets.map(({ asset }) => asset)).not.toContain('unknown')
    expect(document.more).toBe(1)
  })
})
