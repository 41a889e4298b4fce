import * as z from 'zod'
import { mapDimensionColumns } from '../domain/dimension.ts'
import { listDocument, protocolSummary } from './documents.ts'
import { PROBLEMS } from './problems.ts'
import { walletScanResult } from './wallet-scan.ts'

const score = z.number().min(0).max(10)
const count = z.int().min(0)
const instant = z.iso.datetime()
const text = z.string()

/** One row of the screener (interface, "ScreenerRow"). */
export const screenerRow = protocolSummary.extend(mapDimensionColumns(() => score.nullable()))

export const screenerDocument = z.strictObject({
  success: z.literal(true),
  data: z.array(screenerRow).max(100),
  meta: listDocument.shape.meta,
})

/** `stale`: the snapshot is older than twice the time after which the next one was due. */
export const HEALTH = ['ok', 'stale'] as const

/** That the service answers, and which snapshot it serves. */
export const health = z.strictObject({
  status: z.enum(HEALTH),
  version: text,
  snapshot: z.strictObject({
    id: text,
    asOf: z.iso.date(),
    ageSeconds: count,
    protocolCount: count,
  }),
})

export const healthDocument = z.strictObject({ success: z.literal(true), data: health })

/** Usage of one key in the current calendar month (interface, "UsageReport"). */
export const usageReport = z.strictObject({
  key_id: text,
  plan: text,
  period_start: instant,
  period_end: instant,
  total_requests: count,
  quota: count,
  quota_utilization_pct: z.number().min(0),
  breakdown: z.strictObject({ protocols: count, wallet: count, screener: count, other: count }),
})

export const usageDocument = z.strictObject({ success: z.literal(true), data: usageReport })

/** A wallet scan (interface, "Wallet scan result"). */
export const walletDocument = z.strictObject({ success: z.literal(true), data: walletScanResult })

/** The envelope of every error (interface, "Response envelopes"). */
export const errorDocument = z.strictObject({
  success: z.literal(false),
  data: z.null(),
  error: z.strictObject({
    code: z.enum(Object.keys(PROBLEMS)),
    message: text,
    status: z.int().min(400).max(599),
    details: z.record(text, z.array(text)).optional(),
  }),
})

export type ScreenerDocument = z.infer<typeof screenerDocument>
export type HealthDocument = z.infer<typeof healthDocument>
export type UsageDocument = z.infer<typeof usageDocument>
export type WalletDocument = z.infer<typeof walletDocument>

export type ScreenerRow = z.infer<typeof screenerRow>
