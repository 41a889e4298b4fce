import * as z from 'zod'
import * as f from './fields.ts'
import { riskLevel } from './risk-level.ts'
import { MAX_ALONE } from './wallet-limits.ts'
import { walletThrough } from './wallet-standing.ts'

/** US dollars to the cent. Null: the price of a part is unknown. */
const usd = z.number().min(0).nullable()
const net = z.number().nullable()

export const PROTOCOL_SLUG = 'Identifier of the protocol: its current slug.'
export const PROTOCOL_NAME = 'Name of the protocol.'
export const PROTOCOL_SCORE = 'Composite of the protocol, 0 to 10; lower is safer.'

export const positionSource = z.string().regex(/^(onchain|sandbox|provider:[a-z0-9-]+)$/)

/** Null for a dimension that is unknown or does not apply. */
export const walletDimensions = z
  .strictObject({
    credit: f.scoreOrNull.describe('Credit risk.'),
    counterparty: f.scoreOrNull.describe('Counterparty risk.'),
    liquidity: f.scoreOrNull.describe('Liquidity risk.'),
    oracle: f.scoreOrNull.describe('Oracle risk.'),
    smartContract: f.scoreOrNull.describe('Smart contract risk.'),
    liquidityTrap: f.scoreOrNull.describe('Liquidity trap risk.'),
  })
  .describe(
    'Six risks, each 0 to 10; lower is safer. Null for one that is unknown or does not apply.',
  )

export const walletLeg = z
  .strictObject({
    role: z
      .enum(['supply', 'borrow', 'stake', 'lp', 'reward', 'collateral', 'margin'])
      .describe('Role of the token in the position.'),
    token: f.someText.describe(
      'Address of the token, or its mint on Solana; for balances that are not on a chain, the name that it is priced by.',
    ),
    symbol: f.someText.describe('Symbol of the token, as its issuer wrote it.'),
    amount: z
      .string()
      .regex(/^\d+(\.\d+)?$/)
      .describe('Amount in whole tokens, as a decimal; never negative.'),
    usd: usd.describe(
      'Value in US dollars to the cent. Null, never zero, when the price is unknown.',
    ),
    price: z
      .strictObject({
        usd: z.number().positive().describe('Price in US dollars.'),
        source: f.someText.describe('Source of the price.'),
        asOf: f.day.describe('Day of the price, UTC.'),
        confirmedBy: f.someTextOrNull.describe(
          'A second source that agrees within 5 %: an oracle for the token or for its underlying asset. Null when only one source has a price; that price is used unchecked.',
        ),
      })
      .describe('The price of one whole token.')
      .nullable()
      .describe('Price that the value is based on. Null without a price.'),
    missing: z
      .enum(['not-covered', 'stale', 'refused', 'upstream-failed', 'disagreement'])
      .nullable()
      .describe(
        'Why there is no price. `disagreement`: two sources for the token or its underlying asset differ by more than 5 %; the value is then null and the flag `price-disagreement` is set. Null when there is a price, or nothing to price.',
      ),
    collateral: f.booleanOrNull.describe(
      'Whether it can be borrowed against. Null when that does not apply.',
    ),
  })
  .describe('One token of a position.')

/** A perpetual as reported by the protocol. `pnlUsd` is only for display and never added up. */
export const walletPerpetual = z
  .strictObject({
    side: z
      .enum(['long', 'short'])
      .describe('`long` gains when the price rises, `short` when it falls.'),
    sizeUsd: f.usdOrNull.describe('Size in US dollars.'),
    leverage: f.usdOrNull.describe('Size divided by margin.'),
    entryPrice: f.usdOrNull.describe('Average entry price in US dollars.'),
    liquidationPrice: f.usdOrNull.describe('Liquidation price in US dollars.'),
    markPrice: z
      .number()
      .positive()
      .optional()
      .describe('Price now, in US dollars. Absent when the protocol does not report it.'),
    pnlUsd: z
      .number()
      .nullable()
      .describe(
        'Unrealised profit in US dollars, negative for a loss. Only for display; do not add it to any sum: see `pnlInNet`.',
      ),
    pnlInNet: f.booleanOrNull.describe(
      'Whether the sums already include the profit or loss, in the margin of this position or of the account; false when the margin is only the collateral. Null when unknown.',
    ),
  })
  .describe('An open perpetual, as reported by the protocol. Null for what it does not report.')

