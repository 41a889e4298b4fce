import { keccak256, toBytes } from 'viem'
import { describe, expect, test } from 'vitest'
import { Unreadable } from '../../model/unreadable.ts'
import { at, runDriver, says } from './fixtures/fake-chain.ts'
import { rocketNode, rocketNodeEntry } from './rocket-node.ts'

const OWNER = at(0xa11ce)
const [STORAGE, STAKING] = [at(1), at(2)]
const ENTRY = rocketNodeEntry.parse({
  id: 'rocket-node',
  protocol: 'rocket-pool',
  product: 'staking',
  driver: 'rocket-node',
  source: 'test',
  storage: STORAGE,
  native: { address: at(3), symbol: 'WETH', decimals: 18 },
  rpl: { address: at(4), symbol: 'RPL', decimals: 18 },
})
const storage = says(
  STORAGE,
  'function getAddress(bytes32) view returns (address)',
  [keccak256(toBytes('contract.addressrocketNodeStaking'))],
  STAKING,
)
const amount = (name: string, value: bigint) =>
  says(STAKING, `function ${name}(address) view returns (uint256)`, [OWNER], value)

describe('a node operator of Rocket Pool', () => {
  test('has bonded ETH, and RPL staked or on its way out', () => {
    const facts = [
      storage,
      amount('getNodeETHBonded', 8n),
      amount('getNodeStakedRPL', 50n),
      amount('getNodeUnstakingRPL', 5n),
    ]
    const { findings, rounds } = runDriver(rocketNode, ENTRY, OWNER, facts)
    expect(findings).toMatchObject([
      {
        legs: [
          { symbol: 'WETH', amount: 8n },
          { symbol: 'RPL', amount: 55n },
        ],
      },
    ])
    expect(rounds).toHaveLength(2)
  })

  test('is read by the names of before an upgrade too', () => {
    const facts = [storage, amount('getNodeETHProvided', 16n), amount('getNodeRPLStake', 0n)]
    const { findings } = runDriver(rocketNode, ENTRY, OWNER, facts)
    expect(findings).toMatchObject([{ legs: [{ symbol: 'WETH', amount: 16n }] }])
  })

  test('is unreadable when neither is known, and when the storage does not answer', () => {
    expect(() => runDriver(rocketNode, ENTRY, OWNER, [storage])).toThrow(Unreadable)
    expect(() => runDriver(rocketNode, ENTRY, OWNER, [])).toThrow(Unreadable)
  })

  test('who is none has nothing', () => {
    const facts = [storage, amount('getNodeETHBonded', 0n), amount('getNodeStakedRPL', 0n)]
    expect(runDriver(rocketNode, ENTRY, OWNER, facts).findings).toEqual([])
  })
})
