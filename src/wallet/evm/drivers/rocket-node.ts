import * as z from 'zod'
import { address, entryBase, token } from '../../model/entry-base.ts'
import { call, decodeOrThrow } from '../client/call.ts'
import type { Driver } from './driver.ts'
import { legsOf, positionOf } from './entry-position.ts'

const BONDED = 'function getNodeETHBonded(address node) view returns (uint256)'
const STAKED = 'function getNodeStakedRPL(address node) view returns (uint256)'
const UNSTAKING = 'function getNodeUnstakingRPL(address node) view returns (uint256)'

/** What node operators of Rocket Pool have put up. */
export const rocketNodeEntry = entryBase.extend({
  driver: z.literal('rocket-node'),
  /** `rocketNodeStaking`. */
  staking: address,
  rpl: token,
  /** The wrapped native coin, in which the bonded ETH is reported. */
  native: token,
})
export type RocketNodeEntry = z.infer<typeof rocketNodeEntry>

/** The owner's bonded ETH and staked RPL as a node operator, without the rewards of its validators, and RPL that is being unstaked. */
export const rocketNode: Driver<RocketNodeEntry> = function* (entry, owner) {
  const { staking, rpl, native } = entry
  const [bonded, staked, unstaking] = yield [
    call(staking, BONDED, [owner]),
    call(staking, STAKED, [owner]),
    call(staking, UNSTAKING, [owner]),
  ]
  const legs = [
    ...legsOf('stake', native, decodeOrThrow(bonded, BONDED)),
    ...legsOf('stake', rpl, decodeOrThrow(staked, STAKED)),
  ]
  const leaving = legsOf('stake', rpl, decodeOrThrow(unstaking, UNSTAKING))
  // How long it takes is a setting of another contract, which moves with every upgrade.
  const withdrawal = { unlocksAt: null, isClaimable: null }
  return [
    ...(legs.length > 0 ? [positionOf(entry, { legs })] : []),
    ...(leaving.length > 0
      ? [positionOf(entry, { ref: 'unstaking', legs: leaving, withdrawal })]
      : []),
  ]
}
