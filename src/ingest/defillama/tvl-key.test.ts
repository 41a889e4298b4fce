import { describe, expect, test } from 'vitest'
import { readTvlKey, tvlParts } from './tvl-key.ts'

const first = (preferred: number) => preferred

describe(readTvlKey.name, () => {
  test('only a known section is split off, at the last hyphen', () => {
    expect(readTvlKey('Ethereum-borrowed')).toEqual({ chain: 'Ethereum', section: 'borrowed' })
    expect(readTvlKey('My-Chain-pool2')).toEqual({ chain: 'My-Chain', section: 'pool2' })
    expect(readTvlKey('My-Chain')).toEqual({ chain: 'My-Chain', section: 'tvl' })
  })

  test('a name that begins in lower case is a chain, not a total', () => {
    expect(readTvlKey('smartBCH')).toEqual({ chain: 'smartBCH', section: 'tvl' })
    expect(readTvlKey('staking')).toEqual({ chain: null, section: 'staking' })
  })

  test('parts that upstream keeps for its own arithmetic are no money of their own', () => {
    expect(readTvlKey('OwnTokens')).toBeNull()
    expect(readTvlKey('Ethereum-OwnTokens')).toBeNull()
    expect(readTvlKey('doublecounted')).toBeNull()
  })
})

describe(tvlParts.name, () => {
  test('a total beside its parts is not counted again', () => {
    const tvls = { borrowed: 3, 'Base-borrowed': 1, 'xDai-borrowed': 2 }
    expect(tvlParts(tvls, ['Base', 'xDai'], first)).toEqual([
      { chain: 'Base', section: 'borrowed', value: 1 },
      { chain: 'Gnosis', section: 'borrowed', value: 2 },
    ])
  })

  test('a total that stands alone goes to the first chain', () => {
    expect(tvlParts({ staking: 5 }, ['xDai', 'Base'], first)).toEqual([
      { chain: 'Gnosis', section: 'staking', value: 5 },
    ])
    expect(tvlParts({ Base: 1, staking: 5 }, [], first)[1]?.chain).toBe('Base')
    expect(tvlParts({ staking: 5 }, [], first)).toEqual([])
  })

  test('a chain under its old and new name counts once, the listed name first', () => {
    for (const tvls of [
      { op_bnb: 1, Op_Bnb: 2 },
      { Op_Bnb: 2, op_bnb: 1 },
    ]) {
      expect(tvlParts(tvls, ['Op_Bnb'], first)).toEqual([
        { chain: 'opBNB', section: 'tvl', value: 2 },
      ])
    }
  })
})
