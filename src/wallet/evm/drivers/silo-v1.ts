import * as z from 'zod'
import type { Address } from '../../../chains/address.ts'
import { NOW } from '../../../chains/evm/abi.ts'
import { type Call, call, decodeOrThrow, type Reply, tryDecode } from '../../../chains/evm/call.ts'
import { askMembers, readMembers } from '../../../chains/evm/lens/members.ts'
import { MULTICALL3 } from '../../../chains/evm/multicall.ts'
import { selectorOf } from '../../../chains/evm/viem.ts'
import { packedAddresses, unpacked } from '../../../chains/packed-addresses.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { address, entryBase } from '../../model/entry-base.ts'
import type { ClaimsOf } from './claim.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf } from './entry-position.ts'
import { ask, tokenCalls, tokenFrom } from './reading.ts'
import { siloLoan } from './silo-loan.ts'
import { unseenPart } from './unseen-part.ts'

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

interface Asset {
  asset: Address
  /** All deposits as of their last interest, and the token of their shares. */
  lent: readonly [total: bigint, shares: Address]
  /** Those that only serve as collateral. */
  idle: readonly [total: bigint, shares: Address]
}

interface Place {
  silo: Address
  assets: Asset[]
  lens: Address
}

/**
 * An owner's deposits and debts with their interest up to the block, one finding for each silo. Deposits that only serve as collateral count
 * as deposits. A lens that does not compute the interest of deposits, as the first one, reports them without it.
 */
export const siloV1 = defineDriver({
  name: 'silo-v1',
  entry: siloV1Entry,
  gap: 'Silos that are not on our list, and unclaimed rewards, are not read.',
  *read(entry, owner) {
    const { silos, deployments } = entry
    // Any lens knows who has something in a silo; only that of its repository knows its limits.
    const [lens] = deployments.map((each) => each.lens)
    if (!lens) throw new TypeError('A deployment is needed')
    const [reply] = yield [
      askMembers({
        list: silos,
        asker: lens,
        question: selectorOf(HAS_ANY),
        words: 1,
        owner,
        max: BigInt(silos.length),
      }),
    ]
    const { unread, found } = readMembers(reply)
    if (found.length === 0) return unread > 0n ? [unseenPart(entry)] : []
    const [time, ...replies] = yield* ask([
      call(MULTICALL3, NOW, []),
      ...found.flatMap(({ member }) => [
        call(member, ASSETS, []),
        ...deployments.map(({ repository }) => call(repository, IS_SILO, [member])),
      ]),
    ])
    const now = decodeOrThrow(time, NOW)
    const second = replies.values()
    const places = found.map(({ member }): Place => {
      const assets = assetsOf(second.next().value)
      const own = deployments.filter(() => decodeOrThrow(second.next().value, IS_SILO))
      if (!own[0]) throw new Unreadable(`No repository knows the silo ${member}`)
      return { silo: member, assets, lens: own[0].lens }
    })

    const third = (yield* ask(places.flatMap((place) => siloCalls(place, owner, now)))).values()
    const next = () => third.next().value
    const findings = places.flatMap(({ silo, assets }) => {
      const [ltv, limit] = [tryDecode(next(), LTV), tryDecode(next(), LIMIT)]
      const read = assets.map(({ asset }) => {
        const [earning, lent, idle] = [
          tryDecode(next(), SUPPLY),
          decodeOrThrow(next(), HELD),
          decodeOrThrow(next(), HELD),
        ]
        return {
          supply: (earning ?? lent) + idle,
          debt: decodeOrThrow(next(), DEBT),
          token: tokenFrom(asset, next(), next()),
        }
      })
      const isLoan = read.some(({ debt }) => debt > 0n)
      const legs = read.flatMap(({ token, supply, debt }) => [
        ...legsOf('supply', token, supply, ...(isLoan ? [true] : [])),
        ...legsOf('borrow', token, debt),
      ])
      const market = read.map(({ token }) => token.symbol).join('/')
      if (legs.length === 0) return []
      return [positionOf(entry, { market, ref: silo, legs, ...siloLoan(legs, ltv, limit) })]
    })
    return unread > 0n ? [...findings, unseenPart(entry)] : findings
  },
})

function assetsOf(reply: Reply | undefined): Asset[] {
  const [assets, states] = decodeOrThrow(reply, ASSETS)
  return states.flatMap((state, at): Asset[] => {
    const asset = assets[at]
    if (asset === undefined) return []
    const { deposits, collateral, collateralOnlyDeposits, collateralOnly } = state
    const idle = [collateralOnlyDeposits, collateralOnly] as const
    return [{ asset, lent: [deposits, collateral], idle }]
  })
}

function siloCalls({ silo, assets, lens }: Place, owner: Address, now: bigint): Call[] {
  return [
    call(lens, LTV, [silo, owner]),
    call(lens, LIMIT, [silo, owner]),
    ...assets.flatMap(({ asset, lent, idle }) => [
      call(lens, SUPPLY, [silo, asset, owner, now]),
      call(lens, HELD, [...lent, owner]),
      call(lens, HELD, [...idle, owner]),
      call(lens, DEBT, [silo, asset, owner, now]),
      ...tokenCalls(asset),
    ]),
  ]
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
