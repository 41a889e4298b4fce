import { readFileSync } from 'node:fs'
import { readSolanaRegistry } from '../../../wallet/solana/registry.ts'

const file = new URL('../../../../data/wallet/contracts/solana.json', import.meta.url)

/** The registry as it is shipped. */
export const registry = readSolanaRegistry(JSON.parse(readFileSync(file, 'utf8')))

export function lst(symbol: string) {
  const found = registry.lsts.find((entry) => entry.symbol === symbol)
  if (found === undefined) throw new Error(`${symbol} is not in the registry`)
  return found
}

export function lend(symbol: string) {
  const found = registry.lends.find((entry) => entry.symbol === symbol)
  if (found === undefined) throw new Error(`${symbol} is not in the registry`)
  return found
}
