import * as z from 'zod'
import * as f from './fields.ts'
import { walletApprovals } from './wallet-approvals.ts'
import {
  PROTOCOL_NAME,
  PROTOCOL_SLUG,
  positionSource,
  type walletDimensions,
  type walletExit,
  walletLeg,
  type walletLiquidation,
  walletPosition,
} from './wallet-position.ts'
import { WALLET_FLAGS, WEIGHTED, walletRiskSummary } from './wallet-risk.ts'

const net = z.number().nullable()

/**
 * What was scanned on one chain. Protocols are identified by their slug. A chain is `ok` when all of it was read: a protocol may
 * still have failed for `price`, when it was read and could not be valued.
 */
export const walletCoverage = z
  .strictObject({
    chain: f.someText.describe('Name of the chain.'),
    status: z
      .enum(['ok', 'partial', 'stale', 'timeout', 'unavailable'])
      .describe(
        '`ok` when all of it was read, `partial` when some was. When nothing was read: `stale` if the latest block of its nodes is too old, else `timeout` or `unavailable`. Positions may be missing unless it is `ok`.',
      ),
    block: z
      .strictObject({
        number: f.count.describe('Block number; on Solana the slot number.'),
        time: f.instant.describe('Block time, UTC.'),
      })
      .describe('A block of a chain.')
      .nullable()
      .describe(
        'The block that was read. When the chain is `stale`, the latest block of a node. Null when no block is known.',
      ),
    protocols: z
      .array(
        z
          .strictObject({
            id: f.someText.describe(PROTOCOL_SLUG),
            status: z
              .enum(['ok', 'failed'])
              .describe('`failed` when part of it could not be read or valued.'),
            reason: z
              .enum(['rpc', 'contract', 'price', 'provider'])
              .optional()
              .describe(
                'Why it failed: `rpc` (no node gave a plausible response), `contract` (the contract returned invalid data), `provider` (an API did not respond) or `price` (a leg has no price). Absent when it did not fail.',
              ),
          })
          .describe('Whether one protocol was read on one chain.'),
      )
      .describe(
        'Those that failed or have a position, of the protocols that were looked at there.',
      ),
    looked: f.count
      .optional()
      .describe('How many protocols were looked at there, or would have been.'),
  })
  .describe('What was scanned on one chain.')

/** What a scan never looks at; the answer of no chain depends on it. */
export const walletKnownGap = z
  .strictObject({
    chain: f.someTextOrNull.describe('Name of the chain. Null when it is not about one chain.'),
    protocol: f.someTextOrNull.describe(
      'Slug of the protocol. Null when it is not about one protocol.',
    ),
    text: f.someText.describe('What is not read, as a sentence.'),
  })
  .describe('Something that a scan never looks at.')

const sums = {
  suppliedUsd: f.usd.describe('Supplied value in US dollars.'),
  borrowedUsd: f.usd.describe('Debt in US dollars.'),
  rewardsUsd: f.usd.describe('Claimable rewards in US dollars.'),
  netUsd: net.describe(
    'Supplied minus borrowed plus rewards, in US dollars. Null when a debt has no price, because the result would be too high.',
  ),
}

export const walletChainTotals = z
  .strictObject({ chain: f.someText.describe('Name of the chain.'), ...sums })
  .describe('Sums of the legs on one chain that were read and have a price.')

/** What anybody can send to anybody. */
export const walletFolded = z
  .strictObject({
    count: z.int().positive().describe('How many positions are folded.'),
    usd: z.number().min(0).describe('Assets of known price in them, in US dollars.'),
    reasons: z
      .array(
        z
          .strictObject({
            reason: f.someText.describe('As `folded` of the positions.'),
            count: z.int().positive().describe('How many positions.'),
            usd: z.number().min(0).describe('Assets of known price in them, in US dollars.'),
            text: f.someText.describe('The same as a sentence.'),
          })
          .describe('Positions that are folded for one reason.'),
      )
      .describe('By reason.'),
  })
  .describe('Dust and what strangers can have sent: in `positions`, at the end, and in no flag.')
export const walletProtocolTotals = z
  .strictObject({
    protocol: f.someText.describe(PROTOCOL_NAME),
    protocolSlug: f.someText.describe(PROTOCOL_SLUG),
    ...sums,
  })
  .describe('Sums of the legs at one protocol that were read and have a price.')

/** A coin or token that is in the wallet itself. A token whose balance a position counts is in that position alone. */
export const walletHolding = z
  .strictObject({
    chain: f.someText.describe('Name of the chain.'),
    token: f.someTextOrNull.describe(
      'Address of the token, or its mint on Solana. Null for the native coin of the chain.',
    ),
    symbol: walletLeg.shape.symbol,
    amount: walletLeg.shape.amount,
    usd: walletLeg.shape.usd,
    price: walletLeg.shape.price,
    missing: walletLeg.shape.missing,
  })
  .describe('A coin or token in the wallet itself, outside positions.')

