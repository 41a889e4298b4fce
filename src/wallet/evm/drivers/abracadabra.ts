import * as z from 'zod'
import type { Address } from '../../../chains/address.ts'
import { NOW } from '../../../chains/evm/abi.ts'
import { type Call, call, decodeOrThrow, type Reply, tryDecode } from '../../../chains/evm/call.ts'
import { askMembers, readMembers } from '../../../chains/evm/lens/members.ts'
import { MULTICALL3 } from '../../../chains/evm/multicall.ts'
import { selectorOf } from '../../../chains/evm/viem.ts'
import { packedAddresses, unpacked } from '../../../chains/packed-addresses.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { entryBase, type Token } from '../../model/entry-base.ts'
import type { Finding } from '../../model/finding.ts'
import { loanFields } from './cdp-loan.ts'
import { type ClaimsOf, existence } from './claim.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf } from './entry-position.ts'
import { ask, ratio, tokenCalls, tokenFrom } from './reading.ts'
import { unseenPart } from './unseen-part.ts'

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
const CAULDRON_CALLS = [COLLATERAL, COIN, BOX, TOTAL_BORROW, ACCRUAL, LIMIT] as const

/** `COLLATERIZATION_RATE` is in thousandths of a percent. */
const LIMIT_UNIT = 100_000n
/** Interest of a second is reported for so much debt. */
const WAD = 10n ** 18n

export const abracadabraEntry = entryBase.extend({
  driver: z.literal('abracadabra'),
  cauldrons: packedAddresses,
})
export type AbracadabraEntry = z.infer<typeof abracadabraEntry>

interface Cauldron {
  at: Address
  share: bigint
  collateral: Address
  coin: Address
  box: Address
  debt: bigint
  limit: bigint | null
}

/**
 * Collateral and debt in each cauldron, the debt with its interest up to the block, in cauldrons of the first version up to their last
 * accrual. Its LTV is not reported, because the price that a cauldron keeps is as old as the last loan.
 */
export const abracadabra = defineDriver({
  name: 'abracadabra',
  entry: abracadabraEntry,
  gap: 'Tokens in its boxes, collateral in orders at GMX, staked SPELL and farms are not read, nor is interest since the last use of a cauldron of its first version.',
  *read(entry, owner) {
    const max = BigInt(unpacked(entry.cauldrons).length)
    const [shareReply, partReply] = yield [COLLATERAL_SHARE, BORROW_PART].map((signature) =>
      askMembers({
        list: entry.cauldrons,
        question: selectorOf(signature),
        words: 1,
        owner,
        max,
      }),
    )
    const [shares, parts] = [readMembers(shareReply), readMembers(partReply)]
    const shareAt = new Map(shares.found.map(({ member, words }) => [member, words[0]]))
    const partAt = new Map(parts.found.map(({ member, words }) => [member, words[0]]))
    const used = [...new Set([...shareAt.keys(), ...partAt.keys()])]

    const [time, ...words] = yield* ask(
      used.length === 0
        ? []
        : [
            call(MULTICALL3, NOW, []),
            ...used.flatMap((at) => CAULDRON_CALLS.map((signature) => call(at, signature, []))),
          ],
    )
    const second = words.values()
    const cauldrons = used.map((at) => {
      const held = { share: shareAt.get(at) ?? 0n, part: partAt.get(at) ?? 0n }
      return readCauldron(at, held, decodeOrThrow(time, NOW), second)
    })
    const third = (yield* ask(cauldrons.flatMap(amountCalls))).values()
    const findings = cauldrons.map((each) => findingOf(entry, each, third))
    return shares.unread + parts.unread > 0n ? [...findings, unseenPart(entry)] : findings
  },
})

function readCauldron(
  at: Address,
  { share, part }: { share: bigint; part: bigint },
  now: bigint,
  replies: Iterator<Reply>,
): Cauldron {
  const next = () => replies.next().value
  const collateral = decodeOrThrow(next(), COLLATERAL)
  const coin = decodeOrThrow(next(), COIN)
  const box = decodeOrThrow(next(), BOX)
  const [lent, base] = decodeOrThrow(next(), TOTAL_BORROW)
  // The first version keeps its rate to itself.
  const [accrued, , rate] = tryDecode(next(), ACCRUAL) ?? [now, 0n, 0n]
  const elastic = lent + (now > accrued ? (lent * rate * (now - accrued)) / WAD : 0n)
  // The first version keeps this to itself, too.
  const limit = tryDecode(next(), LIMIT)
  if (part > base) throw new Unreadable(`${at} has lent less than is owed to it`)
  const debt = base === 0n ? 0n : (part * elastic + base - 1n) / base
  return { at, share, collateral, coin, box, debt, limit }
}

function amountCalls({ collateral, coin, box, share }: Cauldron): Call[] {
  return [
    call(box, TO_AMOUNT, [collateral, share, false]),
    ...tokenCalls(collateral),
    ...tokenCalls(coin),
  ]
}

function findingOf(
  entry: AbracadabraEntry,
  { at, collateral, coin, debt, limit }: Cauldron,
  replies: Iterator<Reply>,
): Finding {
  const next = () => replies.next().value
  const amount = decodeOrThrow(next(), TO_AMOUNT)
  const pledge = tokenFrom(collateral, next(), next())
  const owed = tokenFrom(coin, next(), next())
  const legs = [...legsOf('collateral', pledge, amount, true), ...legsOf('borrow', owed, debt)]
  const words = limitFields({ pledge, owed, amount, debt, limit })
  return positionOf(entry, { market: pledge.symbol, ref: at, legs, ...words })
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
