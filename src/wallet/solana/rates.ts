import { Unreadable } from '../model/unreadable.ts'
import { encodeAddress } from './base58.ts'
import { JUPITER_LEND_PROGRAM } from './programs.ts'
import type { RawAccount } from './web3.ts'

/** What one receipt token stands for: `underlying` per `shares`, both in the smallest unit. */
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
/** Of `StakePool` in SPL's stake-pool program. */
const POOL = { type: 0, isPool: 1, mint: 162, totalLamports: 258, tokenSupply: 266, end: 274 }

/** Of `Lending` in Jupiter Lend; from its published interface description. */
const LENDING = { mint: 8, receipt: 40, price: 115, end: 123, precision: 1_000_000_000_000n }
const LENDING_DISCRIMINATOR = Buffer.from([135, 199, 82, 16, 249, 131, 182, 241])

/**
 * Lamports per token of a stake pool, as of its last update. Throws `Unreadable` when the account is not the pool of
 * this mint, or has no tokens.
 */
export function stakePoolRate(account: RawAccount | null, mint: string): Rate {
  if (account === null || !STAKE_POOL_PROGRAMS.has(account.owner)) {
    throw new Unreadable('A stake pool is not where it is known to be.')
  }
  const { data } = account
  if (data.byteLength < POOL.end || data[POOL.type] !== POOL.isPool) {
    throw new Unreadable('An account is no stake pool.')
  }
  if (keyAt(data, POOL.mint) !== mint) throw new Unreadable('A stake pool has another token.')
  return checked({ underlying: u64(data, POOL.totalLamports), shares: u64(data, POOL.tokenSupply) })
}

/**
 * Underlying per receipt token of Jupiter Lend, as of its last update; it only grows, so that an older one is slightly
 * low. Throws `Unreadable` when the account is not the market of these two mints.
 */
export function jupiterLendRate(
  account: RawAccount | null,
  { mint, underlying }: { mint: string; underlying: string },
): Rate {
  if (account === null || account.owner !== JUPITER_LEND_PROGRAM) {
    throw new Unreadable('A lending market is not where it is known to be.')
  }
  const { data } = account
  if (data.byteLength < LENDING.end || !LENDING_DISCRIMINATOR.equals(data.subarray(0, 8))) {
    throw new Unreadable('An account is no lending market.')
  }
  if (keyAt(data, LENDING.mint) !== underlying || keyAt(data, LENDING.receipt) !== mint) {
    throw new Unreadable('A lending market has other tokens.')
  }
  return checked({ underlying: u64(data, LENDING.price), shares: LENDING.precision })
}

/** What an amount of receipt tokens stands for, rounded down. */
export function redeem(amount: bigint, rate: Rate): bigint {
  return (amount * rate.underlying) / rate.shares
}

function checked(rate: Rate): Rate {
  if (rate.underlying > 0n && rate.shares > 0n) return rate
  throw new Unreadable('A rate is zero.')
}

function keyAt(data: Uint8Array, at: number): string {
  return encodeAddress(data.subarray(at, at + 32))
}

function u64(data: Uint8Array, at: number): bigint {
  return new DataView(data.buffer, data.byteOffset).getBigUint64(at, true)
}
