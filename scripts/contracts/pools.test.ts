import { encodePacked, getContractAddress, keccak256, toFunctionSelector } from 'viem'
import { describe, expect, test } from 'vitest'
import { SCAN_CHAINS } from '../../src/chains/scan-chains.ts'
import { contractEntry } from '../../src/wallet/evm/contracts/contract-entry.ts'
import { receiptTokens } from '../../src/wallet/evm/contracts/receipt-tokens.ts'
import * as lp from './lp.ts'
import * as perps from './perps.ts'
import * as resolvers from './resolvers.ts'
import { V2_FACTORIES } from './v2-pairs.ts'

const GENERATORS = [lp, perps, resolvers]

describe.each(SCAN_CHAINS)('entries of pools, perpetuals and resolvers on $key', (chain) => {
  const entries = GENERATORS.flatMap((each) => each.entries(chain))

  test('are what their drivers read', () => {
    for (const entry of entries) expect(contractEntry.parse(entry)).toEqual(entry)
  })

  test('have an id of their own, and no contract belongs to two', () => {
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length)
    const receipts = entries.flatMap(receiptTokens)
    expect(receipts.filter((each, at) => receipts.indexOf(each) !== at)).toEqual([])
  })
})

test('every listed pair is the one that its factory makes of its two tokens', () => {
  for (const { factory, codeHash, pairs } of V2_FACTORIES) {
    expect(codeHash).toMatch(/^0x[0-9a-f]{64}$/)
    for (const [[a], [b], pair] of pairs) {
      const [low = '', high = ''] = [a.toLowerCase(), b.toLowerCase()].sort()
      const salt = keccak256(
        encodePacked(['address', 'address'], [`0x${low.slice(2)}`, `0x${high.slice(2)}`]),
      )
      const made = getContractAddress({
        opcode: 'CREATE2',
        from: `0x${factory.slice(2)}`,
        salt,
        bytecodeHash: `0x${codeHash.slice(2)}`,
      })
      expect(made).toBe(pair)
    }
  }
})

test('the reward of staked PancakeSwap positions is asked for by the right selector', () => {
  const ethereum = SCAN_CHAINS[0]
  const pancake = lp.entries(ethereum).find(({ id }) => id === 'pancakeswap-v3')
  expect(pancake).toMatchObject({
    staking: { reward: { selector: toFunctionSelector('function pendingCake(uint256)') } },
  })
})

test('every deployment of Slipstream is read where its NFTs are loose, and read or named where they are staked', () => {
  for (const chain of SCAN_CHAINS) {
    const entries = lp.entries(chain)
    const loose = entries.flatMap((each) =>
      each.driver === 'uniswap-v3' && each.tickSpacing ? [each.factory] : [],
    )
    const staked = entries.flatMap((each) =>
      each.driver === 'velodrome'
        ? [...each.factories.slice(1).map(({ factory }) => factory), ...each.unread]
        : [],
    )
    // On Velodrome's further chains only staked ones are read, and its gap says so.
    if (loose.length > 0) expect(staked.sort()).toEqual(loose.sort())
    expect(loose.length).toBe({ base: 4, optimism: 3 }[chain.key.toString()] ?? 0)
  }
})
