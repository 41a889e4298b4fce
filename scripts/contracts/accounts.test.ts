import { concatHex, getContractAddress, keccak256 } from 'viem'
import { expect, test } from 'vitest'
import { SCAN_CHAINS } from '../../src/chains/scan-chains.ts'
import { accountRegistries } from './accounts.ts'

test('accounts at Summer.fi on Ethereum run the first contract that its factory made', () => {
  const ethereum = SCAN_CHAINS.find(({ key }) => key === 'ethereum')
  const registries = ethereum ? accountRegistries(ethereum) : []
  const from = registries.find(({ kind }) => kind === 'summer')?.registry ?? '0x'
  const code = getContractAddress({ from, nonce: 1n })
  const clone = concatHex(['0x363d3d373d3d3d363d73', code, '0x5af43d82803e903d91602b57fd5bf3'])
  // The hash of the code of an account, by which DeFi Saver's contracts know one (SF_PROXY_CODEHASH, MIT).
  expect(keccak256(clone)).toBe(
    '0x15b0c1a13812f0fce8291b8e7786ece58e0daab08d489cdfe2899fdac4f66045',
  )
})
