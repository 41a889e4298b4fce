import * as z from 'zod'
import { riskLevel } from './risk-level.ts'

const text = z.string().min(1)
/** US dollars to the cent. Null: the price of a part is not known. */
const usd = z.number().min(0).nullable()
const net = z.number().nullable()
const score = z.number().min(0).max(10)
const measure = z.number().min(0).nullable()

export const PROTOCOL_SLUG = 'Identifier of the protocol: its current slug.'
export const PROTOCOL_NAME = 'Name of the protocol.'
export const PROTOCOL_SCORE = 'Composite of the protocol, 0 to 10; lower is safer.'

export const positionSource = z.string().regex(/^(onchain|sandbox|provider:[a-z0-9-]+)$/)

/** Null for a dimension that is unknown or does not apply. */
export const walletDimensions = z
  .strictObject({
    credit: score.nullable().describe('Credit risk.'),
    counterparty: score.nullable().describe('Counterparty risk.'),
    liquidity: score.nullable().describe('Liquidity risk.'),
    oracle: score.nullable().describe('Oracle risk.'),
    smartContract: score.nullable().describe('Smart contract risk.'),
    liquidityTrap: score.nullable().describe('Liquidity trap risk.'),
  })
  .describe(
    'Six risks, each 0 to 10; lower is safer. Null for one that is unknown or does not apply.',
  )

export const walletLeg = z
  .strictObject({
    role: z
      .enum(['supply', 'borrow', 'stake', 'lp', 'reward', 'collateral', 'margin'])
      .describe('What the token does in the position.'),
    token: text.describe(
      'Address of the token, or its mint on Solana; for balances that are on no chain, the name under which it is priced.',
    ),
    symbol: text.describe('Symbol of the token, as its maker wrote it.'),
    amount: z
      .string()
      .regex(/^\d+(\.\d+)?$/)
      .describe('Decimal, in whole tokens; never negative.'),
    usd: usd.describe(
      'Value in US dollars to the cent. Null when the price is not known, never zero for that.',
    ),
    price: z
      .strictObject({
        usd: z.number().positive().describe('US dollars.'),
        source: text.describe('Where the price comes from.'),
        asOf: z.iso.date().describe('The day of the price, UTC.'),
        confirmedBy: text
          .nullable()
          .describe(
            'A second source that agrees within 5 %: an oracle that prices the token, or what stands behind it. Null when one source alone knows the price: it is used, and nothing bounds it.',
          ),
      })
      .describe('The price of one whole token.')
      .nullable()
      .describe('What the value was counted with. Null without a price.'),
    missing: z
      .enum(['not-covered', 'stale', 'refused', 'upstream-failed', 'disagreement'])
      .nullable()
      .describe(
        'Why there is no price. `disagreement`: two sources know one, or the price of what stands behind the token, and are more than 5 % apart, so that the value is null and the flag `price-disagreement` is raised. Null when there is a price, or nothing to be priced.',
      ),
    collateral: z
      .boolean()
      .nullable()
      .describe('Whether it can be borrowed against. Null where the question does not arise.'),
  })
  .describe('One token of a position.')

/** A perpetual as the protocol states it. `pnlUsd` is to be shown and never to be added up. */
export const walletPerpetual = z
  .strictObject({
    side: z.enum(['long', 'short']).describe('Whether it gains when the price rises or falls.'),
    sizeUsd: measure.describe('Size in US dollars.'),
    leverage: measure.describe('Size over margin.'),
    entryPrice: measure.describe('Mean price at which it was opened, in US dollars.'),
    liquidationPrice: measure.describe('Price at which it is liquidated, in US dollars.'),
    pnlUsd: z
      .number()
      .nullable()
      .describe(
        'Profit, or loss below zero, that is not realised, in US dollars. To be shown and not to be added to any sum: see `pnlInNet`.',
      ),
    pnlInNet: z
      .boolean()
      .nullable()
      .describe(
        'Whether the sums hold the profit or loss already, in the margin of this position or of the account; false when the margin is the collateral alone. Null when that is not known.',
      ),
  })
  .describe('An open perpetual, as the protocol states it. What it does not state is null.')

/**
 * `netUsd` is what is supplied, less what is borrowed, plus the rewards. A sum with a leg of unknown price is null. Only a
 * perpetual may have no legs: its margin is that of an account, which is a position of its own.
 */
export const walletPosition = z
  .strictObject({
    id: text.describe(
      'Tells the positions of a scan apart: chain, protocol, market and reference.',
    ),
    chain: text.describe('Name of the chain.'),
    protocol: text.describe(PROTOCOL_NAME),
    protocolSlug: text.describe(PROTOCOL_SLUG),
    product: z
      .enum(['lending', 'lst', 'lp', 'vault', 'perp', 'staking'])
      .describe('What kind of position it is.'),
    market: text.nullable().describe('The market or pool. Null when the protocol has but one.'),
    ref: text
      .nullable()
      .describe(
        "Tells positions of one market apart, such as an NFT's number. Null when there is one.",
      ),
    receiptToken: text
      .nullable()
      .describe('The token that stands for the position. Null when there is none.'),
    legs: z
      .array(walletLeg)
      .describe(
        'The tokens it is made of. Empty only for a perpetual on the margin of an account, which is a position of its own.',
      ),
    suppliedUsd: usd.describe(
      'What was put in, in US dollars: legs of the roles `supply`, `stake`, `lp`, `collateral` and `margin`.',
    ),
    borrowedUsd: usd.describe('What is owed, in US dollars: legs of the role `borrow`.'),
    rewardsUsd: usd.describe(
      'What can be claimed, in US dollars: legs of the role `reward`, fees among them.',
    ),
    netUsd: net.describe('What is supplied, less what is borrowed, plus the rewards.'),
    healthFactor: z
      .number()
      .min(0)
      .nullable()
      .describe('Above 1 is safe; below, it may be liquidated. Null without debt.'),
    inRange: z
      .boolean()
      .nullable()
      .describe(
        'Concentrated liquidity: whether the price lies within the range. Null for anything else.',
      ),
    perp: walletPerpetual
      .nullable()
      .describe(
        'The perpetual. Null for anything else, and for the account that holds the margin.',
      ),
    risk: z
      .strictObject({
        score: score.describe(PROTOCOL_SCORE),
        riskLevel: riskLevel,
        scoredAt: z.iso.datetime().nullable().describe('When the score was computed.'),
        dimensions: walletDimensions,
      })
      .describe('Risk of the protocol of a position, as the protocol list has it.')
      .nullable()
      .describe('Risk of the protocol. Null when it has no score.'),
    positionSource: positionSource.describe(
      'Where it was read: `onchain`, which includes the API of an exchange, `provider:<id>` or `sandbox`.',
    ),
    valuation: z
      .enum(['priced', 'partial', 'unpriced'])
      .describe('Whether all, some or none of its legs have a value.'),
  })
  .refine(({ legs, perp }) => legs.length > 0 || perp !== null, {
    path: ['legs'],
    message: 'only a perpetual may have no legs',
  })
  .describe(
    'What a wallet holds in one market of one protocol. A sum is null when a leg of it has no price.',
  )
