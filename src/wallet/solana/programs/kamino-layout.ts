import { Unreadable } from '../../../chains/unreadable.ts'
import type { RawAccount } from '../accounts.ts'
import { type AccountFields, type AccountKind, fieldsOf } from './account-fields.ts'
import type { Obligation, Reserve } from './obligation.ts'
import { symbolOf } from './tokens.ts'

export const KAMINO_LEND = 'KLend2g3cP87fffoy8q1mQqGKjrxjC8boSyAYavgmjD'

/** Fractions of Kamino have 60 bits after the point. */
export const ONE = 1n << 60n

// Byte offsets from Kamino's published IDL of klend 1.13 and the structs of klend 1.16, which agree. Anchor marks accounts with the
// first 8 bytes of sha256('account:<name>').
export const OBLIGATION = {
  size: 3344,
  market: 32,
  owner: 64,
  deposits: { at: 96, count: 8, bytes: 136, shares: 32 },
  borrows: { at: 1208, count: 5, bytes: 200, index: 32, amount: 88 },
  elevationGroup: 2285,
  end: 2286,
}
export const RESERVE = {
  market: 32,
  mint: 128,
  available: 224,
  borrowed: 232,
  price: 248,
  pricedAt: 264,
  decimals: 272,
  debtIndex: 296,
  fees: [344, 360, 376],
  shares: 2592,
  liquidationPercent: 4873,
  borrowPercent: 5008,
  symbol: { at: 5032, bytes: 32 },
  end: 5064,
}
export const MARKET = {
  groups: { at: 200, count: 32, bytes: 72, liquidationPercent: 4 },
  name: { at: 3248, bytes: 32 },
  end: 3280,
}

const OBLIGATION_KIND: AccountKind = {
  name: 'Kamino obligation',
  program: KAMINO_LEND,
  bytes: OBLIGATION.end,
  discriminator: [168, 206, 141, 106, 88, 76, 172, 167],
}
const RESERVE_KIND: AccountKind = {
  name: 'Kamino reserve',
  program: KAMINO_LEND,
  bytes: RESERVE.end,
  discriminator: [43, 242, 204, 202, 26, 247, 59, 127],
}
const MARKET_KIND: AccountKind = {
  name: 'Kamino market',
  program: KAMINO_LEND,
  bytes: MARKET.end,
  discriminator: [246, 114, 50, 98, 72, 157, 28, 120],
}

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
