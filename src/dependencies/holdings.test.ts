import { expect, test } from 'vitest'
import { tokenFinder } from './holdings.ts'
import { TABLES } from './tables.ts'

test('an id means one token; a symbol that two have, one where the chain decides and none otherwise', () => {
  const find = tokenFinder(TABLES)
  expect(find(null, 'usdf-falcon')?.issuer).toBe('falcon-finance')
  expect(find('BNB Chain', 'USDf')?.issuer).toBe('aster-usdf')
  expect(find(null, 'USDf')).toBeNull()
})
