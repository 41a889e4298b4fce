import { Unreadable } from '../../../chains/unreadable.ts'
import { type Finding, findingOf } from '../../model/finding.ts'
import type { RawAccount } from '../accounts.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../program-ids.ts'
import type { ProgramWallet } from '../program-reader.ts'
import { type AccountFields, type AccountKind, fieldsOf } from './account-fields.ts'
import { legOf, readTokens, type SplToken, tokenOf } from './tokens.ts'

/** Byte offsets in a pool. A reserve is what its vault holds without the amounts at `owed`, which belong to others. */
export interface PoolLayout extends AccountKind {
  lpMint: number
  /** LP tokens that share the reserves, which the program counts itself. */
  lpSupply: number
  sides: readonly { vault: number; mint: number; owed: readonly number[] }[]
}

interface Side {
  mint: string
  vault: string
  owed: bigint
}

export interface LpPool {
  address: string
  lpMint: string
  lpSupply: bigint
  sides: Side[]
}

/** Throws `Unreadable`. What was appended to the layout later is zero in an account from before. */
export function lpPoolOf(account: RawAccount | null | undefined, layout: PoolLayout): LpPool {
  const fields = fieldsOf(account, layout)
  const bytes = account?.data.byteLength ?? 0
  const owedAt = (at: number) => (at + 8 <= bytes ? fields.u64(at) : 0n)
  return {
    address: account?.address ?? '',
    lpMint: fields.key(layout.lpMint),
    lpSupply: fields.u64(layout.lpSupply),
    sides: layout.sides.map(({ mint, vault, owed }) => ({
      mint: fields.key(mint),
      vault: fields.key(vault),
      owed: owed.reduce((sum, at) => sum + owedAt(at), 0n),
    })),
  }
}

/** LP tokens that belong to the wallet. */
interface LpShare {
  pool: LpPool
  amount: bigint
  /** The account of the farm in which they lie, when they are not in the wallet. */
  ledger?: string
}

/** LP tokens as their share of both reserves. */
export async function lpFindings(
  wallet: ProgramWallet,
  protocol: string,
  shares: readonly LpShare[],
): Promise<Finding[]> {
  const sides = shares.flatMap(({ pool }) => pool.sides)
  const vaults = sides.map(({ vault }) => vault)
  const [tokens, accounts] = await Promise.all([
    readTokens(
      wallet,
      sides.map(({ mint }) => mint),
    ),
    wallet.accounts(vaults, { offset: 0, length: VAULT.bytes }),
  ])
  const accountOf = new Map(vaults.map((vault, index) => [vault, accounts[index]]))
  return shares.flatMap((share) => {
    const { pool, amount } = share
    // All liquidity was taken out; the program pays nothing for LP tokens that it no longer counts.
    if (pool.lpSupply === 0n) return []
    if (amount > pool.lpSupply) throw new Unreadable(`There are fewer of ${pool.lpMint} than held`)
    return lpFinding(protocol, share, tokens, (side) => reserveOf(side, accountOf.get(side.vault)))
  })
}

function lpFinding(
  protocol: string,
  { pool: { lpMint, lpSupply, sides }, amount, ledger }: LpShare,
  tokens: ReadonlyMap<string, SplToken>,
  reserve: (side: Side) => bigint,
): Finding {
  return findingOf({
    protocol,
    product: 'lp',
    market:
      sides.map(({ mint }) => tokenOf(tokens, mint).symbol).join('/') + (ledger ? ', staked' : ''),
    ref: ledger ?? lpMint,
    receiptToken: ledger ? null : lpMint,
    legs: sides.flatMap((side) =>
      legOf('lp', tokens, side.mint, (reserve(side) * amount) / lpSupply),
    ),
  })
}

/** Byte offsets in an account of SPL's token programs. */
export const VAULT = { mint: 0, amount: 64, bytes: 72 }

/** What belongs to the LP tokens of one side. Throws `Unreadable` when its vault is not of that token, or holds less than it owes. */
function reserveOf({ mint, owed }: Side, account: RawAccount | null | undefined): bigint {
  const fields = vaultFields(account)
  const reserve = fields.u64(VAULT.amount) - owed
  if (fields.key(VAULT.mint) === mint && reserve >= 0n) return reserve
  throw new Unreadable(
    `The vault ${account?.address} is not of ${mint}, or owes more than it holds`,
  )
}

/** The fields of an account that holds tokens. Throws `Unreadable`. */
export function vaultFields(account: RawAccount | null | undefined): AccountFields {
  const program = account?.owner === TOKEN_2022_PROGRAM ? TOKEN_2022_PROGRAM : TOKEN_PROGRAM
  const kind = { name: 'token account', program, discriminator: null, bytes: VAULT.bytes }
  return fieldsOf(account, kind)
}
