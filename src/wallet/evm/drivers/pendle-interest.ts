import type { Address } from '../../../chains/address.ts'
import type { TokenAmount } from '../../model/finding.ts'
import { legsOf } from './entry-position.ts'
import { type AnswersOf, apart, may, mayBeToken } from './questions.ts'
import { WAD } from './reading.ts'

const STORED = 'function pyIndexStored() view returns (uint256)'
/** Of contracts that take their fee when interest is claimed: what is booked, and the index at which interest ended. */
const BOOKED = 'function userInterest(address user) view returns (uint128 index, uint128 accrued)'
const ENDED = 'function postExpiry() view returns (uint128 index, uint128 ofTreasury)'
/** Of those that take it as interest is earned. Their own index is another, so that of the tokens comes third. */
const BOOKED_NET =
  'function userInterest(address user) view returns (uint128 index, uint128 accrued, uint256 pyIndex)'
const ENDED_NET = 'function postExpiry() view returns (uint256 index)'
const SY = 'function SY() view returns (address)'
const FACTORY = 'function factory() view returns (address)'
const RATE = 'function exchangeRate() view returns (uint256)'
const FEE = 'function interestFeeRate() view returns (uint128)'

/** What is booked for the owner of a yield token, and which contracts know the rest. A contract answers as one of both kinds. */
export function askBooked(token: Address, owner: Address) {
  return {
    stored: apart(may(token, STORED, [])),
    booked: apart(may(token, BOOKED, [owner])),
    ended: apart(may(token, ENDED, [])),
    bookedNet: apart(may(token, BOOKED_NET, [owner])),
    endedNet: apart(may(token, ENDED_NET, [])),
    sy: apart(may(token, SY, [])),
    factory: apart(may(token, FACTORY, [])),
  }
}
type Booked = AnswersOf<ReturnType<typeof askBooked>>

/** What those contracts are asked. */
export function askRates({ sy, factory }: Booked) {
  return {
    rate: sy && apart(may(sy, RATE, [])),
    token: sy && apart(mayBeToken(sy)),
    fee: factory && apart(may(factory, FEE, [])),
  }
}
type Rates = AnswersOf<ReturnType<typeof askRates>>

/**
 * The interest that an amount of yield tokens has earned and their owner has not claimed, less the fee, in standardized yield (SY), as
 * `redeemDueInterestAndRewards` pays it; null if it could not be read. Since the last booking at the old index, each token has earned
 * 1/old − 1/new.
 */
export function interestOf(amount: bigint, asked: Booked, rates: Rates): TokenAmount[] | null {
  const { stored } = asked
  const { rate, token, fee } = rates
  const booking = bookingOf(asked)
  if (!booking || stored === null || rate === null || token === null || fee === null) return null
  const { old, ended, accrued, isNet } = booking
  const current = ended > 0n ? ended : rate > stored ? rate : stored
  const earned = old > 0n && current > old ? (amount * (current - old) * WAD) / (old * current) : 0n
  const charged = isNet ? earned : accrued + earned
  return legsOf('reward', token, accrued + earned - (charged * fee) / WAD)
}

function bookingOf({ booked, ended, bookedNet, endedNet }: Booked) {
  if (bookedNet !== null && endedNet !== null)
    return { old: bookedNet[2], accrued: bookedNet[1], ended: endedNet, isNet: true }
  if (booked !== null && ended !== null)
    return { old: booked[0], accrued: booked[1], ended: ended[0], isNet: false }
  return null
}
