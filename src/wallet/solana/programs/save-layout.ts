import { Unreadable } from '../../../chains/unreadable.ts'
import type { RawAccount } from '../accounts.ts'
import { fieldsOf } from './account-fields.ts'
import layouts from './layouts.json' with { type: 'json' }
import type { Obligation, Reserve } from './obligation.ts'
import { symbolOf } from './tokens.ts'

/** Save, which was called Solend. From `solend_mainnet` of its program's SDK. */
export const SAVE = 'So1endDq2YkqhipRh3WViPa8hdiSpxWy6z3Z6tMCpAo'

/** Fractions of Save have 18 decimals. */
export const WAD = 10n ** 18n

// SAVE_OBLIGATION: Byte offsets from pack_into_slice of both structs in solendprotocol/solana-program-library, token-lending/sdk.
export const { SAVE_OBLIGATION, SAVE_RESERVE } = layouts.save
const { OBLIGATION_KIND, RESERVE_KIND } = layouts.save

/** Throws `Unreadable` when the account is not an obligation of this owner. */
export function saveObligation(account: RawAccount, owner: string): Obligation {
  const { address } = account
  const data = fieldsOf(account, OBLIGATION_KIND)
  if (data.key(SAVE_OBLIGATION.owner) !== owner) {
    throw new Unreadable(`The obligation ${address} belongs to another owner`)
  }
  const { list, deposit, borrow } = SAVE_OBLIGATION
  const [deposits, borrows] = [data.u8(SAVE_OBLIGATION.deposits), data.u8(SAVE_OBLIGATION.borrows)]
  const loans = list + deposits * deposit.bytes
  return {
    address,
    market: data.key(SAVE_OBLIGATION.market),
    deposits: Array.from({ length: deposits }, (_, i) => list + i * deposit.bytes).map((at) => ({
      reserve: data.key(at),
      shares: data.u64(at + deposit.shares),
    })),
    borrows: Array.from({ length: borrows }, (_, i) => loans + i * borrow.bytes).map((at) => ({
      reserve: data.key(at),
      index: data.u128(at + borrow.index),
      amount: data.u128(at + borrow.amount),
    })),
    terms: null,
  }
}

/** Throws `Unreadable` when the account is not one, or has no exchange rate. */
export function saveReserve(account: RawAccount): Reserve {
  const { address } = account
  const data = fieldsOf(account, RESERVE_KIND)
  const available = data.u64(SAVE_RESERVE.available) * WAD
  const underlying = available + data.u128(SAVE_RESERVE.borrowed) - data.u128(SAVE_RESERVE.fees)
  const shares = data.u64(SAVE_RESERVE.shares) * WAD
  if (underlying < 0n || shares === 0n) throw new Unreadable(`${address} has no exchange rate`)
  const mint = data.key(SAVE_RESERVE.mint)
  return {
    market: data.key(SAVE_RESERVE.market),
    token: { mint, symbol: symbolOf(mint), decimals: data.u8(SAVE_RESERVE.decimals) },
    rate: { underlying, shares },
    debtIndex: data.u128(SAVE_RESERVE.debtIndex),
    price: Number(data.u128(SAVE_RESERVE.price)) / Number(WAD),
    pricedAt: { slot: Number(data.u64(SAVE_RESERVE.slot)) },
    liquidationLtv: data.u8(SAVE_RESERVE.liquidationPercent) / 100,
    borrowWeight: 1 + Number(data.u64(SAVE_RESERVE.addedWeightBps)) / 10_000,
  }
}
