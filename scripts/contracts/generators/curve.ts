import * as z from 'zod'
import type { Address } from '../../../src/chains/address.ts'
import type { ScanChain } from '../../../src/chains/scan-chains.ts'
import { address } from '../../../src/wallet/model/entry-base.ts'
import type { RowsOf, SourceRow } from '../source-rows.ts'
import { knownToken } from '../tokens.ts'

const poolRow = z.looseObject({
  lpToken: address,
  gauge: address.optional(),
  convex: address.optional(),
})
/** CRV on Ethereum, in which gauges and Convex pay on every chain. */
const CRV = knownToken(1, '0xD533a949740bb3306d119CC777fa900bA034cd52')

/** Pools of Curve that are listed one by one, with their stakes at a gauge and at Convex. */
export function curvePools(rows: SourceRow[], { chainId }: ScanChain): object[] {
  return rows.map((row) => {
    const { gauge, convex, ...entry } = poolRow.parse(row)
    const reward = { token: CRV, claim: 'claimable_tokens' }
    // The first gauges on other chains pay rewards in another way.
    const atGauge = { contract: gauge, label: 'gauge', ...(chainId === 1 && { reward }) }
    const atConvex = {
      contract: convex,
      label: 'convex',
      protocol: 'convex-finance',
      reward: { token: CRV, claim: 'earned' },
    }
    return { ...entry, stakes: [atGauge, atConvex].filter(({ contract }) => contract) }
  })
}

/** A registry of pools of Curve or Convex, without the pools that are listed one by one. */
export function curveRegistries(rows: SourceRow[], _: ScanChain, rowsOf: RowsOf): object[] {
  const except = rowsOf('curve-pool').flatMap(tokensOf)
  return rows.map((entry) => ({ ...entry, except }))
}

/** The token of a pool, and its stakes. */
function tokensOf(row: SourceRow): Address[] {
  const { lpToken, gauge, convex } = poolRow.parse(row)
  return [lpToken, gauge, convex].filter((each) => each !== undefined)
}
