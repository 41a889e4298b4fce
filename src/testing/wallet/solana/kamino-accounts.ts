import { createHash } from 'node:crypto'
import { packed, type Shape, shapeOf, type Values } from './packed.ts'

// The structs of Kamino's published IDL of klend 1.13, field by field; a number is the bytes of what no reader uses.
const OBLIGATION = shapeOf('kamino', 'OBLIGATION')
const RESERVE = shapeOf('kamino', 'RESERVE')
const MARKET = shapeOf('kamino', 'MARKET')

export const kaminoObligationData = (values: Values) => anchor('Obligation', OBLIGATION, values)
export const kaminoReserveData = (values: Values) => anchor('Reserve', RESERVE, values)
export const kaminoMarketData = (values: Values) => anchor('LendingMarket', MARKET, values)

/** An account of a program made with Anchor. */
export function anchor(name: string, shape: Shape, values: Values): Uint8Array {
  const mark = createHash('sha256').update(`account:${name}`).digest().subarray(0, 8)
  return Buffer.concat([mark, packed(shape, values)])
}
