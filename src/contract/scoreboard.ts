import * as z from 'zod'
import * as f from './fields.ts'
import { riskLevel } from './risk-level.ts'

const usd = z.number().nonnegative()

/** A figure with its 95 % interval; null where there is nothing to compute it from. */
const estimate = z.strictObject({
  value: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
})

/** Why an event is a miss: it scored below half of comparable protocols, or its level was low or very low. */
export const MISSES = ['below-half', 'low-level'] as const

const event = z.strictObject({
  /** Id of the incident, as in the document of the protocol. */
  incident: f.text,
  /** Slug of the protocol; the id of its document, if it still has one. */
  protocol: f.text,
  name: f.text,
  /** Day of the loss. */
  day: f.day,
  /** Day on which the incident was first read. */
  knownOn: f.day,
  /** Gross, in US dollars. */
  lossUsd: usd.nullable(),
  returnedUsd: usd.nullable(),
  /** TVL that the loss is compared with, and its day: two days before the loss, or the day of the prediction. */
  tvlUsd: usd.nullable(),
  tvlOn: f.dayOrNull,
  /** Loss divided by TVL, at most 1. */
  lossShare: f.shareOrNull,
  /** A loss of at least a tenth of TVL. */
  severe: f.boolean,
  /** Id of the snapshot that predicted it, its day, and the version of the methodology. */
  snapshot: f.text,
  scoredOn: f.day,
  methodology: f.text,
  /** As published on that day. */
  composite: f.score,
  level: riskLevel,
  /** Share of the comparable protocols that it scored above; ties count half. Null without any. */
  above: f.shareOrNull,
  comparable: f.count,
  missed: z.array(z.enum(MISSES)),
  /** Day of the snapshot that first had this event. What it says of loss, TVL, share and miss stays as it was then. */
  publishedOn: f.day.optional(),
  /** What the sources say now, where that differs from what was published. */
  correction: z
    .strictObject({
      day: f.day,
      lossUsd: usd.nullable(),
      returnedUsd: usd.nullable(),
      tvlUsd: usd.nullable(),
      lossShare: f.shareOrNull,
    })
    .optional(),
  /** Day since which the source does not list the incident any more. */
  unlistedSince: f.day.optional(),
})

const unscored = z.strictObject({
  incident: f.text,
  name: f.text,
  day: f.day,
  lossUsd: usd.nullable(),
  unlistedSince: f.day.optional(),
})

const level = z.strictObject({
  level: riskLevel,
  /** Years during which a protocol had this level, summed over protocols. */
  protocolYears: z.number().nonnegative(),
  events: f.count,
  severe: f.count,
  /** Sum of the known losses. */
  lossUsd: usd,
  /** Events for each protocol-year, with the exact Poisson interval. */
  perYear: estimate,
})

/** `scoreboard.json`: the published scores held against the losses that followed. */
export const scoreboard = z.strictObject({
  format: z.literal(1),
  /** The snapshot that this document was made with. */
  snapshot: z.strictObject({ id: f.text, asOf: f.day, methodology: f.text, origin: f.text }),
  /** Day of the incident list; null when none has been read. */
  incidentsAsOf: f.dayOrNull,
  /** False for the sample and for recordings, which were not published before the losses. */
  registered: f.boolean,
  /** A sentence: how many events there are, and of how many. */
  status: f.text,
  /** Events before which no figure is given. */
  eventsNeeded: f.count,
  /** Earlier snapshots, by the methodology that scored them, oldest version first. */
  predictions: z.array(
    z.strictObject({
      methodology: f.text,
      snapshots: f.count,
      firstDay: f.day,
      lastDay: f.day,
      events: f.count,
    }),
  ),
  /** Earlier snapshots that were withdrawn after they were published, oldest first, each with the reason. No loss is held against them. */
  withdrawn: z.array(
    z.strictObject({
      snapshot: f.text,
      day: f.day,
      methodology: f.text,
      droppedOn: f.day,
      reason: f.text,
    }),
  ),
  /** Losses of protocols with a published score, oldest first. */
  events: z.array(event),
  /** Losses of protocols that had no published score in the newest snapshot before them. */
  unscored: z.array(unscored),
  /** Losses that one reading has so far: they are in no count and no figure before a second one has them. Left out without any. */
  pending: z.strictObject({ events: z.array(event), unscored: z.array(unscored) }).optional(),
  /** Losses in the same time that match no protocol of the registry. */
  unmatched: f.count,
  /** Null until there are `eventsNeeded` events. */
  figures: z
    .strictObject({
      /** Size-matched AUC: 0.5 is chance. `severe` is null until there are `eventsNeeded` severe events. */
      auc: z.strictObject({ any: estimate, severe: estimate.nullable() }),
      /** Events that have comparable protocols, and their families. */
      compared: f.count,
      families: f.count,
      resamples: f.count,
      seed: z.int(),
      levels: z.array(level),
    })
    .nullable(),
})

export type Scoreboard = z.infer<typeof scoreboard>
export type ScoreboardEvent = Scoreboard['events'][number]
export type ScoreboardFigures = NonNullable<Scoreboard['figures']>
