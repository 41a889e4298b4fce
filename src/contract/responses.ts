import * as z from 'zod'
import * as f from './fields.ts'
import { PROBLEMS } from './problems.ts'
import { listDocument, protocolSummary } from './protocol-summary.ts'
import { walletScanResult } from './wallet-scan.ts'

/** One row of the screener. */
export const screenerRow = protocolSummary
  .extend({
    creditRisk: f.scoreOrNull.describe('Credit risk, 0 to 10.'),
    counterpartyRisk: f.scoreOrNull.describe('Counterparty risk, 0 to 10.'),
    liquidityRisk: f.scoreOrNull.describe('Liquidity risk, 0 to 10.'),
    oracleRisk: f.scoreOrNull.describe('Oracle risk, 0 to 10.'),
    smartContractRisk: f.scoreOrNull.describe('Smart contract risk, 0 to 10.'),
    liquidityTrapRisk: f.scoreOrNull.describe('Liquidity trap risk, 0 to 10.'),
    assetShare: f.shareOrNull
      .optional()
      .describe(
        'Only with the filter `asset`: share of what the protocol holds that is in these tokens, of the day of its make-up. Null where only its markets are known to lend or take them.',
      ),
  })
  .describe('One row of the screener: the list row and the six dimension scores.')

export const screenerDocument = z
  .strictObject({
    success: z.literal(true),
    data: z.array(screenerRow).max(100),
    meta: listDocument.shape.meta,
  })
  .describe('One page of the screener.')

/** Health of the service and its current snapshot. */
export const health = z
  .strictObject({
    status: z
      .enum(['ok', 'stale'])
      .describe(
        '`ok`, or `stale` when the snapshot is older than twice the refresh interval. Without a snapshot the response is 503.',
      ),
    version: f.text.describe('Version of the service.'),
    snapshot: z
      .strictObject({
        id: f.text,
        asOf: f.day,
        ageSeconds: f.count,
        protocolCount: f.count,
      })
      .describe('The current snapshot and its age.'),
  })
  .describe('Health of the service.')

export const healthDocument = f
  .answer(health)
  .describe('Health of the service and its current snapshot.')

/** Usage of one key in the current calendar month. */
export const usageReport = z
  .strictObject({
    key_id: f.text.describe('Identifier of the key; not the key itself.'),
    plan: f.text.describe('Name of the plan, such as `free` or `pro`.'),
    period_start: f.instant.describe('Start of the month.'),
    period_end: f.instant.describe('End of the month.'),
    total_requests: f.count.describe('Requests so far.'),
    quota: f.count.describe('Requests that the plan includes in a month.'),
    quota_utilization_pct: z.number().min(0).describe('Percentage of the quota that is used.'),
    breakdown: z
      .strictObject({ protocols: f.count, wallet: f.count, screener: f.count, other: f.count })
      .describe('Requests by endpoint group.'),
  })
  .describe('Requests of one key in the current UTC calendar month.')

export const usageDocument = f.answer(usageReport).describe('Usage of the calling key.')

/** A wallet scan. */
export const walletDocument = f.answer(walletScanResult).describe('The result of a wallet scan.')

/** The envelope of every error. */
export const errorDocument = z
  .strictObject({
    success: z.literal(false),
    data: z.null(),
    error: z
      .strictObject({
        code: z
          .enum(Object.keys(PROBLEMS))
          .describe(
            'Later versions may give further codes: go by the status for one that is not known.',
          ),
        message: f.text,
        status: z.int().min(400).max(599),
        details: z
          .record(f.text, z.array(f.text))
          .optional()
          .describe(
            'What is wrong, by field. With `PROTOCOL_NOT_FOUND`, `suggestions` has ids that may be meant.',
          ),
        documentation: f.text.describe('Path on this site of the page about this error.'),
      })
      .describe('The error, as a code for programs and a sentence for people.'),
  })
  .describe('The envelope of every error.')

export type UsageDocument = z.infer<typeof usageDocument>

export type Health = z.infer<typeof health>
export type UsageReport = z.infer<typeof usageReport>
export type ScreenerRow = z.infer<typeof screenerRow>
