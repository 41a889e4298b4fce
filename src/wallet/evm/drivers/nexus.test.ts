import { expect, test } from 'vitest'
import { inRun, readRecordedRun } from '../../../testing/wallet/evm/recorded-run.ts'
import { always, holds } from './fixtures/fake-chain.ts'

// What a recorded run lacks.
const { owner, entry } = readRecordedRun('nexus')
const collection = entry.driver === 'nexus' ? entry.collection : owner
const TRANCHE = 91 * 86_400

test('a stake can be taken from the end of its tranche on', () => {
  const endsAt = 231n * BigInt(TRANCHE)
  const isClaimable = (now: bigint) =>
    inRun('nexus', always('getCurrentBlockTimestamp', now)).findings.find(
      ({ withdrawal }) => withdrawal?.unlocksAt === Number(endsAt),
    )?.withdrawal?.isClaimable
  expect([isClaimable(endsAt - 1n), isClaimable(endsAt)]).toEqual([false, true])
})

test('NFTs that are not among the newest are counted, and who has none costs one round', () => {
  const { findings } = inRun('nexus', holds(collection, owner, 5n))
  expect(findings.at(-1)).toMatchObject({ market: 'pools', legs: [{ amount: 3n, isUnread: true }] })
  const none = inRun('nexus', holds(collection, owner, 0n))
  expect(none).toMatchObject({ findings: [], rounds: { length: 1 } })
})

test('a viewer that leaves an NFT out is unreadable', () => {
  expect(() =>
    inRun('nexus', always('multicall', ['0x', `0x${'0'.repeat(62)}20${'0'.repeat(64)}`])),
  ).toThrow('returned 0 NFTs of 2')
})
