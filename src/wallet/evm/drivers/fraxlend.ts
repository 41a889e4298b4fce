import * as z from 'zod'
import type { Address } from '../../../chains/address.ts'
import { ASSET } from '../../../chains/evm/abi.ts'
import { type Call, call, decodeOrThrow, type Reply, tryDecode } from '../../../chains/evm/call.ts'
import { askMembers, readMembers } from '../../../chains/evm/lens/members.ts'
import { selectorOf } from '../../../chains/evm/viem.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { address, entryBase } from '../../model/entry-base.ts'
import type { Finding } from '../../model/finding.ts'
import { type ClaimsOf, existence } from './claim.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf } from './entry-position.ts'
import { loanOf } from './lender-loan.ts'
import { shareOf } from './pool-token.ts'
import { ask, ratio, readTokens, type TokenOf } from './reading.ts'
import { unseenPart } from './unseen-part.ts'

const PAIRS = 'function getAllPairAddresses() view returns (address[])'
const SNAPSHOT =
  'function getUserSnapshot(address user) view returns (uint256 assetShares, uint256 borrowShares, uint256 collateral)'
const COLLATERAL = 'function collateralContract() view returns (address)'
const SUPPLIED = 'function totalAsset() view returns (uint128 amount, uint128 shares)'
const BORROWED = 'function totalBorrow() view returns (uint128 amount, uint128 shares)'
const TO_ASSET =
  'function toAssetAmount(uint256 shares, bool roundUp, bool previewInterest) view returns (uint256)'
const TO_BORROW =
  'function toBorrowAmount(uint256 shares, bool roundUp, bool previewInterest) view returns (uint256)'
const MAX_LTV = 'function maxLTV() view returns (uint256)'
const RATES =
  'function exchangeRateInfo() view returns (address oracle, uint32 maxOracleDeviation, uint184 lastTimestamp, uint256 lowExchangeRate, uint256 highExchangeRate)'
const FIRST_RATE =
  'function exchangeRateInfo() view returns (uint32 lastTimestamp, uint224 exchangeRate)'

/** A registry has fewer pairs; those after it are not read. */
const MAX_PAIRS = 1000n
/** The price of the asset is in units of collateral for 10^18 units of the asset. */
const WAD = 10n ** 18n
/** An LTV is in thousandths of a percent. */
const LTV_UNIT = 100_000n

/** Fraxlend by the registry of its pairs. */
export const fraxlendEntry = entryBase.extend({
  driver: z.literal('fraxlend'),
  registry: address,
})
export type FraxlendEntry = z.infer<typeof fraxlendEntry>

interface Place {
  pair: Address
  supplyShares: bigint
  debtShares: bigint
  collateral: bigint
}

/**
 * An owner's supply, collateral and debt, one finding for each pair, with interest up to the block; of pairs of the first version up to
 * their last accrual. The loan is valued at the lower rate of the pair's oracle of its last use, which liquidations use.
 */
export const fraxlend = defineDriver({
  name: 'fraxlend',
  entry: fraxlendEntry,
  gap: 'Unclaimed rewards, and shares that are staked in farms, are not read.',
  *read(entry, owner) {
    const [reply] = yield [
      askMembers({
        registry: entry.registry,
        listing: selectorOf(PAIRS),
        question: selectorOf(SNAPSHOT),
        words: 3,
        owner,
        max: MAX_PAIRS,
      }),
    ]
    const { total, unread, found } = readMembers(reply)
    if (total === 0n) throw new Unreadable('The registry lists no pair')
    const places = found.map(
      ({ member, words }): Place => ({
        pair: member,
        supplyShares: words[0],
        debtShares: words[1],
        collateral: words[2],
      }),
    )

    const second = (yield* ask(places.flatMap(pairCalls))).values()
    const read = places.map((place) => readPair(place, second))
    const tokenOf = yield* readTokens(read.flatMap(({ asset, pledge }) => [asset, pledge]))
    const findings = read
      .map((each) => loanFinding(entry, each, tokenOf))
      .filter(({ legs }) => legs.length > 0)
    return unread > 0n || total > MAX_PAIRS ? [...findings, unseenPart(entry)] : findings
  },
})

function pairCalls({ pair, supplyShares, debtShares }: Place): Call[] {
  return [
    call(pair, ASSET, []),
    call(pair, COLLATERAL, []),
    call(pair, SUPPLIED, []),
    call(pair, BORROWED, []),
    call(pair, TO_ASSET, [supplyShares, false, true]),
    call(pair, TO_BORROW, [debtShares, true, true]),
    call(pair, MAX_LTV, []),
    call(pair, RATES, []),
  ]
}

interface ReadPair extends Place {
  asset: Address
  pledge: Address
  supply: bigint
  debt: bigint
  maxLtv: bigint
  /** Units of collateral for 10^18 units of the asset; null where it cannot be read. */
  rate: bigint | null
}

function readPair(place: Place, replies: Iterator<Reply>): ReadPair {
  const next = () => replies.next().value
  const asset = decodeOrThrow(next(), ASSET)
  const pledge = decodeOrThrow(next(), COLLATERAL)
  const [supplied, supplies] = decodeOrThrow(next(), SUPPLIED)
  const [borrowed, debts] = decodeOrThrow(next(), BORROWED)
  // The first version has no preview of interest.
  const supply = tryDecode(next(), TO_ASSET) ?? shareOf(supplied, place.supplyShares, supplies)
  const debt = tryDecode(next(), TO_BORROW) ?? shareOf(borrowed, place.debtShares, debts)
  const maxLtv = decodeOrThrow(next(), MAX_LTV)
  const rates = next()
  const rate = tryDecode(rates, RATES)?.[3] ?? tryDecode(rates, FIRST_RATE)?.[1] ?? null
  return { ...place, asset, pledge, supply, debt, maxLtv, rate }
}

function loanFinding(
  entry: FraxlendEntry,
  { pair, asset, pledge, supply, debt, collateral, maxLtv, rate }: ReadPair,
  tokenOf: TokenOf,
): Finding {
  const [lent, pledged] = [tokenOf(asset), tokenOf(pledge)]
  const legs = [
    ...legsOf('supply', lent, supply, false),
    ...legsOf('collateral', pledged, collateral, true),
    ...legsOf('borrow', lent, debt),
  ]
  // A pair without a limit never liquidates.
  const owed = rate === null || rate === 0n ? null : debt * rate * LTV_UNIT
  const limit = maxLtv === 0n ? null : collateral * WAD * maxLtv
  return positionOf(entry, {
    market: `${pledged.symbol}/${lent.symbol}`,
    ref: pair,
    receiptToken: supply > 0n ? pair : null,
    legs,
    healthFactor: owed && limit !== null ? ratio(limit, owed) : null,
    ...(owed && loanOf(legs, { collateral: collateral * WAD * LTV_UNIT, debt: owed, limit })),
  })
}

// For `npm run contracts -- --check` alone.
/** @public */
export const claims: ClaimsOf<FraxlendEntry> = ({ registry }) => [
  existence('pairs', registry, PAIRS, []),
]
