import * as z from 'zod'
import { PROBLEMS } from './problems.ts'
import { listDocument, protocolSummary } from './protocol-summary.ts'
import { walletScanResult } from './wallet-scan.ts'

const score = z.number().min(0).max(10)
const count = z.int().min(0)
const instant = z.iso.datetime()
const text = z.string()

/** One row of the screener. */
export const screenerRow = protocolSummary
  .extend({
    creditRisk: score.nullable().describe('Credit risk, 0 to 10.'),
    counterpartyRisk: score.nullable().describe('Counterparty risk, 0 to 10.'),
    liquidityRisk: score.nullable().describe('Liquidity risk, 0 to 10.'),
    oracleRisk: score.nullable().describe('Oracle risk, 0 to 10.'),
    smartContractRisk: score.nullable().describe('Smart contract risk, 0 to 10.'),
    liquidityTrapRisk: score.nullable().describe('Liquidity trap risk, 0 to 10.'),
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
    version: text.describe('Version of the service.'),
    snapshot: z
      .strictObject({
        id: text,
        asOf: z.iso.date(),
        ageSeconds: count,
        protocolCount: count,
      })
      .describe('The current snapshot and its age.'),
  })
  .describe('Health of the service.')

export const healthDocument = z
  .strictObject({ success: z.literal(true), data: health })
  .describe('Health of the service and its current snapshot.')

/** Usage of one key in the current calendar month. */
export const usageReport = z
  .strictObject({
    key_id: text.describe('Identifier of the key; not the key itself.'),
    plan: text.describe('Name of the plan, such as `free` or `pro`.'),
    period_start: instant.describe('Start of the month.'),
    period_end: instant.describe('End of the month.'),
    total_requests: count.describe('Requests so far.'),
    quota: count.describe('Requests that the plan includes in a month.'),
    quota_utilization_pct: z.number().min(0).describe('Percentage of the quota that is used.'),
    breakdown: z
      .strictObject({ protocols: count, wallet: count, screener: count, other: count })
      .describe('Requests by endpoint group.'),
  })
  .describe('Requests of one key in the current UTC calendar month.')

export const usageDocument = z
  .strictObject({ success: z.literal(true), data: usageReport })
  .describe('Usage of the calling key.')

/** A wallet scan. */
export const walletDocument = z
  .strictObject({ success: z.literal(true), data: walletScanResult })
  .describe('The result of a wallet scan.')

/** The envelope of every error. */
export const errorDocument = z
  .strictObject({
    success: z.literal(false),
    data: z.null(),
    error: z
      .strictObject({
        code: z.enum(Object.keys(PROBLEMS)),
        message: text,
        status: z.int().min(400).max(599),
        details: z
          .record(text, z.array(text))
          .optional()
          .describe(
            'What is wrong, by field. With `PROTOCOL_NOT_FOUND`, `suggestions` has ids that may be meant.',
          ),
        documentation: text.describe('Path on this site of the page about this error.'),
      })
      .describe('The error, as a code for programs and a sentence for people.'),
  })
  .describe('The envelope of every error.')

export type UsageDocument = z.infer<typeof usageDocument>

export type Health = z.infer<typeof health>
export type UsageReport = z.infer<typeof usageReport>
export type ScreenerRow = z.infer<typeof screenerRow>
