import { anchor } from './kamino-accounts.ts'
import { pack } from './pack.ts'
import type { Shape, Values } from './packed.ts'

// The structs of jup-ag/jupiter-lend@33a22cf7 target/idl/vaults.json and liquidity.json, field by field. Numbers that the tests make are
// unsigned: a tick below zero is given in two's complement.
const POSITION: Shape = {
  vaultId: 'u16',
  nftId: 'u32',
  positionMint: 'key',
  isSupplyOnlyPosition: 'u8',
  tick: 'u32',
  tickId: 'u32',
  supplyAmount: 'u64',
  dustDebtAmount: 'u64',
}
const TICK: Shape = {
  vaultId: 'u16',
  tick: 'u32',
  isLiquidated: 'u8',
  totalIds: 'u32',
  rawDebt: 'u64',
  isFullyLiquidated: 'u8',
  liquidationBranchId: 'u32',
  debtFactor: 'u64',
}
const TICK_ID_LIQUIDATION: Shape = {
  vaultId: 'u16',
  tick: 'u32',
  tickMap: 'u32',
  liquidations: {
    count: 3,
    of: { isFullyLiquidated: 'u8', liquidationBranchId: 'u32', debtFactor: 'u64' },
  },
}
const BRANCH: Shape = {
  vaultId: 'u16',
  branchId: 'u32',
  status: 'u8',
  minimaTick: 'u32',
  minimaTickPartials: 'u32',
  debtLiquidity: 'u64',
  debtFactor: 'u64',
  connectedBranchId: 'u32',
  connectedMinimaTick: 'u32',
}
const VAULT_CONFIG: Shape = {
  vaultId: 'u16',
  supplyRateMagnifier: 'u16',
  borrowRateMagnifier: 'u16',
  collateralFactor: 'u16',
  liquidationThreshold: 'u16',
  liquidationMaxLimit: 'u16',
  withdrawGap: 'u16',
  liquidationPenalty: 'u16',
  borrowFee: 'u8',
  vaultType: 'u8',
  oracle: 'key',
  rebalancer: 'key',
  liquidityProgram: 'key',
  oracleProgram: 'key',
  supplyToken: 'key',
  borrowToken: 'key',
  bump: 'u8',
}
const VAULT_STATE: Shape = {
  vaultId: 'u16',
  branchLiquidated: 'u8',
  topmostTick: 'u32',
  currentBranchId: 'u32',
  totalBranchId: 'u32',
  totalSupply: 'u64',
  totalBorrow: 'u64',
  totalPositions: 'u32',
  absorbedDebtAmount: 'u128',
  absorbedColAmount: 'u128',
  absorbedDustDebt: 'u64',
  liquiditySupplyExchangePrice: 'u64',
  liquidityBorrowExchangePrice: 'u64',
  vaultSupplyExchangePrice: 'u64',
  vaultBorrowExchangePrice: 'u64',
  nextPositionId: 'u32',
  lastUpdateTimestamp: 'u64',
}
const TOKEN_RESERVE: Shape = {
  mint: 'key',
  vault: 'key',
  borrowRate: 'u16',
  feeOnInterest: 'u16',
  lastUtilization: 'u16',
  lastUpdateTimestamp: 'u64',
  supplyExchangePrice: 'u64',
  borrowExchangePrice: 'u64',
  maxUtilization: 'u16',
  totalSupplyWithInterest: 'u64',
  totalSupplyInterestFree: 'u64',
  totalBorrowWithInterest: 'u64',
  totalBorrowInterestFree: 'u64',
  totalClaimAmount: 'u64',
  interactingProtocol: 'key',
  interactingTimestamp: 'u64',
  interactingBalance: 'u64',
}

const SHAPES = {
  Position: POSITION,
  Tick: TICK,
  TickIdLiquidation: TICK_ID_LIQUIDATION,
  Branch: BRANCH,
  VaultConfig: VAULT_CONFIG,
  VaultState: VAULT_STATE,
  TokenReserve: TOKEN_RESERVE,
}

export const lendData = (name: keyof typeof SHAPES, values: Values) =>
  anchor(name, SHAPES[name], values)

/** The beginning of `Metadata` of Metaplex: its kind, who may change it, and the mint. */
export const metadataData = (authority: string, mint: string) => pack([4, 1], authority, mint)
