import * as z from 'zod'
import { token } from '../../../src/wallet/model/entry-base.ts'
import type { SourceRow } from '../source-rows.ts'

const gmxRow = z.looseObject({
  /** Tokens that can be traded, each its own collateral when long. */
  traded: z.array(token),
  /** Collateral of short positions. */
  stable: z.array(token),
})

/** Every position that GMX v1 can hold: long in each token, and short in it against each stablecoin. */
export function gmxV1(rows: SourceRow[]): object[] {
  return rows.map((row) => {
    const { traded, stable, ...entry } = gmxRow.parse(row)
    const positions = traded.flatMap((index) => [
      { collateral: index, index, isLong: true },
      ...stable.map((collateral) => ({ collateral, index, isLong: false })),
    ])
    return { ...entry, positions }
  })
}
