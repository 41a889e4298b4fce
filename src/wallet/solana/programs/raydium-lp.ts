import { Unreadable } from '../../../chains/unreadable.ts'
import { type Finding, findingOf } from '../../model/finding.ts'
import type { RawAccount } from '../accounts.ts'
import { knownSymbol } from '../bundled-tokens.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../program-ids.ts'
import type { ProgramReader, ProgramWallet } from '../program-reader.ts'
import { type AccountFields, fieldsOf } from './account-fields.ts'
import { unseenPart } from './position-nfts.ts'
import { legOf, mintAuthorities, readTokens, type SplToken, tokenOf } from './tokens.ts'

/** Tokens that are looked at, which are two questions to a node, and pools that are searched for, each a question of its own. */
const MAX_TOKENS = 200
const MAX_POOLS = 8
const PROTOCOL = 'raydium'

/** Byte offsets in a pool. A reserve is what its vault holds without the amounts at `owed`, which belong to others. */
interface PoolLayout {
  name: string
  program: string
  discriminator: readonly number[] | null
  bytes: number
  /** Seed of the account that may mint the LP tokens of all pools. */
  authoritySeed: string
  lpMint: number
  /** LP tokens that share the reserves, which the program counts itself. */
  lpSupply: number
  sides: readonly { vault: number; mint: number; owed: readonly number[] }[]
}

/**
 * Raydium's constant-product pools with LP tokens: AMM v4 and CPMM. Addresses, seeds and layouts are those of raydium-io/raydium-sdk-V2,
 * the reserves those by which it prices; AMM v4 no longer keeps tokens in an order book.
 */
const LAYOUTS: readonly PoolLayout[] = [
  {
    name: 'Raydium AMM v4 pool',
    program: '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8',
    discriminator: null,
    bytes: 752,
    authoritySeed: 'amm authority',
    lpMint: 464,
    lpSupply: 720,
    sides: [
      { vault: 336, mint: 400, owed: [192] },
      { vault: 368, mint: 432, owed: [200] },
    ],
  },
  {
    name: 'Raydium CPMM pool',
    program: 'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C',
    discriminator: [247, 237, 227, 245, 215, 195, 222, 70],
    bytes: 637,
    authoritySeed: 'vault_and_lp_mint_auth_seed',
    lpMint: 136,
    lpSupply: 333,
    // Owed to the protocol, the fund and the pool's creator.
    sides: [
      { vault: 72, mint: 168, owed: [341, 357, 397] },
      { vault: 104, mint: 200, owed: [349, 365, 405] },
    ],
  },
]

/**
 * LP tokens in the wallet as their share of both reserves. Nothing in an LP token names its pool, so the pool is searched for, but only
 * for a token that Raydium mints. Those that are staked or locked elsewhere are not found.
 */
export const raydiumLp: ProgramReader = {
  protocols: [PROTOCOL],
  reads: ['lp'],
  proof: 'raydium-lp.test.ts',
  async read(wallet) {
    const unknown = [...(await wallet.tokens())].flatMap(([mint, amount]) =>
      amount > 1n && knownSymbol(mint) === undefined ? [mint] : [],
    )
    const layoutOf = new Map(
      LAYOUTS.map((layout) => {
        const seeds = [Buffer.from(layout.authoritySeed)]
        return [wallet.derivedAddress(layout.program, seeds), layout]
      }),
    )
    const asked = unknown.slice(0, MAX_TOKENS)
    const minted = (await mintAuthorities(wallet, asked)).filter(({ authority }) =>
      layoutOf.has(authority),
    )
    const searched = minted.slice(0, MAX_POOLS)
    const found = await Promise.all(
      searched.map(async ({ mint, authority }) => {
        const layout = layoutOf.get(authority)
        return layout === undefined ? [] : [await poolOf(wallet, mint, layout)]
      }),
    )
    const findings = await contentOf(wallet, found.flat())
    const isWhole = asked.length === unknown.length && searched.length === minted.length
    return isWhole ? findings : [...findings, unseenPart(PROTOCOL)]
  },
}

