import type { Hex } from '../../address.ts'

/** The creation code of a compiled lens. Throws `TypeError` when the file holds something else. */
export function lensCode({ bytecode }: { bytecode: string }): Hex {
  if (!/^0x[0-9a-f]+$/.test(bytecode)) throw new TypeError('The bytecode of a lens must be hex.')
  return `0x${bytecode.slice(2)}`
}
