import * as z from 'zod'
import { walletDocument } from '../../contract/responses.ts'
import type { WalletApprovals } from '../../contract/wallet-approvals.ts'
import { walletPosition } from '../../contract/wallet-position.ts'
import { walletRiskSummary } from '../../contract/wallet-risk.ts'
import { walletScanResult } from '../../contract/wallet-scan.ts'
import { pathPart } from '../ask-api.ts'
import { defineTool } from '../tool.ts'

const MAX_POSITIONS = 50
/** Failed protocols that are named for a chain: one that could not be read has a hundred. */
const MAX_FAILED = 10

const { shape } = walletScanResult

/** Parts that are described in the API: in full, they would make the list of tools too long. */
const asInApi = (what: string) => z.looseObject({}).describe(`${what}, as in the API.`)

const riskSummary = walletRiskSummary.extend({
  standsOn: asInApi('What it stands on').nullable(),
  netExposure: asInApi('What is lost if protocols are lost, and the band of the score'),
  exit: asInApi('What can be withdrawn'),
  own: asInApi('The risk of debts, margins and locks').nullable(),
  warnings: z
    .array(z.looseObject({ flag: z.string(), text: z.string() }))
    .describe('Warnings about debts, margins, exits and concentration, as in the API.'),
})

const position = z.strictObject({
  ...walletPosition.shape,
  liquidation: asInApi('Distance to liquidation, with a sentence in `text`').optional(),
  folded: z.string().optional(),
  exit: asInApi('What of it can be withdrawn, with a sentence in `text`').optional(),
  through: asInApi('What else it needs, with sentences in `text`').optional(),
  loan: asInApi('Its loan').optional(),
})

export const scanWallet = defineTool({
  name: 'scan_wallet',
  title: 'Scan a wallet',
  description:
    'DeFi positions of a wallet and the risk of the portfolio: score, warnings, sanctions screening, largest positions first. Needs an API key of the Pro plan. `notRead` says what could not be read, `knownGapCount` how much is never looked at: an empty list of positions is no proof that there are none. Costs 1 API request and 1 wallet scan.',
  input: z.strictObject({
    address: z
      .string()
      .min(1)
      .max(255)
      .describe('EVM, Solana or Tron address, or a name in .eth or .sol.'),
    limit: z.int().min(1).max(MAX_POSITIONS).default(5).describe('Most positions.'),
  }),
  output: z.object({
    ...walletScanResult.pick({
      address: true,
      resolvedFrom: true,
      portfolioScore: true,
      flags: true,
      sanctions: true,
    }).shape,
    folded: asInApi('Dust and what was sent').nullable(),
    approvals: asInApi('Who may take tokens, the worst first').optional(),
    totals: shape.totals
      .omit({ byProtocol: true, counts: true, smallHoldings: true })
      .extend({ byChain: z.array(z.looseObject({})) })
      .strip(),
    riskSummary: z.union([riskSummary, z.strictObject({})]),
    positionCount: z.int().min(0).describe('All positions found.'),
    positions: z.array(position).max(MAX_POSITIONS),
    notRead: z
      .array(
        shape.coverage.element
          .pick({ chain: true, status: true })
          .extend({ failed: z.array(z.string()).describe('Protocols that failed there.') })
          .strip(),
      )
      .describe('Chains not read completely: positions or prices may be missing.'),
    knownGapCount: z
      .int()
      .min(0)
      .describe('Things that no scan looks at: see /docs/wallet-coverage/.'),
  }),
  run: async ({ address, limit }, api) => {
    const document = await api.get(`/v1/wallet/${pathPart(address)}`)
    const scan = walletDocument.parse(document).data
    const {
      coverage,
      positions,
      knownGaps,
      knownGapCount = knownGaps.length,
      approvals,
      holdings: _,
      positionSource: __,
      ...rest
    } = scan
    return {
      ...rest,
      ...(approvals && { approvals: firstOf(approvals, limit) }),
      positionCount: positions.length,
      positions: positions.slice(0, limit),
      notRead: coverage
        .map(({ chain, status, protocols }) => {
          const failed = protocols.filter((each) => each.status === 'failed')
          return { chain, status, failed: failed.slice(0, MAX_FAILED).map(({ id }) => id) }
        })
        .filter(({ status, failed }) => status !== 'ok' || failed.length > 0),
      knownGapCount,
    }
  },
})

/** The worst of them, as sentences with the call that ends each; and where there may be others. */
function firstOf({ rows, more, looked, ...rest }: WalletApprovals, limit: number) {
  return {
    ...rest,
    rows: rows.slice(0, limit),
    more: more + Math.max(0, rows.length - limit),
    notRead: looked.filter(({ status }) => status !== 'ok').map(({ chain }) => chain),
  }
}
