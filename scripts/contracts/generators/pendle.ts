import * as z from 'zod'
import type { Address } from '../../../src/chains/address.ts'
import type { ScanChain } from '../../../src/chains/scan-chains.ts'
import { address, type Token } from '../../../src/wallet/model/entry-base.ts'
import { slug } from '../lower.ts'
import type { RowsOf, SourceRow } from '../source-rows.ts'
import { findToken } from '../tokens.ts'
import { pack } from '../values.ts'
import { principalTokens } from './aave.ts'

const listRow = z.looseObject({
  /** Markets are their own liquidity tokens; `tokens` are principal and yield tokens. */
  markets: z.array(address),
  tokens: z.array(address),
})

/** Principal tokens that Aave lists. Pendle's own list is an API, and its markets change every quarter. */
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

/** The markets on Pendle's list, with their tokens, without those that Aave lists. */
export function pendleLists(rows: SourceRow[], { chainId }: ScanChain): object[] {
  return rows.flatMap((row) => {
    const { markets, tokens, ...entry } = listRow.parse(row)
    const of = (list: Address[]) => ({ ...entry, list: pack(list), page: list.length })
    return [
      { ...of(markets), id: 'pendle-listed-markets', product: 'lp', except: [] },
      {
        ...of(tokens),
        id: 'pendle-listed-tokens',
        product: 'vault',
        except: listedByAave(chainId),
      },
    ]
  })
}

/** The markets that Equilibria's booster knows, with their tokens, without those in the lists. */
export function pendleBoosters(
  rows: SourceRow[],
  { chainId }: ScanChain,
  rowsOf: RowsOf,
): object[] {
  const lists = rowsOf('pendle-list').map((each) => listRow.parse(each))
  const markets = lists.flatMap((each) => each.markets)
  const tokens = [...lists.flatMap((each) => each.tokens), ...listedByAave(chainId)]
  return rows.flatMap((entry) => [
    { ...entry, id: 'pendle-markets', walk: 'pendle-markets', product: 'lp', except: markets },
    {
      ...entry,
      id: 'pendle-tokens',
      walk: 'pendle-tokens',
      product: 'vault',
      except: [...new Set(tokens)],
    },
  ])
}

function listedByAave(chainId: number): Address[] {
  return principalTokens(chainId).map((each) => each.address)
}
