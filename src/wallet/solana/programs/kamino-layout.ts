import { Unreadable } from '../../model/unreadable.ts'
import type { RawAccount } from '../accounts.ts'
import { symbolOf } from '../bundled-tokens.ts'
import { type AccountData, type AccountKind, accountData } from './account-data.ts'
import type { Obligation, Reserve } from './obligation.ts'

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
  groups: { at: 200, count: 32, bytes: 72, id: 2, liquidationPercent: 4 },
  name: { at: 3248, bytes: 32 },
  end: 3280,
}

const OBLIGATION_KIND: AccountKind = {
  name: 'Kamino obligation',
  program: KAMINO_LEND,
  bytes: OBLIGATION.end,
  mark: Uint8Array.of(168, 206, 141, 106, 88, 76, 172, 167),
}
const RESERVE_KIND: AccountKind = {
  name: 'Kamino reserve',
  program: KAMINO_LEND,
  bytes: RESERVE.end,
  mark: Uint8Array.of(43, 242, 204, 202, 26, 247, 59, 127),
}
const MARKET_KIND: AccountKind = {
  name: 'Kamino market',
  program: KAMINO_LEND,
  bytes: MARKET.end,
  mark: Uint8Array.of(246, 114, 50, 98, 72, 157, 28, 120),
}

const EMPTY = '11111111111111111111111111111111'

/** A market's name, and the liquidation LTV of each of its elevation groups, in which deposits have terms of their own. */
export interface KaminoMarket {
  name: string
  groups: ReadonlyMap<number, number>
}

/** An obligation of which the elevation group, 0 for none, is not looked up yet. */
export type KaminoObligation = Omit<Obligation, 'terms'> & { group: number }

/** Throws `Unreadable` when the account is not an obligation of this owner. */
export function kaminoObligation(account: RawAccount, owner: string): KaminoObligation {
  const data = accountData(account, OBLIGATION_KIND)
  if (data.key(OBLIGATION.owner) !== owner) {
    throw new Unreadable(`The obligation ${data.address} belongs to another owner`)
  }
  const { deposits, borrows } = OBLIGATION
  return {
    address: data.address,
    market: data.key(OBLIGATION.market),
    deposits: slots(data, deposits).map((at) => ({
      reserve: data.key(at),
      shares: data.uint(at + deposits.shares, 8),
    })),
    borrows: slots(data, borrows).map((at) => ({
      reserve: data.key(at),
      amount: data.uint(at + borrows.amount, 16),
      index: data.uint(at + borrows.index, 32),
    })),
    group: data.byte(OBLIGATION.elevationGroup),
  }
}

/** Where the used slots of a list begin; each begins with the key of its reserve. */
function slots(
  data: AccountData,
  { at, count, bytes }: { at: number; count: number; bytes: number },
): number[] {
  return Array.from({ length: count }, (_, i) => at + i * bytes).filter(
    (slot) => data.key(slot) !== EMPTY,
  )
}

/** Throws `Unreadable` when the account is not a reserve, or nothing is deposited in it. */
export function kaminoReserve(account: RawAccount | null): Reserve {
  const data = accountData(account, RESERVE_KIND)
  const fees = RESERVE.fees.reduce((sum, at) => sum + data.uint(at, 16), 0n)
  const underlying = data.uint(RESERVE.available, 8) * ONE + data.uint(RESERVE.borrowed, 16) - fees
  const shares = data.uint(RESERVE.shares, 8) * ONE
  if (underlying <= 0n || shares <= 0n) throw new Unreadable(`${data.address} holds nothing`)
  const mint = data.key(RESERVE.mint)
  return {
    market: data.key(RESERVE.market),
    token: {
      mint,
      symbol: data.text(RESERVE.symbol.at, RESERVE.symbol.bytes) || symbolOf(mint),
      decimals: Number(data.uint(RESERVE.decimals, 8)),
    },
    rate: { underlying, shares },
    debtIndex: data.uint(RESERVE.debtIndex, 32),
    price: Number(data.uint(RESERVE.price, 16)) / Number(ONE),
    pricedAt: { time: Number(data.uint(RESERVE.pricedAt, 8)) },
    liquidationLtv: data.byte(RESERVE.liquidationPercent) / 100,
    borrowWeight: Math.max(1, Number(data.uint(RESERVE.borrowPercent, 8)) / 100),
  }
}

/** Throws `Unreadable` when the account is not a market. */
export function kaminoMarket(account: RawAccount | null): KaminoMarket {
  const data = accountData(account, MARKET_KIND)
  const { at, count, bytes, id, liquidationPercent } = MARKET.groups
  const groups = Array.from({ length: count }, (_, i) => at + i * bytes)
    .map((group) => [data.byte(group + id), data.byte(group + liquidationPercent) / 100] as const)
    .filter(([number]) => number > 0)
  return {
    name: data.text(MARKET.name.at, MARKET.name.bytes) || data.address,
    groups: new Map(groups),
  }
}
