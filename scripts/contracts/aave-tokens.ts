import { tokens } from '@aave-dao/aave-address-book/tokenlist'
import packageFile from '../../package.json' with { type: 'json' }
import type { Token } from '../../src/wallet/model/entry-base.ts'
import { lower } from './lower.ts'

export const AAVE_SOURCE = `@aave-dao/aave-address-book@${packageFile.devDependencies['@aave-dao/aave-address-book']}`

const listed = new Map(
  tokens.map(({ chainId, address, symbol, decimals }) => [
    keyOf(chainId, address),
    { symbol, decimals },
  ]),
)

/**
 * A token of the address book. The symbol comes from the book's token list, which uses the contract's symbol. The book's own keys are
 * variable names (USDCn, PT_USDe_7MAY2026) and are used only for a token that the list lacks.
 */
export function tokenOf(
  chainId: number,
  { key, address, decimals }: { key: string; address: string; decimals: number },
): Token {
  const known = listed.get(keyOf(chainId, address))
  return { address: lower(address), symbol: known?.symbol ?? key, decimals }
}

/** Symbol and decimals of a token from the book's token list; undefined for a token that is not in it. */
export function listedToken(
  chainId: number,
  address: string,
): { symbol: string; decimals: number } | undefined {
  return listed.get(keyOf(chainId, address))
}

function keyOf(chainId: number, address: string): string {
  return `${chainId}:${address.toLowerCase()}`
}
