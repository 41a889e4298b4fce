import { Unreadable } from '../../../chains/unreadable.ts'
import type { RawAccount } from '../accounts.ts'
import { type AccountFields, fieldsOf } from './account-fields.ts'
import layouts from './layouts.json' with { type: 'json' }

/**
 * Accounts of Meteora's DLMM, whose pools keep liquidity in bins of one price each. The address and all layouts are those of the IDL in
 * @meteora-ag/dlmm.
 */
export const DLMM = 'LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo'

// POSITION: A position keeps the data of its first 70 bins in three lists, and that of any further ones behind them, bin by bin. Counters
// of what each unit of liquidity earned of both tokens, and amounts that were not taken yet.
const { POSITION, PAIR, BIN_ARRAY } = layouts.meteoraPosition
/** The most bins of a position, by the program. */
const MAX_BINS = 1400
export const POSITION_BYTES =
  POSITION.further.at + (MAX_BINS - POSITION.lists.bins) * POSITION.further.bytes
export const OWNER_OFFSET = POSITION.owner

export const BINS_IN_ARRAY = 70
export const BIN_ARRAY_BYTES = BIN_ARRAY.bytes

/** Of one token in one bin: what each unit of liquidity had earned when it was last updated, and what was not taken yet. */
interface BinFees {
  last: bigint
  pending: bigint
}

export interface DlmmPosition {
  address: string
  pair: string
  lowerBin: number
  upperBin: number
  /** In the order of the bins. */
  bins: { share: bigint; fees: BinFees[] }[]
}

export interface DlmmPair {
  activeBin: number
  /** Between the prices of two bins, in basis points. */
  binStep: number
  mints: readonly [string, string]
}

/** A bin of a pair, with an entry for each token. */
export interface Bin {
  amounts: bigint[]
  supply: bigint
  counters: bigint[]
}

/** Whether an account is a position; the same key is at that place in limit orders and in positions of the first version. */
export function isPosition({ data }: RawAccount): boolean {
  return POSITION.discriminator.every((byte, at) => data[at] === byte)
}

/** Throws `Unreadable` when the account is not a position of that owner. */
export function readPosition(account: RawAccount | null | undefined, owner: string): DlmmPosition {
  const fields = fieldsOf(account, POSITION)
  const [lowerBin, upperBin] = [fields.i32(POSITION.lowerBin), fields.i32(POSITION.upperBin)]
  const count = upperBin - lowerBin + 1
  if (fields.key(POSITION.owner) !== owner || count < 1 || count > MAX_BINS) {
    throw new Unreadable(`${account?.address} is of another owner, or has ${count} bins`)
  }
  return {
    address: account?.address ?? '',
    pair: fields.key(POSITION.pair),
    lowerBin,
    upperBin,
    bins: Array.from({ length: count }, (_, index) => shareIn(fields, index)),
  }
}

function shareIn(fields: AccountFields, index: number): DlmmPosition['bins'][number] {
  const { lists, share, fee, further } = POSITION
  const isListed = index < lists.bins
  const behind = further.at + (index - lists.bins) * further.bytes
  const feeAt = isListed ? lists.fees + index * fee.bytes : behind + further.fee
  return {
    share: fields.u128(isListed ? lists.shares + index * share.bytes : behind),
    fees: [0, 1].map((token) => ({
      last: fields.u128(feeAt + (fee.counters[token] ?? 0)),
      pending: fields.u64(feeAt + (fee.pending[token] ?? 0)),
    })),
  }
}

/** Throws `Unreadable`. */
export function readPair(account: RawAccount | null | undefined): DlmmPair {
  const fields = fieldsOf(account, PAIR)
  const [mintX = 0, mintY = 0] = PAIR.mints
  return {
    activeBin: fields.i32(PAIR.activeBin),
    binStep: fields.u16(PAIR.binStep),
    mints: [fields.key(mintX), fields.key(mintY)],
  }
}

/** A bin by its place in an array. Throws `Unreadable`. */
export function readBin(account: RawAccount, index: number): Bin {
  const fields = fieldsOf(account, BIN_ARRAY)
  const { bytes, amounts, supply, counters } = BIN_ARRAY.bin
  const at = BIN_ARRAY.bins + index * bytes
  return {
    amounts: amounts.map((offset) => fields.u64(at + offset)),
    supply: fields.u128(at + supply),
    counters: counters.map((offset) => fields.u128(at + offset)),
  }
}
