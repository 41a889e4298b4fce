import * as z from 'zod'
import { walletDocument } from '../../contract/responses.ts'
import { walletPosition } from '../../contract/wallet-position.ts'
import { walletScanResult } from '../../contract/wallet-scan.ts'
import { pathPart } from '../ask-api.ts'
import { defineTool } from '../tool.ts'

const MAX_POSITIONS = 50

const { shape } = walletScanResult

export const scanWallet = defineTool({
  name: 'scan_wallet',
  title: 'Scan a wallet',
  description:
    'DeFi positions of a wallet and the risk of the portfolio: score, warnings, sanctions screening, largest positions first. Needs an API key of the Pro plan. `notRead` and `totals.complete` say what could not be read: `knownGaps` what is never looked at: an empty list of positions is no proof that there are none. Costs 1 API request and 1 wallet scan.',
  input: z.strictObject({
    address: z
      .string()
      .min(1)
      .max(255)
      .describe('EVM, Solana or Tron address, or a name ending in .eth or .sol.'),
    limit: z.int().min(1).max(MAX_POSITIONS).default(5).describe('Most positions.'),
  }),
  output: z.object({
    ...walletScanResult.pick({
      address: true,
      resolvedFrom: true,
      portfolioScore: true,
      flags: true,
      totals: true,
      sanctions: true,
      riskSummary: true,
      knownGaps: true,
    }).shape,
    positionCount: z.int().min(0).describe('All positions that were found.'),
    positions: z.array(walletPosition).max(MAX_POSITIONS),
    notRead: z
      .array(shape.coverage.element.pick({ chain: true, status: true }).strip())
      .describe('Chains that were not read completely: positions there may be missing.'),
  }),
  run: async ({ address, limit }, api) => {
    const document = await api.get(`/v1/wallet/${pathPart(address)}`)
    const { coverage, positions, positionSource: _, ...rest } = walletDocument.parse(document).data
    return {
      ...rest,
      positionCount: positions.length,
      positions: positions.slice(0, limit),
      notRead: coverage
        .filter(({ status }) => status !== 'ok')
        .map(({ chain, status }) => ({ chain, status })),
    }
  },
})