/** A wallet scan without the address, for live and sandbox wallets. */
export const walletPortfolio = z.strictObject({
  positions: z
    .array(walletPosition)
    .describe(
      'Positions, largest value first, then those that are `folded`. Empty when none was found.',
    ),
  holdings: z
    .array(walletHolding)
    .describe(
      'Native coins and tokens of the contract lists in the wallet itself, largest value first. They are no positions: risk, flags and `portfolioScore` leave them out.',
    ),
  riskSummary: z
    .union([walletRiskSummary, z.strictObject({})])
    .describe('Risk of the portfolio; an empty object without positions.'),
  flags: z
    .array(z.enum(WALLET_FLAGS))
    .describe(
      'Every warning about the wallet, most severe first. A wallet without positions may have some too, such as `sanctioned-address`.',
    ),
  portfolioScore: f.scoreOrNull.describe(
    `Mean composite of the positions that have a price and a score, 0 to 10, ${WEIGHTED} Null when less than 75 % of the net exposure is at scored protocols; \`riskSummary.netExposure\` then has the band.`,
  ),
  positionSource: z
    .array(positionSource)
    .describe('The distinct `positionSource` values of all positions.'),
  /**
   * Sums of all legs that were read and have a price: incomplete while `complete` is false. `netUsd` is null when a debt has
   * no price, because it would be too high.
   */
  totals: z
    .strictObject({
      ...sums,
      complete: f.boolean.describe(
        'True only when every scanned chain and protocol was read and every leg has a price, except in positions that are `folded`. Coins and tokens in the wallet itself must be read and have a price too, except what strangers can have sent: a token that no source covers (`not-covered`), and less than a dollar of one whose sources disagree. Protocols that are not in `coverage` are not scanned; `knownGaps` does not change it.',
      ),
      byChain: z
        .array(walletChainTotals)
        .describe('The same sums for each chain with a position, largest value first.'),
      byProtocol: z
        .array(walletProtocolTotals)
        .describe('The same sums for each protocol with a position, largest value first.'),
      holdingsUsd: f.usdOrNull.describe(
        'Value of the coins and tokens in the wallet itself, in US dollars. Null when none has a price, and for one a source failed or sources disagree.',
      ),
      netWorthUsd: net.describe(
        '`netUsd` plus `holdingsUsd`. Null when `netUsd` or `holdingsUsd` is null. A lower bound when something has no price or was not read.',
      ),
      smallHoldings: z
        .strictObject({
          count: f.count.describe('How many.'),
          usd: z.number().min(0).describe('Their value in US dollars, part of `holdingsUsd`.'),
          belowUsd: z.number().describe('Each is worth less than this.'),
        })
        .describe('Coins and tokens of little value, which `holdings` leaves out.'),
      counts: f.someText.describe('What the sums count and do not count, in words.'),
    })
    .describe(
      'Sums of all legs that were read and have a price, without those of contracts on no list (`unlisted`). While `complete` is false, the wallet may have more assets and debts.',
    ),
  folded: walletFolded.nullable().describe('What is folded. Null when nothing is.'),
  /** `listed` when any source contains the address, `unknown` when none gave a result. `hit` is null for a source without a result. */
  sanctions: z
    .strictObject({
      status: z
        .enum(['clear', 'listed', 'unknown'])
        .describe(
          '`listed` when a source contains the address, `clear` when an up-to-date source does not, `unknown` when no source gave a result.',
        ),
      sources: z
        .array(
          z
            .strictObject({
              id: f.someText.describe('Name of the list.'),
              asOf: f.dayOrNull.describe(
                'Day of the list; for an on-chain oracle, day of the block that was read. Null when it could not be queried, or the list has none.',
              ),
              hit: f.booleanOrNull.describe(
                'Whether it contains the address. Null when unknown: it could not be queried, or is too old to clear an address.',
              ),
            })
            .describe('One sanctions list.'),
        )
        .describe('Every source that was queried.'),
    })
    .describe('Result of the sanctions screening.'),
  coverage: z
    .array(walletCoverage)
    .describe('What was scanned, by chain and protocol, and what could not be read.'),
  approvals: walletApprovals
    .optional()
    .describe('Who may take tokens and NFTs of the wallet. Left out where none are looked at.'),
  knownGaps: z
    .array(walletKnownGap)
    .describe(
      'What a scan of such an address never looks at, whatever it holds: chains, and parts of protocols in `coverage`. All are on the page /docs/wallet-coverage/.',
    ),
  knownGapCount: f.count
    .optional()
    .describe(
      'How many known gaps there are, with those of protocols that `coverage` does not name.',
    ),
})

/** The data of `GET /v1/wallet/{address}`. */
export const walletScanResult = walletPortfolio
  .extend({
    address: f.someText.describe('The address that was scanned.'),
    resolvedFrom: f.someText.optional().describe('The name in the request, if it was a name.'),
    checksum: z
      .literal('wrong')
      .optional()
      .describe(
        'Only for an EVM address whose upper and lower case does not fit its checksum (EIP-55): it may be mistyped.',
      ),
  })
  .describe(
    'Positions of a wallet and the risk of the portfolio. `coverage` and `totals.complete` show what could not be read or priced. New fields may be added.',
  )

export type WalletPosition = z.infer<typeof walletPosition>
export type WalletLeg = z.infer<typeof walletLeg>
export type WalletLiquidation = z.infer<typeof walletLiquidation>
export type WalletExit = z.infer<typeof walletExit>
export type WalletDimensions = z.infer<typeof walletDimensions>
export type WalletCoverage = z.infer<typeof walletCoverage>
export type WalletKnownGap = z.infer<typeof walletKnownGap>
export type WalletChainTotals = z.infer<typeof walletChainTotals>
export type WalletProtocolTotals = z.infer<typeof walletProtocolTotals>
export type WalletHolding = z.infer<typeof walletHolding>
export type WalletTotals = WalletPortfolio['totals']
export type WalletPortfolio = z.infer<typeof walletPortfolio>
export type WalletScanResult = z.infer<typeof walletScanResult>
