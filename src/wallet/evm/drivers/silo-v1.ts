import * as z from 'zod'
import { type Address, ZERO_ADDRESS } from '../../../chains/address.ts'
import { call, decodeOrThrow } from '../../../chains/evm/call.ts'
import { type ResultOf, selectorOf } from '../../../chains/evm/viem.ts'
import { packedAddresses, unpacked } from '../../../chains/packed-addresses.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { address, entryBase } from '../../model/entry-base.ts'
import type { ClaimsOf } from './claim.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf, unseenPart } from './entry-position.ts'
import { siloLoan } from './loan.ts'
import { answersTo, BLOCK_TIME, may, membersOf, must, tokenAt } from './questions.ts'

const HAS_ANY = 'function hasPosition(address silo, address owner) view returns (bool)'
const IS_SILO = 'function isSilo(address silo) view returns (bool)'
const ASSETS =
  'function getAssetsWithState() view returns (address[] assets, (address collateral, address collateralOnly, address debt, uint256 deposits, uint256 collateralOnlyDeposits, uint256 borrowed)[] states)'
const LTV = 'function getUserLTV(address silo, address user) view returns (uint256)'
const LIMIT =
  'function getUserLiquidationThreshold(address silo, address user) view returns (uint256)'
const SUPPLY =
  'function getDepositAmount(address silo, address asset, address user, uint256 time) view returns (uint256)'
const DEBT =
  'function getBorrowAmount(address silo, address asset, address user, uint256 time) view returns (uint256)'
const HELD =
  'function balanceOfUnderlying(uint256 total, address shares, address user) view returns (uint256)'

/** The silos of Silo's first version by a list, because its repositories know them but cannot list them. */
export const siloV1Entry = entryBase.extend({
  driver: z.literal('silo-v1'),
  silos: packedAddresses,
  /** Each deployment's repository, and the SiloLens that knows it. */
  deployments: z.array(z.strictObject({ repository: address, lens: address })).min(1),
})
export type SiloV1Entry = z.infer<typeof siloV1Entry>

/**
 * An owner's deposits and debts with their interest up to the block, one finding for each silo. Deposits that only serve as collateral count
 * as deposits. A lens that does not compute the interest of deposits, as the first one, reports them without it.
 */
export const siloV1 = defineDriver({
  name: 'silo-v1',
  entry: siloV1Entry,
  reads: ['supply', 'borrow'],
  proof: 'recorded/silo-v1.json',
  *read(entry, owner) {
    const { silos, deployments } = entry
    // Any lens knows who has something in a silo; only that of its repository knows its limits.
    const [lens] = deployments.map((each) => each.lens)
    if (!lens) throw new TypeError('A deployment is needed')
    const { unread, found } = yield* answersTo(
      membersOf({
        list: silos,
        asker: lens,
        question: selectorOf(HAS_ANY),
        words: 1,
        owner,
        max: BigInt(silos.length),
      }),
    )
    if (found.length === 0) return unread > 0n ? [unseenPart(entry)] : []
    const { now, places } = yield* answersTo({
      now: BLOCK_TIME,
      places: found.map(({ member }) => ({
        silo: member,
        state: must(member, ASSETS, []),
        knownTo: deployments.map(({ repository, lens }) => ({
          lens,
          isKnown: must(repository, IS_SILO, [member]),
        })),
      })),
    })
    const read = yield* answersTo(
      places.map(({ silo, state, knownTo }) => {
        const own = knownTo.find(({ isKnown }) => isKnown)
        if (!own) throw new Unreadable(`No repository knows the silo ${silo}`)
        return siloAt(own.lens, { silo, state, owner, now })
      }),
    )
    const findings = read.flatMap(({ silo, assets, ltv, limit }) => {
      const isLoan = assets.some(({ debt }) => debt > 0n)
      const legs = assets.flatMap(({ token, earning, lent, idle, debt }) => [
        ...legsOf('supply', token, (earning ?? lent) + idle, ...(isLoan ? [true] : [])),
        ...legsOf('borrow', token, debt),
      ])
      const market = assets.map(({ token }) => token.symbol).join('/')
      if (legs.length === 0) return []
      return [positionOf(entry, { market, ref: silo, legs, ...siloLoan(legs, ltv, limit) })]
    })
    return unread > 0n ? [...findings, unseenPart(entry)] : findings
  },
})

interface Place {
  silo: Address
  state: ResultOf<typeof ASSETS>
  owner: Address
  now: bigint
}

function siloAt(lens: Address, { silo, state: [assets, states], owner, now }: Place) {
  return {
    silo,
    ltv: may(lens, LTV, [silo, owner]),
    limit: may(lens, LIMIT, [silo, owner]),
    assets: states.slice(0, assets.length).map((state, at) => {
      const asset = assets[at] ?? ZERO_ADDRESS
      return {
        earning: may(lens, SUPPLY, [silo, asset, owner, now]),
        lent: must(lens, HELD, [state.deposits, state.collateral, owner]),
        // Those that only serve as collateral.
        idle: must(lens, HELD, [state.collateralOnlyDeposits, state.collateralOnly, owner]),
        debt: must(lens, DEBT, [silo, asset, owner, now]),
        token: tokenAt(asset),
      }
    }),
  }
}

// For `npm run contracts -- --check` alone.
/** @public */
export const claims: ClaimsOf<SiloV1Entry> = ({ silos, deployments }) =>
  unpacked(silos).map((silo) => ({
    calls: deployments.map(({ repository }) => call(repository, IS_SILO, [silo])),
    refute: (replies) =>
      replies.some((reply) => reply.ok && decodeOrThrow(reply, IS_SILO))
        ? null
        : `no repository knows the silo ${silo}`,
  }))
