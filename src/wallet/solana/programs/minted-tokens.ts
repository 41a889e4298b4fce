import { knownSymbol } from '../bundled-tokens.ts'
import type { ProgramWallet } from '../program-reader.ts'
import { mintAuthorities } from './tokens.ts'

/** Tokens that are looked at: four questions to a node, which share a request. */
export const MAX_TOKENS = 400

/** Tokens of no list of which the wallet holds more than one, and which can be minted: what shares in pools and vaults are. */
interface MintedTokens {
  tokens: Awaited<ReturnType<typeof mintAuthorities>>
  /** False when there are more than are looked at. */
  isWhole: boolean
}

const askedOf = new WeakMap<ProgramWallet, Promise<MintedTokens>>()

/** Asked once for a wallet, for all readers that look for shares. */
export function mintedTokens(wallet: ProgramWallet): Promise<MintedTokens> {
  const asked = askedOf.get(wallet) ?? ask(wallet)
  askedOf.set(wallet, asked)
  return asked
}

async function ask(wallet: ProgramWallet): Promise<MintedTokens> {
  const unknown = [...(await wallet.tokens())].flatMap(([mint, amount]) =>
    amount > 1n && knownSymbol(mint) === undefined ? [mint] : [],
  )
  return {
    tokens: await mintAuthorities(wallet, unknown.slice(0, MAX_TOKENS)),
    isWhole: unknown.length <= MAX_TOKENS,
  }
}