/** A loan against collateral. Fractions are of the collateral's value. */
export const walletLoan = z
  .strictObject({
    ltv: f.usdOrNull.describe(
      'Debt divided by the value of the collateral, now. Null when unknown.',
    ),
    liquidationLtv: f.usdOrNull.describe('The `ltv` at which it is liquidated. Null when unknown.'),
    liquidationPrice: f.usdOrNull.describe(
      'Price of one whole collateral token, in whole loan tokens, at which it is liquidated. Null when unknown, and with several collaterals or loans.',
    ),
  })
  .describe('A loan against collateral, as its market computes it.')

/** A withdrawal under way. */
export const walletWithdrawal = z
  .strictObject({
    unlocksAt: f.instantOrNull.describe(
      'When it unlocks, UTC. Null when the protocol does not fix a time.',
    ),
    isClaimable: f.booleanOrNull.describe(
      'Whether it can be claimed at the block that was read. Null when unknown.',
    ),
  })
  .describe('A withdrawal under way.')

/** How far a loan or a perpetual is from its liquidation. */
export const walletLiquidation = z
  .strictObject({
    leverage: f.usdOrNull.describe(
      'Assets divided by assets less debts; size divided by margin for a perpetual, with cross margin that of the account. Null when unknown, and when it owes as much as it has or more.',
    ),
    distance: f.usdOrNull.describe(
      'Move of the price that liquidates it, as a fraction: 0.04 is 4 %. 0 when it can be liquidated now. Null when unknown.',
    ),
    isBound: f.boolean.describe(
      'True when no threshold or price of liquidation was read: `distance` is then what takes all that is left, and liquidation may come before.',
    ),
    direction: z
      .enum(['fall', 'rise'])
      .describe('Which move liquidates: `rise` for a short, otherwise `fall`.'),
    assets: z
      .array(f.someText)
      .describe(
        'Symbols of what moves: the collateral, or the market. Several move together, by the same fraction.',
      ),
    against: z
      .array(f.someText)
      .describe('Symbols of what is owed: the move is against these. Empty for US dollars.'),
    alone: f
      .list(
        z
          .strictObject({
            asset: f.someText.describe('Symbol of the collateral.'),
            distance: f.usdOrNull.describe(
              'Its fall that liquidates while the others stay, as a fraction; never less than the common one. Null when even a total loss of it does not.',
            ),
          })
          .describe('The fall of one collateral alone.'),
        MAX_ALONE,
      )
      .optional()
      .describe(
        'With several collaterals, the fall of each alone, the nearest first: `distance` divided by its share of what counts against the debt, by the threshold of each asset and the prices of the scan. Absent with one collateral, and where a threshold or a price was not read.',
      ),
    how: f.someTextOrNull.describe('How `distance` was worked out. Null when it is unknown.'),
    text: f.someText.describe('The same as a sentence.'),
  })
  .describe('How far a loan or a perpetual is from its liquidation.')

/** What of a position can be withdrawn, and when. */
export const walletExit = z
  .strictObject({
    availableUsd: usd.describe(
      'What can be withdrawn now, less debts. Null when that is not known of a part.',
    ),
    blockedUsd: usd.describe('What cannot be withdrawn now, less debts. Null when unknown.'),
    unlocksAt: f.instantOrNull.describe(
      'When the rest unlocks, UTC. Null when no time is fixed or nothing is left.',
    ),
    text: f.someText.describe('The same as a sentence.'),
  })
  .describe('What of a position can be withdrawn, and when.')

/**
 * `netUsd` is supplied minus borrowed plus rewards. A sum with a leg of unknown price is null. Only a perpetual with cross
 * margin may have no legs: the account that holds the margin is a separate position.
 */
