import * as z from 'zod'
import { walletDocument } from '../../contract/responses.ts'
import type { WalletApprovals } from '../../contract/wallet-approvals.ts'
import { pathPart } from '../ask-api.ts'
import { defineTool } from '../tool.ts'

const MAX_POSITIONS = 50
/** Failed protocols that are named for a chain: one that could not be read has a hundred. */
const MAX_FAILED = 10

export const scanWallet = defineTool({
  name: 'scan_wallet',
  title: 'Scan a wallet',
  description:
    'DeFi positions of a wallet and the risk of the portfolio: score, warnings, sanctions, largest positions first. Needs a key of the Pro plan. `notRead` says what could not be read, `knownGapCount` how much is never looked at: no position is no proof. Costs 1 wallet scan.',
  input: z.strictObject({
    address: z
      .string()
      .min(1)
      .max(255)
      .describe('EVM, Solana or Tron address, or a name in .eth or .sol.'),
    limit: z.int().min(1).max(MAX_POSITIONS).default(5),
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
