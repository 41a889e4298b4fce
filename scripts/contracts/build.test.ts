import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { getScanChain, SCAN_CHAINS } from '../../src/chains/scan-chains.ts'
import { buildContractList, contractListText } from './build.ts'
import { readSourceFiles } from './source-files.ts'

const ethereum = getScanChain('ethereum')
const VAULT = '0x9D39A5DE30e57443BfF2A8307A4256c8797A3497'
const row = {
  driver: 'erc4626',
  product: 'vault',
  market: 'sUSDe',
  source: 'test',
  vault: VAULT,
  asset: 'USDe 0x4c9EDD5852cd905f086C759E8383e09bff1E68B3',
}

describe(buildContractList.name, () => {
  const files = readSourceFiles()

  test.each(SCAN_CHAINS)('the file of $key is what the sources and packages give', (chain) => {
    const file = new URL(`../../data/wallet/contracts/${chain.key}.json`, import.meta.url)
    expect(contractListText(buildContractList(chain, files))).toBe(readFileSync(file, 'utf8'))
  })

  test('a row is an entry of the protocol that its file is named after', () => {
    const { entries } = buildContractList(ethereum, [{ name: 'ethena-usde', rows: [row] }])
    expect(entries).toEqual([
      {
        ...row,
        id: 'ethena-usde',
        protocol: 'ethena-usde',
        vault: VAULT.toLowerCase(),
        asset: {
          address: '0x4c9edd5852cd905f086c759e8383e09bff1e68b3',
          symbol: 'USDe',
          decimals: 18,
        },
      },
    ])
  })

  test.each([
    ['a protocol without an id', 'none-such', row, /none-such.json: .*protocols.json has no/],
    ['a field that no driver has', 'lido', { ...row, valt: VAULT }, /lido.json: lido on .*"valt"/],
    ['a driver that is none', 'lido', { ...row, driver: 'x' }, /lido.json: lido on ethereum/],
    ['an unknown generator', 'lido', { ...row, generator: 'x' }, /No generator is named x/],
    ['a wrong checksum', 'lido', { ...row, vault: VAULT.replace('9D', '9d') }, /lido.json: .*sum/],
  ])('%s is refused, and the file named', (_, name, wrong, problem) => {
    expect(() => buildContractList(ethereum, [{ name, rows: [wrong] }])).toThrow(problem)
  })

  test('two rows with one id are refused', () => {
    const twice = [{ name: 'lido', rows: [row, row] }]
    expect(() => buildContractList(ethereum, twice)).toThrow(/the id lido twice/)
  })
})
