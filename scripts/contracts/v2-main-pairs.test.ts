import { expect, test } from 'vitest'
import { SCAN_CHAINS } from '../../src/chains/scan-chains.ts'
import { entries } from './v2-main-pairs.ts'
import { V2_FACTORIES } from './v2-pairs.ts'

const NONE = '0'.repeat(40)
const found = SCAN_CHAINS.flatMap((chain) =>
  entries(chain).map((entry) => ({ ...entry, chainId: chain.chainId })),
)
const addressesOf = (pairs: string) => pairs.slice(2).match(/.{40}/g) ?? []

test('the pairs that have an entry of their own are computed too, and left out', () => {
  for (const { pairs, tokens, bases, factory } of found) {
    const listed = V2_FACTORIES.find((each) => each.factory.toLowerCase() === factory)
    const baseTokens = tokens.slice(0, bases).map(({ address }) => address)
    const main = new Set<string>(tokens.map(({ address }) => address))
    const own = (listed?.pairs ?? []).filter(([[one], [two]]) => {
      const both = [one.toLowerCase(), two.toLowerCase()]
      return both.every((each) => main.has(each)) && baseTokens.some((each) => both.includes(each))
    })
    expect(addressesOf(pairs).filter((each) => each === NONE)).toHaveLength(own.length)
  }
})

test('no pair is there twice, and every factory has some', () => {
  expect(found.length).toBeGreaterThan(9)
  for (const { pairs, chainId } of found) {
    const addresses = addressesOf(pairs).filter((each) => each !== NONE)
    expect(addresses.length, `chain ${chainId}`).toBeGreaterThan(0)
    expect(new Set(addresses).size).toBe(addresses.length)
  }
})
