import { packed, shapeOf, type Values } from './packed.ts'

// The fields of Save's structs in the order of `pack_into_slice`, token-lending/sdk of solendprotocol/solana-program-library.
const OBLIGATION = shapeOf('save', 'OBLIGATION')
const COLLATERAL = shapeOf('save', 'COLLATERAL')
const LIQUIDITY = shapeOf('save', 'LIQUIDITY')
const RESERVE = shapeOf('save', 'RESERVE')

export const saveReserveData = (values: Values) => packed(RESERVE, { version: 1n, ...values })

/** The deposits come first in its list, and the loans behind the last of them. */
export function saveObligationData(
  values: Values,
  deposits: readonly Values[],
  borrows: readonly Values[],
): Uint8Array {
  const lengths = { depositsLen: BigInt(deposits.length), borrowsLen: BigInt(borrows.length) }
  const data = Buffer.alloc(1300)
  const parts = [
    packed(OBLIGATION, { version: 1n, ...lengths, ...values }),
    ...deposits.map((each) => packed(COLLATERAL, each)),
    ...borrows.map((each) => packed(LIQUIDITY, each)),
  ]
  data.set(Buffer.concat(parts))
  return data
}
