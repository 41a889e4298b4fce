import { readFileSync } from 'node:fs'
import { parseSolanaTokenList } from '../../../wallet/solana/token-list.ts'

const file = new URL('../../../../data/wallet/contracts/solana.json', import.meta.url)

/** The token list as it is shipped. */
export const tokenList = parseSolanaTokenList(JSON.parse(readFileSync(file, 'utf8')))

export function lst(symbol: string) {
  const found = tokenList.lsts.find((entry) => entry.symbol === symbol)
  if (found === undefined) throw new Error(`${symbol} is not in the token list`)
  return found
}

export function lend(symbol: string) {
  const found = tokenList.lends.find((entry) => entry.symbol === symbol)
  if (found === undefined) throw new Error(`${symbol} is not in the token list`)
  return found
}
