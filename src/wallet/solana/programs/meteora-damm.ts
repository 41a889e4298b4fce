import { Unreadable } from '../../../chains/unreadable.ts'
import { type Finding, findingOf } from '../../model/finding.ts'
import type { RawAccount } from '../accounts.ts'
import type { ProgramReader, ProgramWallet } from '../program-reader.ts'
import { type AccountFields, fieldsOf, nullIfUnreadable } from './account-fields.ts'
import layouts from './layouts.json' with { type: 'json' }
import { accountsOfNfts, unreadPosition, unseenPart } from './position-nfts.ts'
import { legOf, readTokens, type SplToken, tokenOf } from './tokens.ts'

/**
 * Meteora's DAMM v2 (cp-amm), whose pools have one range of prices for all positions. The address, layouts and formulas are those of
 * @meteora-ag/cp-amm-sdk and its IDL.
 */
const PROGRAM = 'cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG'
const PROTOCOL = 'meteora-damm-v2'
/** An unset public key, as of a reward that was never set up. */
const NO_KEY = '1'.repeat(32)
const MAX_U64 = (1n << 64n) - 1n

// POSITION: Free, vesting, and locked for good: the last earns, but cannot be taken out.
const { POSITION, POOL } = layouts.meteoraDamm
/** The mode of a pool that keeps its fees as liquidity; it has no range, and a position is a share of what it counts. */
const COMPOUNDING = 2
/** Counters of 32 bytes in the pool and the position, the amount that the position was owed then, and bits after the point. */
const COUNTERS = [
  { mint: 168, pool: 488, position: 72, owed: 136, bits: 128n },
  { mint: 200, pool: 520, position: 104, owed: 144, bits: 128n },
  { mint: 744, pool: 872, position: 216, owed: 248, bits: 192n },
  { mint: 936, pool: 1064, position: 264, owed: 296, bits: 192n },
]

/**
 * Positions in DAMM v2: the amounts of both tokens, without liquidity that is locked for good, and what it earned as of the pool's last
 * update. Reads the positions, their pools, then tokens.
 */
export const meteoraDamm: ProgramReader = {
  protocols: [PROTOCOL],
  reads: ['lp', 'reward'],
  proof: 'meteora-damm.test.ts',
  async read(wallet) {
    const { held, unread } = await accountsOfNfts(wallet, { program: PROGRAM, seed: 'position' })
    const findings = held.length > 0 ? await readContent(wallet, held) : []
    return unread > 0 ? [...findings, unseenPart(PROTOCOL)] : findings
  },
}

async function readContent(
  wallet: ProgramWallet,
  held: readonly { mint: string; account: RawAccount }[],
): Promise<Finding[]> {
  const positions = held.map(({ mint, account }) => ({
    mint,
    fields: nullIfUnreadable(() => fieldsOf(account, POSITION)),
  }))
  const addresses = [
    ...new Set(positions.flatMap(({ fields }) => fields?.key(POSITION.pool) ?? [])),
  ]
  const accounts = await wallet.accounts(addresses, { offset: 0, length: POOL.bytes })
  const pools = new Map(
    addresses.map((address, index) => {
      return [address, nullIfUnreadable(() => fieldsOf(accounts[index], POOL))]
    }),
  )
  const tokens = await readTokens(
    wallet,
    [...pools.values()].flatMap((pool) => (pool ? mintsIn(pool) : [])),
  )
  return positions
    .map(({ mint, fields }) => {
      const pool = fields && pools.get(fields.key(POSITION.pool))
      const found = pool && nullIfUnreadable(() => findingIn(mint, fields, pool, tokens))
      return found ?? unreadPosition(PROTOCOL, mint)
    })
    .filter(({ legs }) => legs.length > 0)
}

function mintsIn(pool: AccountFields): string[] {
  return COUNTERS.map(({ mint }) => pool.key(mint)).filter((mint) => mint !== NO_KEY)
}

function findingIn(
  ref: string,
  position: AccountFields,
  pool: AccountFields,
  tokens: ReadonlyMap<string, SplToken>,
): Finding {
  const mints = POOL.mints.map((at) => pool.key(at))
  const { free, vesting, locked } = POSITION.liquidity
  const liquidity = position.u128(free) + position.u128(vesting)
  const earning = liquidity + position.u128(locked)
  const amounts = amountsIn(liquidity, pool)
  const price = pool.u128(POOL.sqrtPrice)
  return findingOf({
    protocol: PROTOCOL,
    product: 'lp',
    market: mints.map((mint) => tokenOf(tokens, mint).symbol).join('/'),
    ref,
    legs: [
      ...mints.flatMap((mint, token) => legOf('lp', tokens, mint, amounts[token] ?? 0n)),
      ...COUNTERS.flatMap((counter) => {
        const amount = earnedBy(earning, position, pool, counter)
        return legOf('reward', tokens, pool.key(counter.mint), amount)
      }),
    ],
    inRange: isCompounding(pool)
      ? null
      : price > pool.u128(POOL.minSqrtPrice) && price < pool.u128(POOL.maxSqrtPrice),
  })
}

function isCompounding(pool: AccountFields): boolean {
  return pool.u8(POOL.feeMode) === COMPOUNDING
}

/** What both tokens pay for liquidity, which has 128 bits after the point; prices have 64. */
function amountsIn(liquidity: bigint, pool: AccountFields): bigint[] {
  if (liquidity === 0n) return []
  if (isCompounding(pool)) {
    const all = pool.u128(POOL.liquidity)
    if (all === 0n) throw new Unreadable('A pool has no liquidity, and a position in it has some')
    return POOL.amounts.map((at) => (pool.u64(at) * liquidity) / all)
  }
  const [min, at, max] = [POOL.minSqrtPrice, POOL.sqrtPrice, POOL.maxSqrtPrice].map(pool.u128)
  if (!min || !at || !max || at < min || at > max) throw new Unreadable('A pool has no price')
  return [(liquidity * (max - at)) / (at * max), (liquidity * (at - min)) >> 128n]
}

function earnedBy(
  liquidity: bigint,
  position: AccountFields,
  pool: AccountFields,
  counter: (typeof COUNTERS)[number],
): bigint {
  const grown = BigInt.asUintN(256, u256(pool, counter.pool) - u256(position, counter.position))
  const amount = position.u64(counter.owed) + ((liquidity * grown) >> counter.bits)
  return amount > MAX_U64 ? MAX_U64 : amount
}

function u256(fields: AccountFields, at: number): bigint {
  return fields.u128(at) | (fields.u128(at + 16) << 128n)
}
