import { expect, test } from 'vitest'
import { SCAN_CHAINS } from '../../src/chains/scan-chains.ts'
import { entries } from './stargate.ts'
import { STARGATE } from './stargate-pools.ts'

const sharesOf = (key: string, version: 1 | 2): string[] =>
  SCAN_CHAINS.filter((chain) => chain.key === key)
    .flatMap(entries)
    .filter((entry) => entry.version === version)
    .flatMap(({ pools }) => pools.map(({ share }) => share))

// Published by others: DefiLlama/dimension-adapters fees/stargate and MetaMask/mmi-defi-adapters.
test.each([
  ['ethereum', '0xdf0770df86a8034b3efef0a1bb3c889b8332ff56', 0],
  ['ethereum', '0xa572d137666dcbadfa47c3fc41f15e90134c618c', 12],
  ['arbitrum', '0x892785f33cdee22a30aef750f285e18c18040c3e', 0],
  ['arbitrum', '0x600e576f9d853c95d58029093a16ee49646f3ca5', 5],
  ['optimism', '0xdecc0c09c3b5f6e92ef4184125d5648a66e35298', 0],
  ['mantle', '0xf52b354ffdb323e0667e87a0136040e3e4d9df33', 2],
])(
  'the pools of the first version on %s are the first contracts of its factory: %s',
  (key, address, at) => {
    expect(sharesOf(key, 1)[at]).toBe(address)
  },
)

// Published in the configuration of Stargate's own applications (`lpToken`).
test.each([
  ['ethereum', '0x5daaee9ef143faff495b581e9863570e83f99d31'],
  ['base', '0x98fb8522d891f43b771e2d27367b41ba138d0b80'],
  ['mantle', '0x5d131cb99ce5642f3d539417a187a93eeae48177'],
  ['bnb', '0xd5a9b8b07e9ba3d492b801c84b69e292476805b3'],
])('a pool of the second version on %s has made the token of its shares: %s', (key, address) => {
  expect(sharesOf(key, 2)).toContain(address)
})

test('every chain with contracts is one that is scanned', () => {
  const scanned = SCAN_CHAINS.map(({ chainId }) => chainId)
  expect(scanned).toEqual(expect.arrayContaining(Object.keys(STARGATE).map(Number)))
})