interface Side {
  mint: string
  vault: string
  owed: bigint
}

interface LpPool {
  lpMint: string
  lpSupply: bigint
  sides: Side[]
}

/** Searches for the pool of an LP token. Throws `Unreadable` unless there is one. */
async function poolOf(
  { programAccounts }: ProgramWallet,
  lpMint: string,
  layout: PoolLayout,
): Promise<LpPool> {
  const [account, ...others] = await programAccounts(layout.program, [
    { dataSize: layout.bytes },
    { memcmp: { offset: layout.lpMint, bytes: lpMint } },
  ])
  if (others.length > 0) throw new Unreadable(`The LP token ${lpMint} has several pools`)
  const fields = fieldsOf(account, layout)
  if (fields.key(layout.lpMint) !== lpMint) {
    throw new Unreadable(`The pool ${account?.address} is not that of ${lpMint}`)
  }
  return {
    lpMint,
    lpSupply: fields.u64(layout.lpSupply),
    sides: layout.sides.map(({ mint, vault, owed }) => ({
      mint: fields.key(mint),
      vault: fields.key(vault),
      owed: owed.reduce((sum, at) => sum + fields.u64(at), 0n),
    })),
  }
}

async function contentOf(wallet: ProgramWallet, pools: readonly LpPool[]): Promise<Finding[]> {
  const sides = pools.flatMap((pool) => pool.sides)
  const vaults = sides.map(({ vault }) => vault)
  const [held, tokens, accounts] = await Promise.all([
    wallet.tokens(),
    readTokens(
      wallet,
      sides.map(({ mint }) => mint),
    ),
    wallet.accounts(vaults, { offset: 0, length: VAULT.bytes }),
  ])
  const accountOf = new Map(vaults.map((vault, index) => [vault, accounts[index]]))
  return pools.flatMap((pool) => {
    const amount = held.get(pool.lpMint) ?? 0n
    // All liquidity was taken out; the program pays nothing for LP tokens that it no longer counts.
    if (pool.lpSupply === 0n) return []
    if (amount > pool.lpSupply) throw new Unreadable(`There are fewer of ${pool.lpMint} than held`)
    return lpFinding(pool, amount, tokens, (side) => reserveOf(side, accountOf.get(side.vault)))
  })
}

function lpFinding(
  { lpMint, lpSupply, sides }: LpPool,
  amount: bigint,
  tokens: ReadonlyMap<string, SplToken>,
  reserve: (side: Side) => bigint,
): Finding {
  return findingOf({
    protocol: PROTOCOL,
    product: 'lp',
    market: sides.map(({ mint }) => tokenOf(tokens, mint).symbol).join('/'),
    ref: lpMint,
    receiptToken: lpMint,
    legs: sides.flatMap((side) =>
      legOf('lp', tokens, side.mint, (reserve(side) * amount) / lpSupply),
    ),
  })
}

/** Byte offsets in an account of SPL's token programs. */
const VAULT = { mint: 0, amount: 64, bytes: 72 }

/** What belongs to the LP tokens of one side. Throws `Unreadable` when its vault is not of that token, or holds less than it owes. */
function reserveOf({ mint, owed }: Side, account: RawAccount | null | undefined): bigint {
  const fields = vaultFields(account)
  const reserve = fields.u64(VAULT.amount) - owed
  if (fields.key(VAULT.mint) === mint && reserve >= 0n) return reserve
  throw new Unreadable(
    `The vault ${account?.address} is not of ${mint}, or owes more than it holds`,
  )
}

function vaultFields(account: RawAccount | null | undefined): AccountFields {
  const program = account?.owner === TOKEN_2022_PROGRAM ? TOKEN_2022_PROGRAM : TOKEN_PROGRAM
  const kind = { name: 'token account', program, discriminator: null, bytes: VAULT.bytes }
  return fieldsOf(account, kind)
}
