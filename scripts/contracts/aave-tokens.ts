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
 * A token of the address book. Its symbol is the one of the book's token list, which is the contract's; the book's own keys
 * are names of variables (USDCn, PT_USDe_7MAY2026), used only where the list has no such token.
 */
export function tokenOf(
  chainId: number,
  { key, address, decimals }: { key: string; address: string; decimals: number },
): Token {
  const known = listed.get(keyOf(chainId, address))
  return { address: lower(address), symbol: known?.symbol ?? key, decimals }
}

/** Symbol and decimals of a token as the book's token list has them; undefined where it has not. */
export function listedToken(
  chainId: number,
  address: string,
): { symbol: string; decimals: number } | undefined {
  return listed.get(keyOf(chainId, address))
}

function keyOf(chainId: number, address: string): string {
  return `${chainId}:${address.toLowerCase()}`
}
