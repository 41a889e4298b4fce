import { Unreadable } from '../../../chains/unreadable.ts'
import type { Role, TokenAmount } from '../../model/finding.ts'
import type { RawAccount } from '../accounts.ts'
import { knownSymbol } from '../bundled-tokens.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../program-ids.ts'
import type { ProgramWallet } from '../program-reader.ts'
import { type AccountFields, fieldsOf, nullIfUnreadable } from './account-fields.ts'
import layouts from './layouts.json' with { type: 'json' }

/** A token of a position. */
export interface SplToken {
  mint: string
  symbol: string
  decimals: number
}

// MINT: Byte offsets in Mint of SPL's token programs; Token-2022 keeps its extensions behind.
const { MINT } = layouts.tokens

/**
 * The tokens of these mints. A token has the symbol of the bundled list, else the start of its mint: the name that a token gives
 * itself may be any text, also that of another token. One that is not a mint is left out.
 */
export async function readTokens(
  { accounts }: Pick<ProgramWallet, 'accounts'>,
  mints: Iterable<string>,
): Promise<ReadonlyMap<string, SplToken>> {
  const asked = [...new Set(mints)]
  const found = await accounts(asked, { offset: 0, length: MINT.bytes })
  return new Map(
    asked.flatMap((mint, index): [string, SplToken][] => {
      const decimals = nullIfUnreadable(() => mintFields(found[index]).u8(MINT.decimals))
      return decimals === null ? [] : [[mint, { mint, symbol: symbolOf(mint), decimals }]]
    }),
  )
}

/** The mints with a mint authority, each with it and whether a freeze authority is set. */
export async function mintAuthorities(
  { accounts }: Pick<ProgramWallet, 'accounts'>,
  mints: readonly string[],
): Promise<{ mint: string; authority: string; isFreezable: boolean }[]> {
  const found = await accounts(mints, { offset: 0, length: MINT.bytes })
  return mints.flatMap((mint, index) => {
    const fields = nullIfUnreadable(() => mintFields(found[index]))
    if (fields === null || fields.u8(MINT.hasAuthority) === 0) return []
    const authority = fields.key(MINT.authority)
    return [{ mint, authority, isFreezable: fields.u8(MINT.hasFreezer) === 1 }]
  })
}

function mintFields(account: RawAccount | null | undefined): AccountFields {
  const program = account?.owner === TOKEN_2022_PROGRAM ? TOKEN_2022_PROGRAM : TOKEN_PROGRAM
  const fields = fieldsOf(account, {
    name: 'mint',
    program,
    discriminator: null,
    bytes: MINT.bytes,
  })
  if (fields.u8(MINT.isInitialized) === 1) return fields
  throw new Unreadable(`${account?.address} is not a mint`)
}

/** A leg of a position, or none of an amount of zero. Throws `Unreadable` when the token is not among those read. */
export function legOf(
  role: Role,
  tokens: ReadonlyMap<string, SplToken>,
  mint: string,
  amount: bigint,
): TokenAmount[] {
  if (amount === 0n) return []
  const { symbol, decimals } = tokenOf(tokens, mint)
  return [{ role, token: mint, symbol, decimals, amount }]
}

/** A token among those read. Throws `Unreadable`. */
export function tokenOf(tokens: ReadonlyMap<string, SplToken>, mint: string): SplToken {
  const token = tokens.get(mint)
  if (token === undefined) throw new Unreadable(`The mint ${mint} was not read`)
  return token
}

/** The symbol of a mint on the bundled list, else the start of the mint. */
export function symbolOf(mint: string): string {
  return knownSymbol(mint) ?? `${mint.slice(0, 8)}…`
}
