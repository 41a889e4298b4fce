import * as z from 'zod'
import type { ScanChain } from '../../../src/chains/scan-chains.ts'
import { address } from '../../../src/wallet/model/entry-base.ts'
import { lower } from '../lower.ts'
import type { RowsOf, SourceRow } from '../source-rows.ts'
import { pack } from '../values.ts'

const poolRow = z.looseObject({ poolId: z.string() })
const listRow = z.looseObject({ list: z.array(address) })

/** Pools of Balancer v2 that are listed one by one. */
export function balancerPools(rows: SourceRow[]): object[] {
  return rows.map((entry) => ({ ...entry, pool: poolOf(entry) }))
}

/** Lists of pools and gauges, each read in one page, without the pools that are listed one by one. */
export function balancerLists(rows: SourceRow[], _: ScanChain, rowsOf: RowsOf): object[] {
  const except = rowsOf('balancer-pool').map(poolOf)
  return rows.map((row) => {
    const { list, ...entry } = listRow.parse(row)
    return { ...entry, list: pack(list), page: list.length, except }
  })
}

/** The first 20 bytes of a pool's id are its address. */
function poolOf(row: SourceRow): string {
  return lower(poolRow.parse(row).poolId.slice(0, 42))
}
