import { expect, test } from 'vitest'
import { tokenFinder } from './holdings.ts'
import { TABLES } from './tables.ts'

test('an id means one token; a symbol that two have, one where the chain decides and none otherwise', () => {
  const find = tokenFinder(TABLES)
  expect(find(null, 'usdf-falcon')?.issuer).toBe('falcon-finance')
  expect(find('BNB Chain', 'USDf')?.issuer).toBe('aster-usdf')
  expect(find(null, 'USDf')).toBeNull()
})

test('a symbol means another token on a chain where a row has its address, and an address means its row', () => {
  const find = tokenFinder(TABLES)
  expect(find('Ethereum', 'USDT')?.id).toBe('usdt')
  expect(find('BNB Chain', 'USDT')?.id).toBe('usdt-bnb')
  expect(find('Avalanche', 'USDC')?.id).toBe('usdc.e-avalanche')
  expect(find('Avalanche', 'AVALANCHEUSDC')?.id).toBe('usdc')
  expect(find('Arbitrum', 'USDC.e')?.id).toBe('usdc.e-arbitrum')
  expect(find('Avalanche', '0xA7D7079B0FEAD91F3E65F86E8915CB59C1A4C664')?.id).toBe(
    'usdc.e-avalanche',
  )
  expect(find('Ethereum', '0xa7d7079b0fead91f3e65f86e8915cb59c1a4c664')).toBeNull()
})

test('where the chain is not known, a symbol means the token that has no address of its own, or none of several', () => {
  const find = tokenFinder(TABLES)
  expect(find(null, 'USDC')?.id).toBe('usdc')
  expect(find(null, 'USDC.e')).toBeNull()
})
