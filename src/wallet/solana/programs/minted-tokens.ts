import { knownSymbol } from '../bundled-tokens.ts'
import type { ProgramWallet } from '../program-reader.ts'
import { mintAuthorities } from './tokens.ts'

/** Tokens that are looked at: four questions to a node, which share a request. */
export const MAX_TOKENS = 400

type Minted = Awaited<ReturnType<typeof mintAuthorities>>[number]

/** Tokens of no list of which the wallet holds more than one, and which can be minted: what shares in pools and vaults are. */
interface MintedTokens {
  tokens: Minted[]
  /** False when there are more than are looked at. */
  isWhole: boolean
  /** Those that it holds no longer, as when they are staked. */
  emptied: Minted[]
  isEmptiedWhole: boolean
}

const askedOf = new WeakMap<ProgramWallet, Promise<MintedTokens>>()

/** Asked once for a wallet, for all readers that look for shares. */
export function mintedTokens(wallet: ProgramWallet): Promise<MintedTokens> {
  const asked = askedOf.get(wallet) ?? ask(wallet)
  askedOf.set(wallet, asked)
  return asked
}

async function ask(wallet: ProgramWallet): Promise<MintedTokens> {
  const balances = await wallet.tokens()
  const unknown = [...balances.keys()].filter((mint) => knownSymbol(mint) === undefined)
  const amountOf = (mint: string) => balances.get(mint) ?? 0n
  const held = unknown.filter((mint) => amountOf(mint) > 1n)
  const emptied = unknown.filter((mint) => amountOf(mint) === 0n)
  const minted = await mintAuthorities(wallet, [...held, ...emptied].slice(0, MAX_TOKENS))
  return {
    tokens: minted.filter(({ mint }) => amountOf(mint) > 0n),
    isWhole: held.length <= MAX_TOKENS,
    emptied: minted.filter(({ mint }) => amountOf(mint) === 0n),
    isEmptiedWhole: held.length + emptied.length <= MAX_TOKENS,
  }
}
