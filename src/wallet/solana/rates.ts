import { Unreadable } from '../model/unreadable.ts'
import type { RawAccount } from './accounts.ts'
import { encodeAddress } from './base58.ts'
import { JUPITER_LEND_PROGRAM } from './program-ids.ts'

/** The exchange rate of a receipt token: `underlying` per `shares`, both in the smallest unit. */
export interface Rate {
  underlying: bigint
  shares: bigint
}

/** The programs of stake pools: SPL's, and Sanctum's two copies of it with the same accounts. */
const STAKE_POOL_PROGRAMS = new Set([
  'SPoo1Ku8WFXoNDMHPsrGSTSG1Y47rzgn41SLUNakuHy',
  'SP12tWFxD9oJsVWNavTTBZvMbA6gkAmxtVgxdqvyvhY',
  'SPMBzsVUuoHA4Jm6KunbsotaahvVikZs1JyTW6iJvbn',
])
/** Byte offsets in `StakePool` of SPL's stake-pool program. */
const POOL = { type: 0, isPool: 1, mint: 162, totalLamports: 258, tokenSupply: 266, end: 274 }

/** Byte offsets in `Lending` of Jupiter Lend, from its published IDL. */
const LENDING = { mint: 8, receipt: 40, price: 115, end: 123, precision: 1_000_000_000_000n }
const LENDING_DISCRIMINATOR = Buffer.from([135, 199, 82, 16, 249, 131, 182, 241])

/**
 * Lamports per token of a stake pool, as of its last update. Throws `Unreadable` when the account is not the stake pool of this mint,
 * or its rate is zero.
 */
export function stakePoolRate(account: RawAccount | null, mint: string): Rate {
  if (account === null || !STAKE_POOL_PROGRAMS.has(account.owner)) {
    throw new Unreadable('The account does not exist, or no stake-pool program owns it')
  }
  const { data } = account
  if (data.byteLength < POOL.end || data[POOL.type] !== POOL.isPool) {
    throw new Unreadable('The account is not a stake pool')
  }
  if (keyAt(data, POOL.mint) !== mint) throw new Unreadable(`The stake pool is not of ${mint}`)
  return checked({ underlying: u64(data, POOL.totalLamports), shares: u64(data, POOL.tokenSupply) })
}

/**
 * Underlying per receipt token of Jupiter Lend, as of its last update. The rate only grows, so an older one is slightly low. Throws
 * `Unreadable` when the account is not the market of these two mints, or its rate is zero.
 */
export function jupiterLendRate(
  account: RawAccount | null,
  { mint, underlying }: { mint: string; underlying: string },
): Rate {
  if (account === null || account.owner !== JUPITER_LEND_PROGRAM) {
    throw new Unreadable('The account does not exist, or Jupiter Lend does not own it')
  }
  const { data } = account
  if (data.byteLength < LENDING.end || !LENDING_DISCRIMINATOR.equals(data.subarray(0, 8))) {
    throw new Unreadable('The account is not a lending market')
  }
  if (keyAt(data, LENDING.mint) !== underlying || keyAt(data, LENDING.receipt) !== mint) {
    throw new Unreadable(`The lending market is not of ${mint} and ${underlying}`)
  }
  return checked({ underlying: u64(data, LENDING.price), shares: LENDING.precision })
}

/** The underlying amount for an amount of receipt tokens, rounded down. */
export function redeem(amount: bigint, rate: Rate): bigint {
  return (amount * rate.underlying) / rate.shares
}

/** The underlying amount of a debt that is counted in shares, rounded up, as lenders ask for it. */
export function owed(amount: bigint, { underlying, shares }: Rate): bigint {
  return (amount * underlying + shares - 1n) / shares
}

function checked(rate: Rate): Rate {
  if (rate.underlying > 0n && rate.shares > 0n) return rate
  throw new Unreadable('The rate is zero')
}

function keyAt(data: Uint8Array, at: number): string {
  return encodeAddress(data.subarray(at, at + 32))
}

function u64(data: Uint8Array, at: number): bigint {
  return new DataView(data.buffer, data.byteOffset).getBigUint64(at, true)
}
