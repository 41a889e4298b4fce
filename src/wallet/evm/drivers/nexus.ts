import * as z from 'zod'
import { BALANCE, NOW, SUPPLY } from '../../../chains/evm/abi.ts'
import { call, decodeOrThrow, type Reply } from '../../../chains/evm/call.ts'
import { askOwned, readOwned } from '../../../chains/evm/lens/owned.ts'
import { MULTICALL3 } from '../../../chains/evm/multicall.ts'
import { decodeReply, encodeCall } from '../../../chains/evm/viem.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { address, entryBase, token } from '../../model/entry-base.ts'
import type { Finding } from '../../model/finding.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf } from './entry-position.ts'
import { ask } from './reading.ts'
import { unreadNfts } from './unread-nfts.ts'

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
  gap: 'Bought covers are not read.',
  receiptTokens: ({ collection }) => [collection],
  *read(entry, owner) {
    const { collection, viewer } = entry
    const [countReply] = yield [call(collection, BALANCE, [owner])]
    const count = decodeOrThrow(countReply, BALANCE)
    if (count === 0n) return []
    const ids = readOwned(yield askOwned(collection, encodeCall(SUPPLY, []), owner))
    const parts = [encodeCall(PROCESS, [ids]), encodeCall(TOKENS, [ids])]
    const [reply, time] = yield* ask(
      ids.length === 0 ? [] : [call(viewer, BATCH, [parts]), call(MULTICALL3, NOW, [])],
    )
    const findings = ids.length === 0 ? [] : tokensIn(entry, ids, reply, decodeOrThrow(time, NOW))
    const older = count - BigInt(ids.length)
    return older > 0n
      ? [...findings, unreadNfts(entry, { collection, count: older, market: 'pools', ref: null })]
      : findings
  },
})

function tokensIn(
  entry: NexusEntry,
  ids: bigint[],
  reply: Reply | undefined,
  now: bigint,
): Finding[] {
  const [, answer] = decodeOrThrow(reply, BATCH)
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
