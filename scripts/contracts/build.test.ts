import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { SCAN_CHAINS } from '../../src/chains/scan-chains.ts'
import { buildContractList, contractListText } from './build.ts'
import { lower, slug } from './lower.ts'

describe(buildContractList.name, () => {
  test.each(SCAN_CHAINS)('the file of $key is what the installed packages give', async (chain) => {
    const file = new URL(`../../data/wallet/contracts/${chain.key}.json`, import.meta.url)
    expect(contractListText(await buildContractList(chain))).toBe(readFileSync(file, 'utf8'))
  })
})

describe(lower.name, () => {
  test('gives a checksummed address in lower case', () => {
    expect(lower('0x7f39C581F595B53c5cb19bD0b3f8dA6c935E2Ca0')).toBe(
      '0x7f39c581f595b53c5cb19bd0b3f8da6c935e2ca0',
    )
  })

  test('refuses a wrong checksum, which is how a typing error shows', () => {
    expect(() => lower('0x7f39C581F595B53c5cb19bD0b3f8dA6c935E2CA0')).toThrow(/checksum/)
    expect(() => lower('0x7f39')).toThrow(/Not an address/)
  })
})

describe(slug.name, () => {
  test('keeps letters, digits and dots', () => {
    expect(slug('STK_WA_USDC.e V1')).toBe('stk-wa-usdc.e-v1')
  })
})
