import * as z from 'zod'
import { address, entryBase, token } from '../../model/entry-base.ts'
import { Unreadable } from '../../model/unreadable.ts'
import { call, decodeOrThrow, tryDecode } from '../client/call.ts'
import type { Driver } from './driver.ts'
import { legsOf, positionOf } from './entry-position.ts'

const ADDRESS = 'function getAddress(bytes32 key) view returns (address)'
const BONDED = 'function getNodeETHBonded(address node) view returns (uint256)'
const STAKED = 'function getNodeStakedRPL(address node) view returns (uint256)'
const UNSTAKING = 'function getNodeUnstakingRPL(address node) view returns (uint256)'
/** The names of the same amounts before the upgrade named Saturn. */
const PROVIDED = 'function getNodeETHProvided(address node) view returns (uint256)'
const OLD_STAKED = 'function getNodeRPLStake(address node) view returns (uint256)'

/** keccak256 of "contract.addressrocketNodeStaking", by which the storage knows the contract of today. */
const STAKING_KEY = '0x8fc06385de84508eaf7eb3d75b93167987c9629589fe0a868a2b4e0e90862dd8'

/** Node operators of Rocket Pool, by its storage, which outlives every upgrade. */
export const rocketNodeEntry = entryBase.extend({
  driver: z.literal('rocket-node'),
  storage: address,
  /** The wrapped native coin, in which bonded ETH is reported. */
  native: token,
  rpl: token,
})
export type RocketNodeEntry = z.infer<typeof rocketNodeEntry>

/** What a node operator has bonded: ETH for its validators, without their rewards, and RPL staked or on its way out. */
export const rocketNode: Driver<RocketNodeEntry> = function* (entry, owner) {
  const [found] = yield [call(entry.storage, ADDRESS, [STAKING_KEY])]
  const staking = decodeOrThrow(found, ADDRESS)
  const [bonded, staked, unstaking, provided, oldStaked] = yield [
    call(staking, BONDED, [owner]),
    call(staking, STAKED, [owner]),
    call(staking, UNSTAKING, [owner]),
    call(staking, PROVIDED, [owner]),
    call(staking, OLD_STAKED, [owner]),
  ]
  const eth = tryDecode(bonded, BONDED) ?? tryDecode(provided, PROVIDED)
  const rpl = tryDecode(staked, STAKED) ?? tryDecode(oldStaked, OLD_STAKED)
  if (eth === null || rpl === null) throw new Unreadable(`${staking} does not know its nodes`)
  const legs = [
    ...legsOf('stake', entry.native, eth),
    ...legsOf('stake', entry.rpl, rpl + (tryDecode(unstaking, UNSTAKING) ?? 0n)),
  ]
  return legs.length === 0 ? [] : [positionOf(entry, { market: 'node', legs })]
}
