import { expect, test } from 'vitest'
import { scannedEntries } from './contract-list.ts'
import { receiptTokens } from './drivers.ts'
import { listedAddresses } from './listed-addresses.ts'
import { openContracts } from './open-contracts.ts'

const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'

test('the lists of Ethereum name their tokens, and receipt tokens wherever they stand', () => {
  const contracts = openContracts()
  const { addresses, tokens } = listedAddresses(contracts('ethereum'))
  expect(tokens.get(USDC)).toEqual({ address: USDC, symbol: 'USDC', decimals: 6 })
  for (const entry of scannedEntries(contracts('ethereum'))) {
    if (entry.driver === 'aave')
      for (const { aToken, vToken } of entry.assets)
        expect([addresses.has(aToken), addresses.has(vToken)]).toEqual([true, true])
    for (const receipt of receiptTokens(entry)) expect(addresses.has(receipt)).toBe(true)
  }
  // What the next scan asks for is at hand.
  expect(listedAddresses(contracts('ethereum')).addresses).toBe(addresses)
})
