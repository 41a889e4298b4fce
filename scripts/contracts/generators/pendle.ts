import * as z from 'zod'
import type { ScanChain } from '../../../src/chains/scan-chains.ts'
import { address, type Token } from '../../../src/wallet/model/entry-base.ts'
import { slug } from '../lower.ts'
import type { SourceRow } from '../source-rows.ts'
import { findToken } from '../tokens.ts'
import { pack } from '../values.ts'
import { principalTokens } from './aave.ts'

const factoriesRow = z.looseObject({ factories: z.array(address) })

/** Principal tokens that Aave lists, which have the rates of their markets. */
export function pendleTokens(rows: SourceRow[], { chainId }: ScanChain): object[] {
  return rows.flatMap((entry) =>
    principalTokens(chainId).map((pt: Token) => ({
      ...entry,
      id: `pendle-${slug(pt.symbol)}`,
      market: pt.symbol,
      pt: findToken(chainId, pt.address) ?? pt,
    })),
  )
}

/** All markets of Pendle's factories with their tokens, without those that Aave lists. Markets are their own liquidity tokens. */
export function pendleFactories(rows: SourceRow[], { chainId }: ScanChain): object[] {
  const except = principalTokens(chainId).map((each) => each.address)
  return rows.flatMap((row) => {
    const { factories, ...entry } = factoriesRow.parse(row)
    const of = (walk: string) => ({ ...entry, id: walk, walk, list: pack(factories) })
    return [
      { ...of('pendle-markets'), product: 'lp', except: [] },
      { ...of('pendle-tokens'), product: 'vault', except },
    ]
  })
}
