import { Unreadable } from '../../chains/unreadable.ts'
import type { RawAccount } from './accounts.ts'
import { JUPITER_LEND_PROGRAM, TOKEN_PROGRAM } from './program-ids.ts'
import { type AccountFields, fieldsOf } from './programs/account-fields.ts'
import layouts from './programs/layouts.json' with { type: 'json' }

/** The exchange rate of a receipt token: `underlying` per `shares`, both in the smallest unit. */
export interface ShareRate {
  underlying: bigint
  shares: bigint
}

/** The programs of stake pools: SPL's, and Sanctum's two copies of it with the same accounts. */
const STAKE_POOL_PROGRAMS = new Set([
  'SPoo1Ku8WFXoNDMHPsrGSTSG1Y47rzgn41SLUNakuHy',
  'SP12tWFxD9oJsVWNavTTBZvMbA6gkAmxtVgxdqvyvhY',
  'SPMBzsVUuoHA4Jm6KunbsotaahvVikZs1JyTW6iJvbn',
])
/** `StakePool` of SPL's stake-pool program. */
const POOL = { type: 0, isPool: 1, mint: 162, totalLamports: 258, tokenSupply: 266, bytes: 274 }

/**
 * `State` of marinade-finance/liquid-staking-program: its lamports are staked, cooling down (from the delayed unstake, and in an emergency), and
 * in reserve; those of tickets that were not claimed yet are no longer of the token, and the price has 32 bits after the point. `PoolStateV2` of
 * igneous-labs/inf-1.5, Sanctum's Infinity: `notYet` of the total is of the token, yield that is released over time and fees of the protocol.
 * The version before it meant something else by the total.
 */
const { MARINADE, INFINITY } = layouts.rates
/** `Mint` of SPL Token. */
const MINT = { name: 'mint', program: TOKEN_PROGRAM, discriminator: null, bytes: 82, supply: 36 }

/** `Lending` of Jupiter Lend, from its published IDL. */
const LENDING = {
  ...layouts.rates.LENDING,
  program: JUPITER_LEND_PROGRAM,
  precision: 1_000_000_000_000n,
}

/** How much of an account its rate is read from. */
export const RATE_SLICE = { offset: 0, length: MARINADE.bytes }

/** A receipt token of SOL: its mint, the mint's account, and the account that gives its rate. */
interface StakeAccounts {
  mint: string
  mintAccount: RawAccount | null
  pool: RawAccount | null
}

/** Lamports per token of a stake pool, Marinade or Infinity, as of its last update. Throws `Unreadable` when it is unknown. */
export function stakeRate({ mint, mintAccount, pool }: StakeAccounts): ShareRate {
  if (pool?.owner === MARINADE.program) return marinadeRate(pool, mint)
  if (pool?.owner === INFINITY.program) return infinityRate(pool, mint, mintAccount)
  return stakePoolRate(pool, mint)
}

function stakePoolRate(account: RawAccount | null, mint: string): ShareRate {
  if (account === null || !STAKE_POOL_PROGRAMS.has(account.owner)) {
    throw new Unreadable('The account does not exist, or no stake-pool program owns it')
  }
  const { owner: program } = account
  const fields = fieldsOf(account, { name: 'stake pool', program, discriminator: null, ...POOL })
  if (fields.u8(POOL.type) !== POOL.isPool) throw new Unreadable('The account is not a stake pool')
  checkMint(mint, fields, POOL.mint)
  return soundRate({
    underlying: fields.u64(POOL.totalLamports),
    shares: fields.u64(POOL.tokenSupply),
  })
}

/**
 * Lamports per mSOL, by the sums that the program makes itself. Throws `Unreadable` when the account is not its state, or when they are
 * off the price that the program wrote there by more than a hundredth: then the fields are not what they were.
 */
function marinadeRate(account: RawAccount | null, mint: string): ShareRate {
  const fields = fieldsOf(account, MARINADE)
  checkMint(mint, fields, MARINADE.mint)
  const held = MARINADE.lamports.reduce((sum, at) => sum + fields.u64(at), 0n)
  const underlying = held - fields.u64(MARINADE.tickets)
  const rate = soundRate({ underlying, shares: fields.u64(MARINADE.supply) })
  const price = fields.u64(MARINADE.price)
  const difference = (rate.underlying << 32n) / rate.shares - price
  if (difference * 100n <= price && -difference * 100n <= price) return rate
  throw new Unreadable('The rate of Marinade is not the price that it wrote')
}

/** Lamports per INF, without the yield that was released since the last update: by a fraction of a thousandth too low. */
function infinityRate(pool: RawAccount, mint: string, mintAccount: RawAccount | null): ShareRate {
  const fields = fieldsOf(pool, INFINITY)
  checkMint(mint, fields, INFINITY.mint)
  if (fields.u8(INFINITY.version) !== INFINITY.isVersion) {
    throw new Unreadable('The state of Infinity is of a version that is not known')
  }
  const notYet = INFINITY.notYet.reduce((sum, at) => sum + fields.u64(at), 0n)
  const underlying = fields.u64(INFINITY.total) - notYet
  return soundRate({ underlying, shares: fieldsOf(mintAccount, MINT).u64(MINT.supply) })
}

/**
 * Underlying per receipt token of Jupiter Lend, as of its last update. The rate only grows, so an older one is slightly low. Throws
 * `Unreadable` when the account is not the market of these two mints, or its rate cannot be true.
 */
export function jupiterLendRate(
  account: RawAccount | null,
  { mint, underlying }: { mint: string; underlying: string },
): ShareRate {
  const fields = fieldsOf(account, LENDING)
  checkMint(underlying, fields, LENDING.mint)
  checkMint(mint, fields, LENDING.receipt)
  return soundRate({ underlying: fields.u64(LENDING.price), shares: LENDING.precision })
}

/** The underlying amount for an amount of receipt tokens, rounded down. */
export function redeem(amount: bigint, rate: ShareRate): bigint {
  return (amount * rate.underlying) / rate.shares
}

/** The underlying amount of a debt that is counted in shares, rounded up, as lenders ask for it. */
export function owed(amount: bigint, { underlying, shares }: ShareRate): bigint {
  return (amount * underlying + shares - 1n) / shares
}

function checkMint(mint: string, fields: AccountFields, at: number): void {
  if (fields.key(at) !== mint) throw new Unreadable(`The account is not of the token ${mint}`)
}

/**
 * All of these tokens began at one unit of their underlying and earn; a rate below a half or above a hundred comes from fields that are
 * not what we take them for, or from a pool that was robbed, and the token's own price is better. Throws `Unreadable` for such a rate.
 */
export function soundRate(rate: ShareRate): ShareRate {
  const { underlying, shares } = rate
  if (shares > 0n && underlying * 2n >= shares && underlying <= shares * 100n) return rate
  throw new Unreadable('The rate is below a half or above a hundred')
}
