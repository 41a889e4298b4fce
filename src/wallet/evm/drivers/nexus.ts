import * as z from 'zod'
import { BALANCE, SUPPLY } from '../../../chains/evm/abi.ts'
import { decodeReply, encodeCall, type ResultOf } from '../../../chains/evm/viem.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { address, entryBase, token } from '../../model/entry-base.ts'
import type { Finding } from '../../model/finding.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf, unreadNfts } from './entry-position.ts'
import { answersTo, BLOCK_TIME, must, ownedOf } from './questions.ts'

const TOKENS =
  'function getTokens(uint256[] ids) view returns ((uint256 id, uint256 poolId, uint256 activeStake, uint256 expiredStake, uint256 rewards, (uint256 id, uint256 trancheId, uint256 stake, uint256 shares, uint256 reward)[] deposits)[])'
// Not view functions, because pools count tranches that are over when they are asked to; with eth_call nothing is changed.
const PROCESS = 'function processExpirationsFor(uint256[] ids)'
const BATCH = 'function multicall(bytes[] calls) returns (bytes[] results)'

/** A tranche is 91 days of the seconds since 1970 (`StakingViewer.TRANCHE_DURATION`, @nexusmutual/deployments). */
const TRANCHE_SECONDS = 91n * 86_400n

/** Nexus Mutual's staking pools, in which NFTs hold deposits. */
export const nexusEntry = entryBase.extend({
  driver: z.literal('nexus'),
  collection: address,
  viewer: address,
  nxm: token,
})
export type NexusEntry = z.infer<typeof nexusEntry>

/** NXM of each NFT: deposits with the end of their tranche, from which they can be taken, and the rewards. */
export const nexus = defineDriver({
  name: 'nexus',
  entry: nexusEntry,
  reads: ['stake', 'withdrawal', 'reward'],
  proof: 'recorded/nexus.json',
  receiptTokens: ({ collection }) => [collection],
  *read(entry, owner) {
    const { collection, viewer } = entry
    const count = yield* answersTo(must(collection, BALANCE, [owner]))
    if (count === 0n) return []
    const ids = yield* answersTo(ownedOf(collection, encodeCall(SUPPLY, []), owner))
    const parts = [encodeCall(PROCESS, [ids]), encodeCall(TOKENS, [ids])]
    const read = yield* answersTo(
      ids.length === 0 ? null : { results: must(viewer, BATCH, [parts]), now: BLOCK_TIME },
    )
    const findings = read === null ? [] : tokensIn(entry, ids, read)
    const older = count - BigInt(ids.length)
    return older > 0n
      ? [...findings, unreadNfts(entry, { collection, count: older, market: 'pools', ref: null })]
      : findings
  },
})

function tokensIn(
  entry: NexusEntry,
  ids: bigint[],
  { results: [, answer], now }: { results: ResultOf<typeof BATCH>; now: bigint },
): Finding[] {
  const tokens = answer ? decodeReply(TOKENS, answer) : []
  if (tokens.length !== ids.length)
    throw new Unreadable(`${entry.viewer} returned ${tokens.length} NFTs of ${ids.length}`)
  return tokens.flatMap(({ id, poolId, activeStake, expiredStake, rewards, deposits }) => {
    const sum = deposits.reduce((all, { stake }) => all + stake, 0n)
    if (sum !== activeStake + expiredStake)
      throw new Unreadable(`The deposits of NFT ${id} of Nexus Mutual do not add up`)
    const market = `pool ${poolId}`
    const staked = deposits.flatMap(({ trancheId, stake }): Finding[] => {
      const end = (trancheId + 1n) * TRANCHE_SECONDS
      const legs = legsOf('stake', entry.nxm, stake)
      const withdrawal = { unlocksAt: Number(end), isClaimable: end <= now }
      const ref = `${id} tranche ${trancheId}`
      return legs.length === 0 ? [] : [positionOf(entry, { market, ref, legs, withdrawal })]
    })
    const legs = legsOf('reward', entry.nxm, rewards)
    return [
      ...staked,
      ...(legs.length > 0 ? [positionOf(entry, { market, ref: `${id}`, legs })] : []),
    ]
  })
}
