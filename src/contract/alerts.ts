import * as z from 'zod'
import { riskLevel } from './risk-level.ts'
import { dimensionKey } from './score-metadata.ts'

/** Webhooks of one account, protocols that one names, and thresholds that one watches. */
export const MAX_WEBHOOKS = 3
export const MAX_WATCHED = 50

const id = z.string().min(1).max(100)
const day = z.iso.date()
const score = z.number().min(0).max(10)

/** A score that can be watched: the composite or one dimension. */
const watchedScore = z.enum(['composite', ...dimensionKey.options])

const threshold = z.strictObject({
  protocol: id,
  score: watchedScore,
  /** An alert is sent when the published score crosses this value, in either direction. */
  limit: score,
})

/** What a webhook subscribes to. */
export const watch = z.strictObject({
  /** Protocols whose level changes and incidents are sent; null for every protocol. */
  protocols: z.array(id).min(1).max(MAX_WATCHED).nullable(),
  levelChanges: z.boolean(),
  incidents: z.boolean(),
  thresholds: z.array(threshold).max(MAX_WATCHED),
})

const snapshot = z.strictObject({ id: z.string(), day, methodology: z.string() })
const reading = z.strictObject({ composite: score, riskLevel })
const protocol = z.strictObject({ id, name: z.string(), page: z.url() })

/** The `data` of each kind of alert, by its `type`. */
export const alert = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('protocol.level_changed'),
    /** ISO 8601, when the alert was made. The same for every attempt. */
    timestamp: z.iso.datetime(),
    data: z.strictObject({ protocol, from: reading, to: reading, before: snapshot, snapshot }),
  }),
  z.strictObject({
    type: z.literal('protocol.threshold_crossed'),
    timestamp: z.iso.datetime(),
    data: z.strictObject({
      protocol,
      score: watchedScore,
      limit: score,
      from: score,
      to: score,
      before: snapshot,
      snapshot,
    }),
  }),
  z.strictObject({
    type: z.literal('protocol.incident'),
    timestamp: z.iso.datetime(),
    data: z.strictObject({
      protocol,
      incident: z.strictObject({
        id: z.string(),
        day,
        lossUsd: z.number().min(0).nullable(),
        cause: z.string().nullable(),
        source: z.string(),
      }),
      snapshot,
    }),
  }),
  z.strictObject({
    type: z.literal('test'),
    timestamp: z.iso.datetime(),
    data: z.strictObject({ message: z.string() }),
  }),
])

/** What is posted to the address of a webhook before anything else. The receiver answers with the same text. */
export const challenge = z.strictObject({
  type: z.literal('webhook.challenge'),
  timestamp: z.iso.datetime(),
  challenge: z.string().regex(/^[0-9a-f]{64}$/),
})

export type WebhookChallenge = z.infer<typeof challenge>
export type Watch = z.infer<typeof watch>
export type WatchedScore = z.infer<typeof watchedScore>
export type Alert = z.infer<typeof alert>
