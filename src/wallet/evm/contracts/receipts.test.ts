import { expect, test } from 'vitest'
import { SCAN_CHAINS } from '../../../chains/scan-chains.ts'
import { openContracts } from './open-contracts.ts'
import { receiptFinder } from './receipts.ts'

const find = receiptFinder(SCAN_CHAINS, openContracts())

test.each([
  ['aEthUSDC', '0x98C23E9d8f34FEFb1B7BD6a91B7FF122F4e16F5c', 'aave-v3', 'USDC'],
  ['cUSDCv3', '0xc3d688B66703497DAA19211EEdff47f25384cdc3', 'compound-v3', 'USDC'],
  ['wstETH', '0x7f39C581F595B53c5cb19bD0b3f8dA6c935E2Ca0', 'lido', 'stETH'],
  ['sUSDe', '0x9D39A5DE30e57443BfF2A8307A4256c8797A3497', 'ethena-usde', 'USDe'],
  ['PT-eUSDE-14AUG2025', '0x14Bdc3A3AE09f5518b923b69489CBcAfB238e617', 'pendle', undefined],
])(
  '%s is a receipt of its protocol, redeemed for what the list says',
  (_, address, protocol, of) => {
    const found = find('Ethereum', address)
    expect([found?.protocol, found?.of?.symbol]).toEqual([protocol, of])
  },
)

test('what no list names, and a chain without one, is not found', () => {
  expect(find('Ethereum', `0x${'12'.repeat(20)}`)).toBeUndefined()
  expect(find('Solana', '0x98c23e9d8f34fefb1b7bd6a91b7ff122f4e16f5c')).toBeUndefined()
})
