import type { Hex } from '../address.ts'
import { type ArgsOf, encodeCall } from './viem.ts'

/** The first four bytes of a call of this function, by which a lens asks it. Any arguments of its types will do. */
export function selectorOf<const Signature extends string>(
  signature: Signature,
  args: ArgsOf<Signature>,
): Hex {
  return `0x${encodeCall(signature, args).slice(2, 10)}`
}
