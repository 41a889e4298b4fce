import * as z from 'zod'
import * as f from './fields.ts'
import { riskLevel } from './risk-level.ts'
import { MAX_APPROVALS } from './wallet-limits.ts'
import { PROTOCOL_NAME, PROTOCOL_SCORE, PROTOCOL_SLUG } from './wallet-position.ts'

/** US dollars to the cent. */
const usd = z.number().min(0)

/** A contract or account that may take something of the wallet. */
export const walletApproval = z
  .strictObject({
    chain: f.someText.describe('Name of the chain.'),
    kind: z
      .string()
      .regex(/^[a-z0-9-]+$/)
      .describe(
        '`erc20`: an allowance of a token. `permit2`: an allowance within Permit2. `nft`: an operator of all NFTs of a collection. New ones may be added.',
      ),
    token: f.someText.describe('Address of the token or collection.'),
    symbol: f.someTextOrNull.describe('Symbol of the token. Null for a collection.'),
    spender: f.someText.describe('Address that may take it.'),
    spenderName: f.someTextOrNull.describe('Its name. Null for one that no list names.'),
    protocol: f.someTextOrNull.describe(`${PROTOCOL_NAME} Null for one that no list names.`),
    protocolSlug: f.someTextOrNull.describe(
      `${PROTOCOL_SLUG} Null when the spender is of no protocol of the list.`,
    ),
    risk: z
      .strictObject({
        score: f.score.describe(PROTOCOL_SCORE),
        riskLevel: riskLevel,
      })
      .describe('Risk of a protocol.')
      .nullable()
      .describe('Risk of the protocol. Null without a score.'),
    allowance: z
      .string()
      .regex(/^\d+(\.\d+)?$/)
      .nullable()
      .describe(
        'What may still be taken in whole tokens, as a decimal; through Permit2 no more than Permit2 itself may take. Null when it is unlimited.',
      ),
    isUnlimited: f.boolean.describe(
      'Whether it is more than can be held: all that is there now, and all that comes.',
    ),
    expiresAt: f.instantOrNull.describe(
      'When it ends. Null without an end; only those of Permit2 have one.',
    ),
    valueAtRiskUsd: usd
      .nullable()
      .describe(
        'What can be taken now, in US dollars: the smaller of allowance and balance; through Permit2 also of what Permit2 may take. For NFTs the positions of their collection in the wallet itself. Null, never zero, when a price is unknown or not all NFTs were read; 0 when none is held, or less than half a cent.',
      ),
    loss: z
      .strictObject({
        name: f.someText.describe('Name of the incident.'),
        day: f.dayOrNull.describe('Its day. Null when the source does not say.'),
        usd: usd.nullable().describe('The loss. Null when the source does not say.'),
        source: f.someText.describe('Where that is recorded.'),
      })
      .describe('Money taken from people through their approvals.')
      .nullable()
      .describe('What was taken through approvals of this very address. Null when none is known.'),
    protocolLosses: z
      .strictObject({
        count: f.count.describe('Recorded losses of the protocol.'),
        usd: usd.nullable().describe('Their sum. Null when one is unknown.'),
        lastDay: f.dayOrNull.describe('Day of the newest. Null when unknown.'),
      })
      .describe('Recorded losses of a protocol.')
      .nullable()
      .describe(
        'Recorded losses of its protocol. Null when that could not be read, or there is no protocol.',
      ),
    codeControl: f.someTextOrNull.describe(
      'Who can change the code of the spender, as a sentence. Null when not known.',
    ),
    text: f.someText.describe('What it means, and what to do, as sentences.'),
    revoke: z
      .strictObject({
        to: f.someText.describe('Contract to send it to.'),
        data: z
          .string()
          .regex(/^0x[0-9a-f]+$/)
          .describe('Call data.'),
        call: f.someText.describe('The call in words.'),
      })
      .describe(
        'The transaction that ends it, for the owner to send from this wallet. Never sent by this service.',
      ),
  })
  .describe('A contract or account that may take something of the wallet.')

/** Approvals of a wallet, and what was looked at. */
export const walletApprovals = z
  .strictObject({
    warning: f.someTextOrNull
      .optional()
      .describe(
        'The warning of unlimited approvals, as in `riskSummary.warnings`, which a wallet without positions does not have. Null without one.',
      ),
    rows: f
      .list(walletApproval, MAX_APPROVALS)
      .describe(
        'Unlimited ones to an address or protocol with a loss first, then by value at risk, largest first. Empty when none was found: `looked` says where.',
      ),
    more: f.count.describe('How many more there are.'),
    unlimited: f.count.describe('How many of all are unlimited.'),
    valueAtRiskUsd: usd
      .nullable()
      .describe(
        'What all together can take now, in US dollars. Each token and NFT counts once; an approval of Permit2 itself does not count. At least, while `unvalued` is not zero; null when nothing of it is known.',
      ),
    unvalued: f.count
      .optional()
      .describe(
        'Of how many what they can take is not known, or only in part. Without those of Permit2 itself.',
      ),
    looked: z
      .array(
        z
          .strictObject({
            chain: f.someText.describe('Name of the chain.'),
            status: z
              .string()
              .regex(/^[a-z-]+$/)
              .describe(
                '`ok`: all of it was read. `partial`: some was. `failed`: nothing was read, so there may be any.',
              ),
            tokens: f.count.describe('Tokens that were looked at.'),
            spenders: f.count.describe('Known addresses that they were looked at for.'),
            search: z
              .string()
              .regex(/^[a-z-]+$/)
              .describe(
                'Whether events were searched for other spenders. `none`: no node of the chain serves that. `ok`, `partial` or `failed` otherwise.',
              ),
          })
          .describe('What was looked at on one chain.'),
      )
      .describe('What was looked at, by chain.'),
  })
  .describe('Who may take tokens and NFTs of the wallet.')

export type WalletApproval = z.infer<typeof walletApproval>
export type WalletApprovals = z.infer<typeof walletApprovals>
