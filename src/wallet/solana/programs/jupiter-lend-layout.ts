import { Unreadable } from '../../../chains/unreadable.ts'
import type { RawAccount } from '../accounts.ts'
import { type AccountFields, fieldsOf } from './account-fields.ts'
import type { LiquidityReserve, VaultPrices } from './jupiter-lend-prices.ts'
import { BRANCH_STATUS, type Branch, type Liquidation } from './jupiter-lend-ticks.ts'
import layouts from './layouts.json' with { type: 'json' }

// Byte offsets from jup-ag/jupiter-lend@33a22cf7 target/idl/vaults.json and liquidity.json, whose structs are packed.
export const VAULTS = 'jupr81YtYssSyPt8jbnGuiWon5f6x9TcDEFxYe3Bdzi'
export const LIQUIDITY = 'jupeiUmn818Jg1ekPURTpr4mFo29p46vygyykFJ3wZC'

export const { POSITION } = layouts.jupiterLend
// TICK_IDS: Three liquidations of a tick before its last one.
const { TICK, TICK_IDS, BRANCH, RESERVE } = layouts.jupiterLend
const CONFIG = {
  name: 'Jupiter Lend vault',
  program: VAULTS,
  discriminator: [99, 86, 43, 216, 184, 102, 119, 77],
  bytes: 219,
  vault: 8,
  magnifiers: [10, 12],
  liquidationThreshold: 16,
  type: 25,
  tokens: [154, 186],
} as const
const STATE = {
  name: 'state of a Jupiter Lend vault',
  program: VAULTS,
  discriminator: [228, 196, 82, 165, 98, 210, 235, 152],
  bytes: 127,
  liquidity: [83, 91],
  vault: [99, 107],
  updatedAt: 119,
} as const

/** Its token amounts have nine decimals, whatever the tokens have, and are divided by the prices of the vault. */
export interface LendPosition {
  vault: number
  mint: string
  collateral: bigint
  /** Where its debt is, by the ratio of both; null without debt. */
  tick: number | null
  /** How many liquidations of the tick came before it, and one. */
  tickId: number
  /** What of the debt at the tick is not its own, as ticks are apart. */
  dust: bigint
}

/** Throws `Unreadable` when the account is not the position of this NFT. */
export function lendPosition(account: RawAccount | undefined, mint: string): LendPosition {
  const fields = fieldsOf(account, POSITION)
  if (fields.key(POSITION.mint) !== mint) throw new Unreadable(`${mint} has another position`)
  const tick = fields.i32(POSITION.tick)
  const isWithoutDebt = fields.u8(POSITION.isSupplyOnly) !== 0 || tick === NO_TICK
  return {
    vault: fields.u16(POSITION.vault),
    mint,
    collateral: fields.u64(POSITION.collateral),
    tick: isWithoutDebt ? null : tick,
    tickId: fields.u32(POSITION.tickId),
    dust: fields.u64(POSITION.dust),
  }
}
const NO_TICK = -(2 ** 31)

export interface LendVault {
  /** Collateral and loan. */
  tokens: readonly [collateral: string, loan: string]
  /** What is added to the interest of the liquidity program, as a ten-thousandth of a year. */
  magnifiers: readonly [collateral: number, loan: number]
  liquidationLtv: number
  /** Otherwise collateral or loan are shares in a pool of the DEX. */
  isOfTokens: boolean
}

export function lendVault(account: RawAccount): LendVault {
  const fields = fieldsOf(account, CONFIG)
  const [collateral, loan] = CONFIG.tokens
  const [more, moreOfLoan] = CONFIG.magnifiers
  return {
    tokens: [fields.key(collateral), fields.key(loan)],
    magnifiers: [fields.i16(more), fields.i16(moreOfLoan)],
    liquidationLtv: fields.u16(CONFIG.liquidationThreshold) / 1000,
    isOfTokens: fields.u8(CONFIG.type) === 0,
  }
}

export function vaultPrices(account: RawAccount): VaultPrices {
  const fields = fieldsOf(account, STATE)
  const pair = ([first, second]: readonly [number, number]) =>
    [fields.u64(first), fields.u64(second)] as const
  return {
    liquidity: pair(STATE.liquidity),
    vault: pair(STATE.vault),
    updatedAt: Number(fields.u64(STATE.updatedAt)),
  }
}

export interface Tick {
  isLiquidated: boolean
  ids: number
  last: Liquidation
}

export function lendTick(account: RawAccount): Tick {
  const fields = fieldsOf(account, TICK)
  return {
    isLiquidated: fields.u8(TICK.isLiquidated) !== 0,
    ids: fields.u32(TICK.ids),
    last: liquidationAt(fields, TICK.liquidation),
  }
}

export function earlierLiquidations(account: RawAccount): Liquidation[] {
  const fields = fieldsOf(account, TICK_IDS)
  const { at, count, bytes } = TICK_IDS.liquidations
  return Array.from({ length: count }, (_, i) => liquidationAt(fields, at + i * bytes))
}

function liquidationAt(fields: AccountFields, at: number): Liquidation {
  return { isWhole: fields.u8(at) !== 0, branch: fields.u32(at + 1), factor: fields.u64(at + 5) }
}

export function lendBranch(account: RawAccount): Branch {
  const fields = fieldsOf(account, BRANCH)
  const status = BRANCH_STATUS[fields.u8(BRANCH.status)]
  if (status === undefined) throw new Unreadable(`${account.address} has an unknown status`)
  return {
    status,
    tick: fields.i32(BRANCH.tick),
    partials: fields.u32(BRANCH.partials),
    factor: fields.u64(BRANCH.factor),
    next: fields.u32(BRANCH.next),
  }
}

export function liquidityReserve(account: RawAccount): LiquidityReserve {
  const fields = fieldsOf(account, RESERVE)
  return {
    borrowRate: BigInt(fields.u16(72)),
    fee: BigInt(fields.u16(74)),
    utilization: BigInt(fields.u16(76)),
    updatedAt: Number(fields.u64(78)),
    prices: [fields.u64(86), fields.u64(94)],
    supplied: { earning: fields.u64(104), free: fields.u64(112) },
    borrowed: { earning: fields.u64(120), free: fields.u64(128) },
  }
}
