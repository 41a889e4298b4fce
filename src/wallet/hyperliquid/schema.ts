import * as z from 'zod'
import { listOf } from '../../chains/nodes/list-of.ts'

/** Hyperliquid writes every quantity as a decimal string. */
const decimal = z.string().regex(/^-?\d{1,30}(\.\d{1,30})?$/)

/** `clearinghouseState`: the perpetuals account. */
export const perpsSchema = z.looseObject({
  /** When the state was read, in milliseconds since 1970. The other answers have no time. */
  time: z.number().optional(),
  marginSummary: z.looseObject({ accountValue: decimal }),
  assetPositions: listOf(
    z.looseObject({
      position: z.looseObject({
        coin: z.string().min(1).max(40),
        /** Signed: a short is negative. */
        szi: decimal,
        leverage: z.looseObject({ type: z.enum(['cross', 'isolated']), value: z.number() }),
        entryPx: decimal.nullish(),
        liquidationPx: decimal.nullish(),
        positionValue: decimal,
        unrealizedPnl: decimal,
        marginUsed: decimal,
      }),
    }),
  ),
})

/** `spotClearinghouseState`. */
export const spotSchema = z.looseObject({
  balances: listOf(
    z.looseObject({ coin: z.string().min(1).max(40), token: z.int().min(0), total: decimal }),
  ),
})

/** `userVaultEquities`. */
export const vaultsSchema = listOf(
  z.looseObject({
    vaultAddress: z.string().regex(/^0x[0-9a-fA-F]{40}$/),
    equity: decimal,
  }),
)

/** `delegatorSummary`: staked HYPE, unstaked HYPE in the staking account, and HYPE that is being withdrawn. */
export const stakingSchema = z.looseObject({
  delegated: decimal,
  undelegated: decimal,
  totalPendingWithdrawal: decimal,
})

/**
 * `userAbstraction`: in the last two modes a single balance, listed with the spot balances, backs everything, and the value of the
 * perpetuals account is meaningless. An unknown mode is refused, because a balance could be counted twice.
 */
export const modeSchema = z.enum([
  'default',
  'disabled',
  'dexAbstraction',
  'unifiedAccount',
  'portfolioMargin',
])

export type Perps = z.infer<typeof perpsSchema>
export type Spot = z.infer<typeof spotSchema>
export type Vaults = z.infer<typeof vaultsSchema>
export type Staking = z.infer<typeof stakingSchema>
export type Mode = z.infer<typeof modeSchema>
