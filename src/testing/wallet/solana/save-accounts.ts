import { packed, type Shape, type Values } from './packed.ts'

// The fields of Save's structs in the order of `pack_into_slice`, token-lending/sdk of solendprotocol/solana-program-library.
const OBLIGATION: Shape = {
  version: 'u8',
  lastUpdateSlot: 8,
  lastUpdateStale: 1,
  lendingMarket: 'key',
  owner: 'key',
  depositedValue: 16,
  borrowedValue: 16,
  allowedBorrowValue: 16,
  unhealthyBorrowValue: 16,
  borrowedValueUpperBound: 16,
  borrowingIsolatedAsset: 1,
  superUnhealthyBorrowValue: 16,
  unweightedBorrowedValue: 16,
  closeable: 1,
  padding: 14,
  depositsLen: 'u8',
  borrowsLen: 'u8',
}
const COLLATERAL: Shape = {
  depositReserve: 'key',
  depositedAmount: 'u64',
  marketValue: 16,
  attributedBorrowValue: 16,
  padding: 16,
}
const LIQUIDITY: Shape = {
  borrowReserve: 'key',
  cumulativeBorrowRateWads: 'u128',
  borrowedAmountWads: 'u128',
  marketValue: 16,
  padding: 32,
}
const RESERVE: Shape = {
  version: 'u8',
  lastUpdateSlot: 'u64',
  lastUpdateStale: 1,
  lendingMarket: 'key',
  mint: 'key',
  mintDecimals: 'u8',
  supply: 32,
  pythOracle: 32,
  switchboardOracle: 32,
  availableAmount: 'u64',
  borrowedAmountWads: 'u128',
  cumulativeBorrowRateWads: 'u128',
  marketPrice: 'u128',
  collateralMint: 32,
  mintTotalSupply: 'u64',
  collateralSupply: 32,
  optimalUtilizationRate: 1,
  loanToValueRatio: 'u8',
  liquidationBonus: 1,
  liquidationThreshold: 'u8',
  borrowRates: 3,
  borrowFeeWad: 8,
  flashLoanFeeWad: 8,
  hostFeePercentage: 1,
  depositLimit: 8,
  borrowLimit: 8,
  feeReceiver: 32,
  protocolLiquidationFee: 1,
  protocolTakeRate: 1,
  accumulatedProtocolFeesWads: 'u128',
  rateLimiter: 56,
  addedBorrowWeightBps: 'u64',
  smoothedMarketPrice: 16,
  rest: 1 + 1 + 8 + 1 + 1 + 8 + 32 + 1 + 16 + 16 + 8 + 8 + 49,
}

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
