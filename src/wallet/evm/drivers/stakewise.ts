import * as z from 'zod'
import { TO_ASSETS } from '../../../chains/evm/abi.ts'
import { selectorOf } from '../../../chains/evm/viem.ts'
import { packedAddresses, unpacked } from '../../../chains/packed-addresses.ts'
import { address, entryBase, token } from '../../model/entry-base.ts'
import type { Finding } from '../../model/finding.ts'
import { type ClaimsOf, existence } from './claim.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf, unseenPart } from './entry-position.ts'
import { loanFields } from './loan.ts'
import { answersTo, membersOf, must } from './questions.ts'
import { ratio, WAD } from './reading.ts'

const SHARES = 'function getShares(address account) view returns (uint256)'
const MINTED = 'function osTokenPositions(address user) view returns (uint128 shares)'
const CONFIG =
  'function getConfig(address vault) view returns ((uint128 liqBonusPercent, uint64 liqThresholdPercent, uint64 ltvPercent) config)'

/** Represents a vault whose loans are never liquidated. */
const NEVER = 2n ** 64n - 1n

/** Vaults of StakeWise v3 by a list, because their registry knows them but cannot list them. */
export const stakewiseEntry = entryBase.extend({
  driver: z.literal('stakewise'),
  vaults: packedAddresses,
  /** The contract that knows them, for `npm run contracts -- --check`. */
  registry: address,
  /** What is staked. */
  asset: token,
  /** What can be minted against a stake, and what reports its rate and how much of a stake it may be. */
  osToken: token,
  controller: address,
  config: address,
})
export type StakewiseEntry = z.infer<typeof stakewiseEntry>

/**
 * An owner's stakes, one finding for each vault, with the osTokens that were minted against it: they are owed to the vault, and are
 * counted in a wallet elsewhere. No price liquidates a loan, only the difference of two rates of staking, so none is reported.
 */
export const stakewise = defineDriver({
  name: 'stakewise',
  entry: stakewiseEntry,
  reads: ['stake', 'borrow'],
  proof: 'recorded/stakewise.json',
  receiptTokens: ({ vaults }) => unpacked(vaults),
  *read(entry, owner) {
    const { controller, config } = entry
    const { unread, found } = yield* answersTo(
      membersOf({
        list: entry.vaults,
        question: selectorOf(SHARES),
        words: 1,
        owner,
        max: BigInt(entry.vaults.length),
      }),
    )
    const stakes = yield* answersTo(
      found.map(({ member, words: [shares] }) => ({
        vault: member,
        staked: must(member, TO_ASSETS, [shares]),
        minted: must(member, MINTED, [owner]),
        limits: must(config, CONFIG, [member]),
      })),
    )
    const loans = yield* answersTo(
      stakes.map((stake) => ({
        ...stake,
        debt: stake.minted > 0n ? must(controller, TO_ASSETS, [stake.minted]) : 0n,
      })),
    )
    const findings = loans.flatMap(({ vault, staked, minted, limits, debt }): Finding[] => {
      if (staked === 0n && minted === 0n) return []
      const limit = limits.liqThresholdPercent
      const found = positionOf(entry, {
        ref: vault,
        receiptToken: vault,
        legs: [
          ...legsOf('stake', entry.asset, staked, ...(debt > 0n ? [true] : [])),
          ...legsOf('borrow', entry.osToken, minted),
        ],
        ...loanFields({
          collateralValue: staked,
          debtValue: debt,
          liquidationLtv: limit === NEVER ? null : ratio(limit, WAD),
          liquidationPrice: null,
        }),
      })
      return [found]
    })
    return unread > 0n ? [...findings, unseenPart(entry)] : findings
  },
})

// For `npm run contracts -- --check` alone.
const IS_VAULT = 'function vaults(address vault) view returns (bool)'

/** @public */
export const claims: ClaimsOf<StakewiseEntry> = ({ vaults, registry }) =>
  unpacked(vaults).map((vault) => existence(`vault ${vault}`, registry, IS_VAULT, [vault]))
