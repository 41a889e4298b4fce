import * as z from 'zod'
import type { Address } from '../../../chains/address.ts'
import { call } from '../../../chains/evm/call.ts'
import { hashOf } from '../../../chains/evm/viem.ts'
import { address, entryBase, token } from '../../model/entry-base.ts'
import { type ClaimsOf, wordClaim } from './claim.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf } from './entry-position.ts'
import { answersTo, must } from './questions.ts'

const BONDED = 'function getNodeETHBonded(address node) view returns (uint256)'
const STAKED = 'function getNodeStakedRPL(address node) view returns (uint256)'
const UNSTAKING = 'function getNodeUnstakingRPL(address node) view returns (uint256)'
const KEPT = 'function getUint(bytes32 key) view returns (uint256)'
/** ETH that was put in for a node, and bonds that it was given back as credit, which is paid in rETH. */
const BALANCES = ['node.eth.balance', 'node.deposit.credit.balance']

/** What node operators of Rocket Pool have put up. */
export const rocketNodeEntry = entryBase.extend({
  driver: z.literal('rocket-node'),
  /** `rocketNodeStaking`. */
  staking: address,
  /** `rocketStorage`, which stays when the contracts that use it are replaced. */
  storage: address,
  rpl: token,
  /** The wrapped native coin, in which the bonded ETH is reported. */
  native: token,
})
export type RocketNodeEntry = z.infer<typeof rocketNodeEntry>

/**
 * The owner's bonded ETH and staked RPL as a node operator, without the rewards of its validators, RPL that is being unstaked, and ETH
 * that is kept for its next validators.
 */
export const rocketNode = defineDriver({
  name: 'rocket-node',
  entry: rocketNodeEntry,
  reads: ['stake', 'withdrawal'],
  proof: 'recorded/rocket-node.json',
  *read(entry, owner) {
    const { staking, storage, rpl, native } = entry
    const { bonded, staked, unstaking, balances } = yield* answersTo({
      bonded: must(staking, BONDED, [owner]),
      staked: must(staking, STAKED, [owner]),
      unstaking: must(staking, UNSTAKING, [owner]),
      balances: BALANCES.map((name) => must(storage, KEPT, [keyOf(name, owner)])),
    })
    const legs = [...legsOf('stake', native, bonded), ...legsOf('stake', rpl, staked)]
    const leaving = legsOf('stake', rpl, unstaking)
    // How long it takes is a setting of another contract, which moves with every upgrade.
    const withdrawal = { unlocksAt: null, isClaimable: null }
    const kept = balances.reduce((sum, each) => sum + each, 0n)
    return [
      ...(legs.length > 0 ? [positionOf(entry, { legs })] : []),
      ...(leaving.length > 0
        ? [positionOf(entry, { ref: 'unstaking', legs: leaving, withdrawal })]
        : []),
      ...(kept > 0n
        ? [positionOf(entry, { ref: 'balance', legs: legsOf('supply', native, kept) })]
        : []),
    ]
  },
})

/** The key of a node's number in the storage: the hash of its name and the node. */
function keyOf(name: string, node: Address) {
  return hashOf(`0x${Buffer.from(name).toString('hex')}${node.slice(2)}`)
}

// For `npm run contracts -- --check` alone.
/** Rocket Pool's storage knows the contract of today by keccak256 of "contract.address" and its name. */
const ROCKET_ADDRESS = 'function getAddress(bytes32 key) view returns (address)'
const NODE_STAKING = '0x8fc06385de84508eaf7eb3d75b93167987c9629589fe0a868a2b4e0e90862dd8'

/** @public */
export const claims: ClaimsOf<RocketNodeEntry> = ({ storage, staking }) => [
  wordClaim('node staking', call(storage, ROCKET_ADDRESS, [NODE_STAKING]), staking),
]
