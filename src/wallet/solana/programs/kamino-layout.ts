import { Unreadable } from '../../../chains/unreadable.ts'
import type { RawAccount } from '../accounts.ts'
import { type AccountFields, fieldsOf } from './account-fields.ts'
import layouts from './layouts.json' with { type: 'json' }
import type { Obligation, Reserve } from './obligation.ts'
import { symbolOf } from './tokens.ts'

export const KAMINO_LEND = 'KLend2g3cP87fffoy8q1mQqGKjrxjC8boSyAYavgmjD'

/** Fractions of Kamino have 60 bits after the point. */
export const ONE = 1n << 60n

// OBLIGATION: Byte offsets from Kamino's published IDL of klend 1.13 and the structs of klend 1.16, which agree. Anchor marks accounts
// with the first 8 bytes of sha256('account:<name>').
export const { OBLIGATION, RESERVE, MARKET } = layouts.kamino
const { OBLIGATION_KIND, RESERVE_KIND, MARKET_KIND } = layouts.kamino

/** A key that was never set. */
export const EMPTY = '11111111111111111111111111111111'

/** A market's name, and the liquidation LTV of its elevation groups, in which deposits have terms of their own; the first is group 1. */
export interface KaminoMarket {
  name: string
  groups: readonly number[]
}

/** An obligation of which the elevation group, 0 for none, is not looked up yet. */
export type KaminoObligation = Omit<Obligation, 'terms'> & { group: number }

/** Throws `Unreadable` when the account is not an obligation of this owner. */
export function kaminoObligation(account: RawAccount, owner: string): KaminoObligation {
  const { address } = account
  const data = fieldsOf(account, OBLIGATION_KIND)
  if (data.key(OBLIGATION.owner) !== owner) {
    throw new Unreadable(`The obligation ${address} belongs to another owner`)
  }
  const { deposits, borrows } = OBLIGATION
  return {
    address,
    market: data.key(OBLIGATION.market),
    deposits: slots(data, deposits).map((at) => ({
      reserve: data.key(at),
      shares: data.u64(at + deposits.shares),
    })),
    borrows: slots(data, borrows).map((at) => ({
      reserve: data.key(at),
      amount: data.u128(at + borrows.amount),
      index: data.u256(at + borrows.index),
    })),
    group: data.u8(OBLIGATION.elevationGroup),
  }
}

/** Where the used slots of a list begin; each begins with the key of its reserve. */
function slots(
  data: AccountFields,
  { at, count, bytes }: { at: number; count: number; bytes: number },
): number[] {
  return Array.from({ length: count }, (_, i) => at + i * bytes).filter(
    (slot) => data.key(slot) !== EMPTY,
  )
}

/** Throws `Unreadable` when the account is not a reserve, or has no exchange rate. */
export function kaminoReserve(account: RawAccount): Reserve {
  const { address } = account
  const data = fieldsOf(account, RESERVE_KIND)
  const fees = RESERVE.fees.reduce((sum, at) => sum + data.u128(at), 0n)
  const underlying = data.u64(RESERVE.available) * ONE + data.u128(RESERVE.borrowed) - fees
  const shares = data.u64(RESERVE.shares) * ONE
  if (underlying < 0n || shares === 0n) throw new Unreadable(`${address} has no exchange rate`)
  const mint = data.key(RESERVE.mint)
  return {
    market: data.key(RESERVE.market),
    token: {
      mint,
      symbol: data.text(RESERVE.symbol.at, RESERVE.symbol.bytes) || symbolOf(mint),
      decimals: Number(data.u64(RESERVE.decimals)),
    },
    rate: { underlying, shares },
    debtIndex: data.u256(RESERVE.debtIndex),
    price: Number(data.u128(RESERVE.price)) / Number(ONE),
    pricedAt: { time: Number(data.u64(RESERVE.pricedAt)) },
    liquidationLtv: data.u8(RESERVE.liquidationPercent) / 100,
    borrowWeight: Math.max(1, Number(data.u64(RESERVE.borrowPercent)) / 100),
  }
}

/** Throws `Unreadable` when the account is not a market. */
export function kaminoMarket(account: RawAccount): KaminoMarket {
  const { address } = account
  const data = fieldsOf(account, MARKET_KIND)
  const { at, count, bytes, liquidationPercent } = MARKET.groups
  return {
    name: data.text(MARKET.name.at, MARKET.name.bytes) || address,
    groups: Array.from(
      { length: count },
      (_, i) => data.u8(at + i * bytes + liquidationPercent) / 100,
    ),
  }
}
