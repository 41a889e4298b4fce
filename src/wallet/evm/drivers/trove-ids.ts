import type { Address } from '../../../chains/address.ts'
import { hashOf } from '../../../chains/evm/viem.ts'

/** Troves that are tried of each way to open one; the app counts them from 0 for each owner. */
const MAX_INDEX = 10

/** The ids that the first troves of an owner have, opened by the owner or by a contract that does it for its callers. */
export function troveIds(owner: Address, zappers: readonly Address[]): bigint[] {
  const indexes = Array.from({ length: MAX_INDEX }, (_, index) => BigInt(index))
  return indexes.flatMap((index) => [
    hash(owner, owner, index),
    ...zappers.map((zapper) => hash(zapper, owner, hash(owner, index))),
  ])
}

/** The hash of values, each as a word of 32 bytes. */
function hash(...values: (Address | bigint)[]): bigint {
  const words = values.map((value) => BigInt(value).toString(16).padStart(64, '0'))
  return BigInt(hashOf(`0x${words.join('')}`))
}
