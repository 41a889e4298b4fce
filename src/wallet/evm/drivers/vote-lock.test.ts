import { describe, expect, test } from 'vitest'
import { MULTICALL3 } from '../../../chains/evm/multicall.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { at, type Fact, holds, runDriver, says } from './fixtures/fake-chain.ts'
import { type VoteLockEntry, voteLock, voteLockEntry } from './vote-lock.ts'

const OWNER = at(0xa11ce)
const [ESCROW, TOKEN] = [at(1), at(2)]
const BALANCES =
  'function lockedBalances(address) view returns (uint256, uint256, uint256, (uint112 amount, uint112 boosted, uint32 unlockTime)[])'
const NFT_LOCK =
  'function locked(uint256) view returns ((int128 amount, uint256 end, bool isPermanent))'

describe('a lock for votes', () => {
  test('of a negative amount is unreadable', () => {
    expect(() =>
      run('locked', [says(ESCROW, 'locked(address) -> (int128,uint256)', [OWNER], -1n, 5n)]),
    ).toThrow(Unreadable)
  })

  test('whose parts do not add up is unreadable', () => {
    const batch = { amount: 3n, boosted: 0n, unlockTime: 9 }
    for (const [total, unlockable, locked] of [
      [5n, 1n, 3n],
      [5n, 1n, 4n],
    ]) {
      const facts = [says(ESCROW, BALANCES, [OWNER], total, unlockable, locked, [batch])]
      expect(() => run('batches', facts)).toThrow(/do not add up/)
    }
  })

  test('without an answer is unreadable, not nothing', () => {
    for (const kind of ['locked', 'position', 'batches', 'nfts'] as const)
      expect(() => run(kind, [])).toThrow(Unreadable)
  })

  test('is read for a hundred NFTs of one owner; more make the answer partial', () => {
    const lock = { amount: 1n, end: 9n, isPermanent: false }
    const facts = [
      holds(ESCROW, OWNER, 101n),
      says(MULTICALL3, 'getCurrentBlockTimestamp', [], 1n),
      ...Array.from({ length: 100 }, (_, index) => BigInt(index)).flatMap((id) => [
        says(ESCROW, 'ownerToNFTokenIdList', [OWNER, id], id),
        says(ESCROW, NFT_LOCK, [id], lock),
      ]),
    ]
    const { findings, rounds } = run('nfts', facts)
    expect(findings).toHaveLength(101)
    expect(findings.at(-1)).toMatchObject({ legs: [], isUnread: true })
    expect(rounds).toHaveLength(3)
  })

  test('costs one call of an owner without one', () => {
    for (const [kind, fact] of [
      ['locked', says(ESCROW, 'locked(address) -> (int128,uint256)', [OWNER], 0n, 0n)],
      ['nfts', holds(ESCROW, OWNER, 0n)],
    ] as const) {
      const { findings, rounds } = run(kind, [fact])
      expect(findings).toEqual([])
      expect(rounds.flat()).toHaveLength(1)
    }
  })
})

function run(kind: VoteLockEntry['kind'], facts: Fact[]) {
  const entry = voteLockEntry.parse({
    id: 'x',
    protocol: 'p',
    product: 'staking',
    driver: 'vote-lock',
    source: 'test',
    escrow: ESCROW,
    kind,
    token: { address: TOKEN, symbol: 'CRV', decimals: 18 },
  })
  return runDriver(voteLock, entry, OWNER, facts)
}
