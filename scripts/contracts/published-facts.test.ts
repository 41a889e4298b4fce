import { concatHex, getContractAddress, keccak256, toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'
import { SCAN_CHAINS, type ScanChainKey } from '../../src/chains/scan-chains.ts'
import type { ContractEntry } from '../../src/wallet/evm/contracts/drivers.ts'
import { openContracts } from '../../src/wallet/evm/contracts/open-contracts.ts'

// What others have published about addresses that are computed, or that stand in two places.

const contracts = openContracts()
const entriesOf = <D extends ContractEntry['driver']>(key: ScanChainKey, driver: D) =>
  contracts(key).entries.filter(
    (entry): entry is Extract<ContractEntry, { driver: D }> => entry.driver === driver,
  )

test('accounts at Summer.fi on Ethereum run the first contract that its factory made', () => {
  const { accounts = [] } = contracts('ethereum')
  const from = accounts.find(({ kind }) => kind === 'summer')?.registry ?? '0x'
  const code = getContractAddress({ from, nonce: 1n })
  const clone = concatHex(['0x363d3d373d3d3d363d73', code, '0x5af43d82803e903d91602b57fd5bf3'])
  // The hash of the code of an account, by which DeFi Saver's contracts know one (SF_PROXY_CODEHASH, MIT).
  expect(keccak256(clone)).toBe(
    '0x15b0c1a13812f0fce8291b8e7786ece58e0daab08d489cdfe2899fdac4f66045',
  )
})

const sharesOf = (key: ScanChainKey, version: 1 | 2): string[] =>
  entriesOf(key, 'stargate')
    .filter((entry) => entry.version === version)
    .flatMap(({ pools }) => pools.map(({ share }) => share))

// DefiLlama/dimension-adapters fees/stargate and MetaMask/mmi-defi-adapters.
test.each([
  ['ethereum', '0xdf0770df86a8034b3efef0a1bb3c889b8332ff56', 0],
  ['ethereum', '0xa572d137666dcbadfa47c3fc41f15e90134c618c', 12],
  ['arbitrum', '0x892785f33cdee22a30aef750f285e18c18040c3e', 0],
  ['arbitrum', '0x600e576f9d853c95d58029093a16ee49646f3ca5', 5],
  ['optimism', '0xdecc0c09c3b5f6e92ef4184125d5648a66e35298', 0],
  ['mantle', '0xf52b354ffdb323e0667e87a0136040e3e4d9df33', 2],
] as const)('Stargate v1 on %s: its factory made %s as pool %d', (key, address, at) => {
  expect(sharesOf(key, 1)[at]).toBe(address)
})

// The configuration of Stargate's own applications (`lpToken`).
test.each([
  ['ethereum', '0x5daaee9ef143faff495b581e9863570e83f99d31'],
  ['base', '0x98fb8522d891f43b771e2d27367b41ba138d0b80'],
  ['mantle', '0x5d131cb99ce5642f3d539417a187a93eeae48177'],
  ['bnb', '0xd5a9b8b07e9ba3d492b801c84b69e292476805b3'],
] as const)('Stargate v2 on %s: a pool made %s as the token of its shares', (key, address) => {
  expect(sharesOf(key, 2)).toContain(address)
})

test('the reward of staked PancakeSwap positions is asked for by the right selector', () => {
  const pancake = entriesOf('ethereum', 'uniswap-v3').find(({ id }) => id === 'pancakeswap-v3')
  expect(pancake).toMatchObject({
    staking: { reward: { selector: toFunctionSelector('function pendingCake(uint256)') } },
  })
})

test('every deployment of Slipstream is read where its NFTs are loose, and read or named where they are staked', () => {
  for (const { key } of SCAN_CHAINS) {
    const slipstream = entriesOf(key, 'uniswap-v3').filter(({ tickSpacing }) => tickSpacing)
    const loose = slipstream.map(({ factory }) => factory)
    const staked = entriesOf(key, 'velodrome').flatMap(({ factories, unread }) => [
      ...factories.slice(1).map(({ factory }) => factory),
      ...unread,
    ])
    // On Velodrome's further chains only staked ones are read, and its gap says so.
    if (loose.length > 0) expect(staked.sort()).toEqual(loose.sort())
    expect(loose.length).toBe({ base: 4, optimism: 3 }[key.toString()] ?? 0)
  }
})
