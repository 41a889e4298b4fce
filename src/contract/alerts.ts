import * as z from 'zod'
import { HOLDING_BASES, SHARE_KINDS } from '../domain/dependency.ts'
import { MAX_WATCHED } from './alert-limits.ts'
import { movedBy } from './changes.ts'
import * as f from './fields.ts'
import { riskLevel } from './risk-level.ts'
import { dimensionKey } from './score-metadata.ts'
import { whoElse } from './who-else.ts'

/** A protocol with this share of what it holds on another is sent the losses of the other. */
export const HIT_SHARE = 0.05
/** A share of what a protocol holds that has passed this is sent. */
export const PASSED_SHARE = 0.25
/** A dollar that is worth less has lost its peg. */
export const LOST_PEG = 0.97

const id = z.string().min(1).max(100)

/** A score that can be watched: the composite or one dimension. */
const watchedScore = z.enum(['composite', ...dimensionKey.options])

const threshold = z.strictObject({
  protocol: id,
  score: watchedScore,
  /** An alert is sent when the published score crosses this value, in either direction. */
  limit: f.score,
})

/** What a webhook subscribes to. */
export const watch = z.strictObject({
  /** Protocols whose level changes and incidents are sent; null for every protocol. */
  protocols: z.array(id).min(1).max(MAX_WATCHED).nullable(),
  levelChanges: f.boolean,
  incidents: f.boolean,
  /** A loss of what a watched protocol stands on, a dollar of its issuers that lost its peg, and shares that passed a quarter. Left out by earlier versions: not sent. */
  dependencies: f.boolean.optional(),
  thresholds: z.array(threshold).max(MAX_WATCHED),
})

const snapshot = z.strictObject({ id: f.text, day: f.day, methodology: f.text })
const reading = z.strictObject({ composite: f.score, riskLevel })
const protocol = z.strictObject({ id, name: f.text, page: z.url() })
const incident = z.strictObject({
  id: f.text,
  day: f.day,
  lossUsd: f.usdOrNull,
  cause: f.textOrNull,
  source: f.text,
})
/** Which signals moved the score since `before`, largest first; left out where their parts of it are not kept. */
const signals = z.array(movedBy).min(1).optional()
const kind = z.enum(SHARE_KINDS)
/** What a dollar was worth on a day, and how many pages of protocols agreed on it. */
const price = z.strictObject({ usd: z.number().min(0), day: f.day, pages: z.int().min(1) })

/** The `data` of each kind of alert, by its `type`. */
export const alert = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('protocol.level_changed'),
    /** ISO 8601, when the alert was made. The same for every attempt. */
    timestamp: f.instant,
    data: z.strictObject({
      ...{ protocol, from: reading, to: reading, before: snapshot, snapshot },
      signals,
    }),
  }),
  z.strictObject({
    type: z.literal('protocol.threshold_crossed'),
    timestamp: f.instant,
    data: z.strictObject({
      protocol,
      score: watchedScore,
      limit: f.score,
      from: f.score,
      to: f.score,
      before: snapshot,
      snapshot,
      signals,
    }),
  }),
  z.strictObject({
    type: z.literal('protocol.incident'),
    timestamp: f.instant,
    data: z.strictObject({
      protocol,
      incident,
      /** Who stood on it in the last snapshot before, the largest first; left out where no snapshot kept it. */
      whoElse: whoElse.optional(),
      snapshot,
    }),
  }),
  z.strictObject({
    type: z.literal('protocol.dependency_hit'),
    timestamp: f.instant,
    data: z.strictObject({
      protocol,
      /** The protocol with the loss. */
      on: protocol,
      kind,
      /** Share of what `protocol` held that stood on it in the last snapshot before the loss, and its day. */
      share: f.share,
      shareDay: f.day,
      incident,
      snapshot,
    }),
  }),
  z.strictObject({
    type: z.literal('protocol.dependency_lost_peg'),
    timestamp: f.instant,
    data: z.strictObject({
      protocol,
      /** The issuer, as in `/v1/dependencies/{id}/dependents`, and the symbol of its dollar. */
      on: z.strictObject({ id: f.text, name: f.text }),
      token: f.text,
      kind,
      /** Share of what `protocol` held in tokens of the issuer on the day of `from`. */
      share: f.share,
      limit: z.number(),
      from: price,
      to: price,
      snapshot,
    }),
  }),
  z.strictObject({
    type: z.literal('protocol.dependency_passed'),
    timestamp: f.instant,
    data: z.strictObject({
      protocol,
      /** An issuer, a bridge or a protocol, as in `/v1/dependencies/{id}/dependents`. */
      on: z.strictObject({ id: f.text, name: f.text }),
      kind,
      basis: z.enum(HOLDING_BASES),
      limit: f.share,
      from: f.share,
      to: f.share,
      snapshot,
    }),
  }),
  z.strictObject({
    type: z.literal('test'),
    timestamp: f.instant,
    data: z.strictObject({ message: f.text }),
  }),
])

/** What is posted to the address of a webhook before anything else. The receiver answers with the same text. */
export const challenge = z.strictObject({
  type: z.literal('webhook.challenge'),
  timestamp: f.instant,
  challenge: z.string().regex(/^[0-9a-f]{64}$/),
})

export type WebhookChallenge = z.infer<typeof challenge>
export type Watch = z.infer<typeof watch>
export type WatchedScore = z.infer<typeof watchedScore>
export type Alert = z.infer<typeof alert>
