import { tokens } from '@aave-dao/aave-address-book/tokenlist'
import * as z from 'zod'
import { SCAN_CHAINS } from '../../src/chains/scan-chains.ts'
import { type Token, token } from '../../src/wallet/model/entry-base.ts'
import { lower } from './lower.ts'
import { readSourceFile } from './source-files.ts'

/** The one file of `data/wallet/sources` that is not of a protocol. */
export const TOKENS_FILE = 'tokens'

const chainIds = new Map<string, number>(SCAN_CHAINS.map(({ key, chainId }) => [key, chainId]))
const tokenRow = token.extend({
  chain: z.string(),
  address: z.string().transform(lower),
  source: z.string(),
})

/** Tokens of Aave's list, which has the contracts' own symbols, and of ours, which has those that Aave's lacks. */
const KNOWN = new Map<string, Token>()
for (const { chainId, address, symbol, decimals } of tokens) {
  KNOWN.set(keyOf(chainId, address), { address: lower(address), symbol, decimals })
}
for (const row of readSourceFile(TOKENS_FILE).rows) {
  const { chain, address, symbol, decimals } = tokenRow.parse(row)
  KNOWN.set(keyOf(chainIds.get(chain) ?? 0, address), { address, symbol, decimals })
}

/** A token by its address; undefined for one that no list has. */
export function findToken(chainId: number, address: string): Token | undefined {
  return KNOWN.get(keyOf(chainId, address))
}

/** A token by its address. Throws for one that no list has. */
export function knownToken(chainId: number, address: string): Token {
  const found = findToken(chainId, address)
  if (found) return found
  throw new TypeError(
    `No list of tokens has ${address} on chain ${chainId}: write its address, symbol and decimals.`,
  )
}

function keyOf(chainId: number, address: string): string {
  return `${chainId}:${address.toLowerCase()}`
}