export const walletPosition = z
  .strictObject({
    id: f.someText.describe(
      'Identifier of the position within the scan: chain, protocol, market and reference.',
    ),
    chain: f.someText.describe('Name of the chain.'),
    protocol: f.someText.describe(PROTOCOL_NAME),
    protocolSlug: f.someText.describe(PROTOCOL_SLUG),
    product: z
      .enum(['lending', 'lst', 'lp', 'vault', 'perp', 'staking'])
      .describe('Kind of position.'),
    market: f.someTextOrNull.describe('Market or pool. Null when the protocol has only one.'),
    ref: f.someTextOrNull.describe(
      'Distinguishes positions of one market, such as an NFT id. Null when there is only one.',
    ),
    receiptToken: f.someTextOrNull.describe(
      'Receipt token of the position. Null when there is none.',
    ),
    legs: z
      .array(walletLeg)
      .describe(
        'Tokens of the position. Empty only for a perpetual with cross margin: the account that holds the margin is a separate position.',
      ),
    suppliedUsd: usd.describe(
      'Supplied value in US dollars: legs of the roles `supply`, `stake`, `lp`, `collateral` and `margin`.',
    ),
    borrowedUsd: usd.describe('Debt in US dollars: legs of the role `borrow`.'),
    rewardsUsd: usd.describe(
      'Claimable rewards and fees in US dollars: legs of the role `reward`.',
    ),
    netUsd: net.describe('Supplied minus borrowed plus rewards, in US dollars.'),
    healthFactor: z
      .number()
      .min(0)
      .nullable()
      .describe('Health factor: below 1 the position may be liquidated. Null without debt.'),
    inRange: f.booleanOrNull.describe(
      'For concentrated liquidity, whether the price is within the range. Null for other positions.',
    ),
    perp: walletPerpetual
      .nullable()
      .describe(
        'The perpetual. Null for other positions, and for the account that holds the margin.',
      ),
    risk: z
      .strictObject({
        score: f.score.describe(PROTOCOL_SCORE),
        riskLevel: riskLevel,
        scoredAt: f.instantOrNull.describe('Day of the newest reading behind the score.'),
        dimensions: walletDimensions,
      })
      .describe('Risk of the protocol of the position, as in the protocol list.')
      .nullable()
      .describe('Risk of the protocol. Null when it has no score.'),
    positionSource: positionSource.describe(
      'Source of the position: `onchain`, which includes the API of an exchange, `provider:<id>` or `sandbox`.',
    ),
    valuation: z
      .enum(['priced', 'partial', 'unpriced'])
      .describe('Whether all, some or none of the legs have a value.'),
    account: f.someText
      .optional()
      .describe(
        'Smart account of the owner that holds the position, such as a proxy. Absent when the scanned address holds it itself.',
      ),
    unlisted: z
      .literal(true)
      .optional()
      .describe(
        'True for a contract that is recognised by its own interface and that no contract list names: it was not reviewed. Absent otherwise.',
      ),
    folded: z
      .string()
      .regex(/^[a-z-]+$/)
      .optional()
      .describe(
        'Why it raises no flag and does not change `complete`: anybody may have sent it. `unlisted`: a contract on no list, whose value is in no sum either. `unpriced`: tokens on no list without a price, and little else. `dust`: less than `netExposure.floorUsd` at its protocol. New ones may be added. Absent for others.',
      ),
    withdrawal: walletWithdrawal
      .optional()
      .describe('The withdrawal that the position is. Absent for other positions.'),
    loan: walletLoan.optional().describe('Its loan. Absent when its market does not report one.'),
    liquidation: walletLiquidation
      .optional()
      .describe('How far it is from liquidation. Absent without a debt or a perpetual.'),
    exit: walletExit
      .optional()
      .describe('What of it can be withdrawn. Absent when that is not known.'),
    through: walletThrough
      .optional()
      .describe(
        'What it needs beside its protocol. Absent when that could not be read, for dust and `unlisted` ones, and where nothing is left after debts.',
      ),
  })
  .refine(({ legs, perp }) => legs.length > 0 || perp !== null, {
    path: ['legs'],
    message: 'only a perpetual may have no legs',
  })
  .describe(
    'What a wallet holds in one market of one protocol. A sum is null when one of its legs has no price.',
  )
