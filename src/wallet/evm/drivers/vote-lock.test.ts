import { describe, expect, test } from 'vitest'
import { MULTICALL3 } from '../../../chains/evm/multicall.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { at, entryOf, type Fact, holds, runDriver, says } from './fixtures/fake-chain.ts'
import { type VoteLockEntry, voteLock } from './vote-lock.ts'

const OWNER = at(0xa11ce)
const [ESCROW, TOKEN] = [at(1), at(2)]
const BALANCES =
  'function lockedBalances(address) view returns (uint256, uint256, uint256, (uint112 amount, uint112 boosted, uint32 unlockTime)[])'
const NFT_LOCK =
  'function locked(uint256) view returns ((int128 amount, uint256 end, bool isPermanent))'

const NOW = says(MULTICALL3, 'getCurrentBlockTimestamp', [], 100n)
describe('a lock for votes', () => {
  test('of batches is reported one by one, and what is over as one', () => {
    const open = [3n, 4n].map((amount) => ({
      amount,
      boosted: 0n,
      unlockTime: 200 + Number(amount),
    }))
    const facts = [NOW, says(ESCROW, BALANCES, [OWNER], 9n, 2n, 7n, open)]
    expect(run('batches', facts).findings).toMatchObject([
      { ref: 'unlocked', legs: [{ amount: 2n }], withdrawal: { isClaimable: true } },
      { legs: [{ amount: 3n }], withdrawal: { unlocksAt: 203, isClaimable: false } },
      { legs: [{ amount: 4n }], withdrawal: { unlocksAt: 204, isClaimable: false } },
    ])
    const none = says(ESCROW, BALANCES, [OWNER], 0n, 0n, 0n, [])
    expect(run('batches', [NOW, none]).findings).toEqual([])
  })

  test('as an NFT has an end or none, and one whose tokens someone else manages is unread', () => {
    const nft = (id: bigint, amount: bigint, end: bigint, isPermanent: boolean) => [
      says(ESCROW, 'ownerToNFTokenIdList', [OWNER, id], id),
      says(ESCROW, NFT_LOCK, [id], { amount, end, isPermanent }),
    ]
    const facts = [...nft(0n, 9n, 101n, false), ...nft(1n, 8n, 0n, true), ...nft(2n, 0n, 0n, false)]
    expect(run('nfts', [NOW, holds(ESCROW, OWNER, 3n), ...facts]).findings).toMatchObject([
      { ref: '0', legs: [{ amount: 9n }], withdrawal: { unlocksAt: 101, isClaimable: false } },
      { ref: '1', legs: [{ amount: 8n }], withdrawal: { unlocksAt: null, isClaimable: false } },
      { legs: [], isUnread: true },
    ])
  })

  test('of a negative amount is unreadable', () => {
    const lock = { amount: -1n, end: 5n, isPermanent: false }
    const facts = [
      NOW,
      holds(ESCROW, OWNER, 1n),
      says(ESCROW, 'ownerToNFTokenIdList', [OWNER, 0n], 7n),
      says(ESCROW, NFT_LOCK, [7n], lock),
    ]
    expect(() => run('nfts', facts)).toThrow('negative')
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
    for (const kind of ['batches', 'nfts'] as const) expect(() => run(kind, [])).toThrow(Unreadable)
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
      ['batches', says(ESCROW, BALANCES, [OWNER], 0n, 0n, 0n, [])],
      ['nfts', holds(ESCROW, OWNER, 0n)],
    ] as const) {
      const { findings, rounds } = run(kind, [fact])
      expect(findings).toEqual([])
      expect(rounds.flat()).toHaveLength(1)
    }
  })
})

function run(kind: VoteLockEntry['kind'], facts: Fact[]) {
  const entry = entryOf(voteLock, {
    escrow: ESCROW,
    kind,
    token: { address: TOKEN, symbol: 'CRV', decimals: 18 },
  })
  return runDriver(voteLock, entry, OWNER, facts)
}
