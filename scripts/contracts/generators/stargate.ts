import { getContractAddress } from 'viem'
import * as z from 'zod'
import type { Address } from '../../../src/chains/address.ts'
import { address } from '../../../src/wallet/model/entry-base.ts'
import { lower } from '../lower.ts'
import type { SourceRow } from '../source-rows.ts'

const v1Row = z.looseObject({
  factory: address,
  /** How many pools the factory made. */
  poolCount: z.int().positive(),
})
const v2Row = z.looseObject({ pools: z.array(address) })

/** The factory of the first version made its pools and nothing else, so they are its first contracts. */
export function stargateV1(rows: SourceRow[]): object[] {
  return rows.map((row) => {
    const { factory, poolCount, ...entry } = v1Row.parse(row)
    const pools = Array.from({ length: poolCount }, (_, at) => contractMadeBy(factory, at + 1))
    return { ...entry, pools: pools.map((pool) => ({ pool, share: pool })) }
  })
}

/** A pool of the second version makes the token of its shares in its constructor (`StargatePool`). */
export function stargateV2(rows: SourceRow[]): object[] {
  return rows.map((row) => {
    const { pools, ...entry } = v2Row.parse(row)
    return { ...entry, pools: pools.map((pool) => ({ pool, share: contractMadeBy(pool, 1) })) }
  })
}

function contractMadeBy(from: Address, nonce: number): Address {
  return lower(getContractAddress({ from, nonce: BigInt(nonce) }))
}
