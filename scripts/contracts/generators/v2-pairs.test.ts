import { expect, test } from 'vitest'
import { ZERO_ADDRESS } from '../../../src/chains/address.ts'
import { unpacked } from '../../../src/chains/packed-addresses.ts'
import { SCAN_CHAINS, type ScanChain } from '../../../src/chains/scan-chains.ts'
import { contractEntry } from '../../../src/wallet/evm/contracts/drivers.ts'
import { readSourceFiles } from '../source-files.ts'
import { sourceRows } from '../source-rows.ts'
import { pairOf, v2LargePairs, v2MainPairs } from './v2-pairs.ts'

const files = readSourceFiles()

function pairsOn(chain: ScanChain) {
  const rows = sourceRows(files, chain)
  const rowsOf = (generator: string) => rows.get(generator) ?? []
  const factories = rowsOf('v2-factory')
  const large = v2LargePairs(rowsOf('v2-large-pair'), chain, rowsOf).map((entry) =>
    contractEntry.parse(entry),
  )
  const main = v2MainPairs(factories, chain, rowsOf).map((entry) => contractEntry.parse(entry))
  return {
    codes: new Map(factories.map(({ protocol, codeHash }) => [protocol, String(codeHash)])),
    large: large.filter((entry) => entry.driver === 'uniswap-v2'),
    main: main.filter((entry) => entry.driver === 'v2-pairs'),
  }
}

const chains = SCAN_CHAINS.map(pairsOn)

test('every large pair is the one that its factory makes of its two tokens', () => {
  for (const { codes, large } of chains) {
    for (const { protocol, factory, token0, token1, pair } of large) {
      const hash = codes.get(protocol)?.slice(2) ?? ''
      expect(hash).toMatch(/^[0-9a-f]{64}$/)
      expect(pairOf(token1.address, token0.address, factory, `0x${hash}`)).toBe(pair)
    }
  }
})

test('large pairs of main tokens are left out of the main pairs', () => {
  for (const { large, main } of chains) {
    for (const { pairs, tokens, bases, factory } of main) {
      const all = tokens.map(({ address }) => address)
      const own = large.filter(({ token0, token1, ...entry }) => {
        const both = [token0.address, token1.address]
        const isMain = both.every((each) => all.includes(each))
        const hasBase = all.slice(0, bases).some((each) => both.includes(each))
        return entry.factory === factory && isMain && hasBase
      })
      const left = unpacked(pairs).filter((each) => each === ZERO_ADDRESS)
      expect(left).toHaveLength(own.length)
    }
  }
})

test('no pair is there twice, and every factory has some', () => {
  const main = chains.flatMap((each) => each.main)
  expect(main.length).toBeGreaterThan(9)
  for (const { pairs } of main) {
    const addresses = unpacked(pairs).filter((each) => each !== ZERO_ADDRESS)
    expect(addresses.length).toBeGreaterThan(0)
    expect(new Set(addresses).size).toBe(addresses.length)
  }
})

test('further tokens of a factory are paired by it alone', () => {
  const bnb = chains[SCAN_CHAINS.findIndex(({ key }) => key === 'bnb')]
  const [pancake, ...others] = (bnb?.main ?? []).toSorted(
    (a, b) => b.tokens.length - a.tokens.length,
  )
  expect(pancake?.protocol).toBe('pancakeswap-amm')
  expect(new Set(others.map(({ tokens }) => tokens.length))).toEqual(new Set([9]))
  expect(pancake?.tokens.map(({ symbol }) => symbol)).toContain('TWT')
})
