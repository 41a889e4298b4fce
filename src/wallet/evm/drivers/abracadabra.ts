import * as z from 'zod'
import type { Address } from '../../../chains/address.ts'
import { type ResultOf, selectorOf } from '../../../chains/evm/viem.ts'
import { packedAddresses, unpacked } from '../../../chains/packed-addresses.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { entryBase, type Token } from '../../model/entry-base.ts'
import type { Finding } from '../../model/finding.ts'
import { type ClaimsOf, existence } from './claim.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf, unseenPart } from './entry-position.ts'
import { loanFields } from './loan.ts'
import { answersTo, BLOCK_TIME, may, membersOf, must, tokenAt } from './questions.ts'
import { ratio, WAD } from './reading.ts'

const COLLATERAL_SHARE = 'function userCollateralShare(address owner) view returns (uint256)'
const BORROW_PART = 'function userBorrowPart(address owner) view returns (uint256)'
const COLLATERAL = 'function collateral() view returns (address)'
const COIN = 'function magicInternetMoney() view returns (address)'
const BOX = 'function bentoBox() view returns (address)'
const TOTAL_BORROW = 'function totalBorrow() view returns (uint128 elastic, uint128 base)'
const ACCRUAL =
  'function accrueInfo() view returns (uint64 lastAccrued, uint128 feesEarned, uint64 interestPerSecond)'
const LIMIT = 'function COLLATERIZATION_RATE() view returns (uint256)'
const TO_AMOUNT =
  'function toAmount(address token, uint256 share, bool roundUp) view returns (uint256)'

/** `COLLATERIZATION_RATE` is in thousandths of a percent. */
const LIMIT_UNIT = 100_000n

export const abracadabraEntry = entryBase.extend({
  driver: z.literal('abracadabra'),
  cauldrons: packedAddresses,
})
export type AbracadabraEntry = z.infer<typeof abracadabraEntry>

/**
 * Collateral and debt in each cauldron, the debt with its interest up to the block, in cauldrons of the first version up to their last
 * accrual. Its LTV is not reported, because the price that a cauldron keeps is as old as the last loan.
 */
export const abracadabra = defineDriver({
  name: 'abracadabra',
  entry: abracadabraEntry,
  reads: ['supply', 'borrow'],
  proof: 'recorded/abracadabra.json',
  *read(entry, owner) {
    const list = { list: entry.cauldrons, words: 1, owner }
    const max = BigInt(unpacked(entry.cauldrons).length)
    const { shares, parts } = yield* answersTo({
      shares: membersOf({ ...list, question: selectorOf(COLLATERAL_SHARE), max }),
      parts: membersOf({ ...list, question: selectorOf(BORROW_PART), max }),
    })
    const shareAt = new Map(shares.found.map(({ member, words }) => [member, words[0]]))
    const partAt = new Map(parts.found.map(({ member, words }) => [member, words[0]]))
    const used = [...new Set([...shareAt.keys(), ...partAt.keys()])]
    const unseen = shares.unread + parts.unread > 0n ? [unseenPart(entry)] : []
    if (used.length === 0) return unseen

    const { now, cauldrons } = yield* answersTo({
      now: BLOCK_TIME,
      cauldrons: used.map((at) => ({
        at,
        share: shareAt.get(at) ?? 0n,
        part: partAt.get(at) ?? 0n,
        collateral: must(at, COLLATERAL, []),
        coin: must(at, COIN, []),
        box: must(at, BOX, []),
        borrowed: must(at, TOTAL_BORROW, []),
        // The first version keeps these two to itself.
        accrual: may(at, ACCRUAL, []),
        limit: may(at, LIMIT, []),
      })),
    })
    const loans = yield* answersTo(
      cauldrons.map(({ at, share, part, collateral, coin, box, borrowed, accrual, limit }) => ({
        at,
        limit,
        debt: debtOf(at, { part, borrowed, accrual, now }),
        amount: must(box, TO_AMOUNT, [collateral, share, false]),
        pledge: tokenAt(collateral),
        owed: tokenAt(coin),
      })),
    )
    const findings = loans.map((loan): Finding => {
      const { at, pledge, owed, amount, debt } = loan
      const legs = [...legsOf('collateral', pledge, amount, true), ...legsOf('borrow', owed, debt)]
      return positionOf(entry, { market: pledge.symbol, ref: at, legs, ...limitFields(loan) })
    })
    return [...findings, ...unseen]
  },
})

/** With the interest since the last accrual, where the cauldron reports that. */
function debtOf(
  at: Address,
  {
    part,
    borrowed: [lent, base],
    accrual,
    now,
  }: {
    part: bigint
    borrowed: ResultOf<typeof TOTAL_BORROW>
    accrual: ResultOf<typeof ACCRUAL> | null
    now: bigint
  },
): bigint {
  if (part > base) throw new Unreadable(`${at} has lent less than is owed to it`)
  const [accrued, , rate] = accrual ?? [now, 0n, 0n]
  const elastic = lent + (now > accrued ? (lent * rate * (now - accrued)) / WAD : 0n)
  return base === 0n ? 0n : (part * elastic + base - 1n) / base
}

/** The LTV at which a loan is liquidated, and the price of its collateral in the coin at which that is so. */
function limitFields({
  pledge,
  owed,
  amount,
  debt,
  limit,
}: {
  pledge: Token
  owed: Token
  amount: bigint
  debt: bigint
  limit: bigint | null
}) {
  const isTold = limit !== null && limit > 0n && limit <= LIMIT_UNIT
  return loanFields({
    collateralValue: 0n,
    debtValue: debt,
    liquidationLtv: isTold ? ratio(limit, LIMIT_UNIT) : null,
    liquidationPrice:
      isTold && amount > 0n
        ? ratio(
            debt * LIMIT_UNIT * 10n ** BigInt(pledge.decimals),
            amount * limit * 10n ** BigInt(owed.decimals),
          )
        : null,
  })
}

// For `npm run contracts -- --check` alone.
/** @public */
export const claims: ClaimsOf<AbracadabraEntry> = ({ cauldrons }) =>
  unpacked(cauldrons).map((cauldron) => existence(`cauldron ${cauldron}`, cauldron, BOX, []))
