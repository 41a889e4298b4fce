import { Unreadable } from '../../../chains/unreadable.ts'
import type { ProgramReader, ProgramWallet } from '../program-reader.ts'
import layouts from './layouts.json' with { type: 'json' }
import { type LpPool, lpFindings, lpPoolOf, type PoolLayout } from './lp-tokens.ts'
import { mintedTokens } from './minted-tokens.ts'
import { unseenPart } from './position-nfts.ts'

/** Pools that are searched for, each a question of its own. */
export const MAX_POOLS = 8
const PROTOCOL = 'raydium'

interface RaydiumPool extends PoolLayout {
  /** Seed of the account that may mint the LP tokens of all pools. */
  authoritySeed: string
}

/**
 * Raydium's constant-product pools with LP tokens: AMM v4 and CPMM. Addresses, seeds and layouts are those of raydium-io/raydium-sdk-V2,
 * the reserves those by which it prices; AMM v4 no longer keeps tokens in an order book. Owed to the protocol, the fund and the pool's
 * creator.
 */
const LAYOUTS: readonly RaydiumPool[] = layouts.raydiumLp.LAYOUTS

/** The layouts of pools by the account that mints their LP tokens. */
export function layoutsOf({
  derivedAddress,
}: Pick<ProgramWallet, 'derivedAddress'>): ReadonlyMap<string, PoolLayout> {
  return new Map(
    LAYOUTS.map((layout) => {
      const seeds = [Buffer.from(layout.authoritySeed)]
      return [derivedAddress(layout.program, seeds), layout]
    }),
  )
}

/**
 * LP tokens in the wallet as their share of both reserves. Nothing in an LP token names its pool, so the pool is searched for, but only
 * for a token that Raydium mints. Those in farms are found by another reader.
 */
export const raydiumLp: ProgramReader = {
  protocols: [PROTOCOL],
  reads: ['lp'],
  proof: 'raydium-lp.test.ts',
  async read(wallet) {
    const layoutOf = layoutsOf(wallet)
    const { tokens, isWhole } = await mintedTokens(wallet)
    const minted = tokens.flatMap(({ mint, authority }) => {
      const layout = layoutOf.get(authority)
      return layout ? [{ mint, layout }] : []
    })
    const searched = minted.slice(0, MAX_POOLS)
    const [held, pools] = await Promise.all([
      wallet.tokens(),
      Promise.all(searched.map(({ mint, layout }) => poolOf(wallet, mint, layout))),
    ])
    const shares = pools.map((pool) => ({ pool, amount: held.get(pool.lpMint) ?? 0n }))
    const findings = await lpFindings(wallet, PROTOCOL, shares)
    return isWhole && searched.length === minted.length
      ? findings
      : [...findings, unseenPart(PROTOCOL)]
  },
}

/** Searches for the pool of an LP token. Throws `Unreadable` unless there is one. */
export async function poolOf(
  { programAccounts }: ProgramWallet,
  lpMint: string,
  layout: PoolLayout,
): Promise<LpPool> {
  const [account, ...others] = await programAccounts(layout.program, [
    { dataSize: layout.bytes },
    { memcmp: { offset: layout.lpMint, bytes: lpMint } },
  ])
  if (others.length > 0) throw new Unreadable(`The LP token ${lpMint} has several pools`)
  const pool = lpPoolOf(account, layout)
  if (pool.lpMint === lpMint) return pool
  throw new Unreadable(`The pool ${pool.address} is not that of ${lpMint}`)
}
