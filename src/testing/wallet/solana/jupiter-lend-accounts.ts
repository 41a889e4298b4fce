import { anchor } from './kamino-accounts.ts'
import { pack } from './pack.ts'
import { shapeOf, type Values } from './packed.ts'

// The structs of jup-ag/jupiter-lend@33a22cf7 target/idl/vaults.json and liquidity.json, field by field. Numbers that the tests make are
// unsigned: a tick below zero is given in two's complement.

export const lendData = (name: string, values: Values) =>
  anchor(name, shapeOf('jupiter-lend', name), values)

/** The beginning of `Metadata` of Metaplex: its kind, who may change it, and the mint. */
export const metadataData = (authority: string, mint: string) => pack([4, 1], authority, mint)
