import * as z from 'zod'
import { COMPARED_REASONS, type ComparedReason } from '../domain/compared.ts'
import { COMPARED_DAYS, RETIRED_REASONS } from '../domain/past.ts'
import { BASES } from '../domain/score.ts'
import * as f from './fields.ts'
import { MAX_CHANGES } from './query.ts'
import { riskLevel } from './risk-level.ts'
import { dimensionKey } from './score-metadata.ts'

const points = z.number().min(-10).max(10)

/** Signals of a move that are named; the others are summed. */
export const MAX_SIGNALS = 5

const snapshot = z
  .strictObject({
    id: f.text.describe('Identifier of the snapshot.'),
    day: f.day.describe('Day of the snapshot.'),
    methodology: f.text.describe('Version of the methodology that scored it.'),
  })
  .describe('A published snapshot.')

const reading = z
  .strictObject({
    composite: f.score.describe('As published, to one decimal.'),
    riskLevel,
  })
  .describe('A published score and its level.')

const named = {
  id: f.text.describe("The protocol's identifier: its current slug."),
  name: f.text.describe('The display name.'),
  category: f.textOrNull.describe('Category of the protocol.'),
}

const signalMove = z
  .strictObject({
    signal: f.text.describe('Name of the signal, or of the floor.'),
    kind: z.enum(['signal', 'floor']).describe('Whether it is a signal or a floor.'),
    dimension: dimensionKey.describe('The dimension it belongs to.'),
    exactDelta: points.describe('Change of what it adds to the composite; positive is riskier.'),
    basis: z
      .enum(BASES)
      .nullable()
      .describe('Basis of its value now. Null when it no longer applies.'),
    basisBefore: z
      .enum(BASES)
      .nullable()
      .describe('Basis of its value then. Null when it did not apply.'),
    reason: f.textOrNull.describe(
      'What it says now, as a sentence. Null when it no longer applies.',
    ),
  })
  .describe('A signal or floor whose part of the composite changed.')

/** A signal or floor that moved a score, in short: the largest of one first. Null for a reason where the change was too small to be announced. */
export const movedBy = signalMove.pick({
  ...{ signal: true, kind: true, dimension: true, exactDelta: true, reason: true },
})

export type MovedBy = z.infer<typeof movedBy>

const move = z
  .strictObject({
    ...named,
    from: reading,
    to: reading,
    delta: points.describe('`to` minus `from`, as published; positive is riskier.'),
    exactDelta: points.describe('The change in full precision.'),
    levelChanged: f.boolean.describe(
      'Whether another level was announced in between. A level is announced when the composite is 0.2 beyond its limit, or 0.05 beyond it in three snapshots in a row.',
    ),
    redistributed: z
      .array(dimensionKey)
      .describe(
        'Dimensions that are scored on one of the two days only. Their weight moves to or from the others, so that every signal changes.',
      ),
    signals: z
      .array(signalMove)
      .min(1)
      .max(MAX_SIGNALS)
      .nullable()
      .describe(
        'The largest changes, largest first; at least one. Null when the contributions of the earlier snapshot are not kept.',
      ),
    otherSignals: points
      .nullable()
      .describe(
        'Sum of all other changes: with `signals` it adds up to `exactDelta`. Null like `signals`.',
      ),
    signalsMissing: z
      .enum(['not-kept'])
      .nullable()
      .describe(
        'Why `signals` is null: `not-kept`, the contributions of the earlier snapshot are not kept any more.',
      ),
  })
  .describe(
    'A protocol whose published score differs between the two days, and of which another score was announced in between: one whose exact value is 0.1 or more from the last announced one.',
  )

const methodChange = z
  .strictObject({
    before: snapshot,
    after: snapshot,
    rescored: f.count.describe('Protocols with a score in both.'),
    levelChanges: f.count.describe('Of these, protocols with another level.'),
    meanDelta: points.nullable().describe('Mean change of their scores. Null without any.'),
  })
  .describe(
    'Two consecutive snapshots by different versions of the methodology. What the method changed and what the facts changed cannot be separated.',
  )

const gone = z
  .strictObject({
    ...named,
    day: f.day.describe('Day of the first snapshot without it.'),
    reason: z.enum(RETIRED_REASONS).describe('Why it left.'),
  })
  .describe('A protocol that is no longer listed.')

export const changes = z
  .strictObject({
    from: snapshot,
    to: snapshot,
    comparedFrom: snapshot
      .nullable()
      .describe(
        'The first snapshot from `from` on by the methodology of `to`. `moves` compares with it, so that no change of method is mixed with a change of facts. Null when there is none before `to`.',
      ),
    methodChanges: z.array(methodChange).describe('Changes of method from `from` to `to`.'),
    counts: z
      .strictObject({
        moved: f.count.describe('Protocols that moved, as in `moves`.'),
        riskier: f.count.describe('Of these, riskier.'),
        safer: f.count.describe('Of these, safer.'),
        levelChanges: f.count.describe('Of these, with another announced level.'),
        notAnnounced: f.count.describe(
          'Protocols whose published score differs by less than is announced, such as one that crossed a rounding limit.',
        ),
        unchanged: f.count.describe('Protocols with the same published score.'),
        scored: f.count.describe('Protocols that have a score now and had none.'),
        unscored: f.count.describe('Protocols that had a score and have none now.'),
        appeared: f.count.describe('Protocols that were not listed.'),
        retired: f.count.describe('Protocols that are no longer listed.'),
      })
      .describe('Sizes of the whole lists.'),
    moves: f
      .list(move, MAX_CHANGES)
      .describe('Moves between `comparedFrom` and `to`, largest first.'),
    scored: f
      .list(
        z.strictObject({ ...named, to: reading }).describe('A protocol with a first score.'),
        MAX_CHANGES,
      )
      .describe('Listed in `from` without a score, and scored now.'),
    unscored: f
      .list(
        z
          .strictObject({ ...named, from: reading, reasons: z.array(f.text) })
          .describe('A protocol without enough data now.'),
        MAX_CHANGES,
      )
      .describe('Scored in `from`, and without enough data now.'),
    appeared: f
      .list(
        z
          .strictObject({
            ...named,
            to: reading.nullable(),
            relisted: z
              .literal(true)
              .optional()
              .describe(
                'Only where a protocol with the same slug, and the same name, category or a chain, left in the same time: the same protocol, which DefiLlama lists under a new id. Its history begins again, and it is not in `retired`.',
              ),
          })
          .describe('A new protocol.'),
        MAX_CHANGES,
      )
      .describe('Not listed in `from`.'),
    retired: f
      .list(gone, MAX_CHANGES)
      .describe(
        'Listed in `from`, and not listed now. Left out are those whose last record is not kept, and those whose id another protocol has now.',
      ),
    reason: z
      .enum(Object.keys(COMPARED_REASONS) as [ComparedReason, ...ComparedReason[]])
      .optional()
      .describe(
        `Only where another day than \`since\` is compared, or nothing can have moved. \`before-first\`: \`since\`, or a week before, is before the first snapshot that is compared, which is taken. \`none-after\`: no snapshot is newer than \`since\`. \`none-before\`: no earlier snapshot is of the last ${COMPARED_DAYS} days, which are those that are compared, so what changed is not known; \`/v1/protocols/{id}/history\` may have it.`,
      ),
    inNone: z
      .array(f.text)
      .optional()
      .describe(
        'Only with the parameter `ids`: those of them that are in none of the lists. They did not move by what is announced, or no protocol has this id now.',
      ),
  })
  .describe('What changed between two published snapshots.')

/** `changes/{day}.json`: the newest snapshot against one of a day; also the response of `GET /v1/changes`. */
export const changesDocument = f
  .answer(changes)
  .describe('What changed between two published snapshots.')

/**
 * `changes/{day}/{n}.json`: the rows that the comparison of a day leaves out because its lists are full, of the ids from the first of this
 * block up to that of the next. Blocks are read for single ids only.
 */
export const changesBlock = changes.pick({
  moves: true,
  scored: true,
  unscored: true,
  appeared: true,
  retired: true,
})

/** `changes.json`: the snapshots that the newest is compared with. */
export const changesIndex = z.strictObject({
  to: snapshot,
  /** Days with a document, ascending; the last is that of the newest snapshot, in which nothing has changed. */
  days: z.array(f.day).min(1),
  /** Days of the snapshot before, and of those at or before a week and 30 days ago. The oldest one where there is none. */
  previous: f.day,
  week: f.day,
  month: f.day,
  /** By day, the first id of each block, ascending. Days whose lists are complete have none. Left out by earlier versions. */
  blocks: z.record(f.day, z.array(f.text)).optional(),
})

/** Moves of one step that `steps.json` names. */
export const MAX_STEP_MOVES = 100

/** Signals that the cause of a step's move names. */
export const MAX_STEP_CAUSES = 2

const stepMove = z.strictObject({
  ...named,
  /** The score that was announced before, as published on the day `since`. */
  from: reading,
  to: reading,
  since: f.day,
  /** The change since then in full precision; positive is riskier. */
  exactDelta: points,
  /** Whether another level was announced with it. */
  levelChanged: f.boolean,
  /** What changed most since a day on or after `since`; null when no contributions are kept. */
  cause: z
    .strictObject({
      since: f.day,
      signals: z
        .array(signalMove.pick({ signal: true, kind: true, dimension: true, exactDelta: true }))
        .min(1)
        .max(MAX_STEP_CAUSES),
    })
    .nullable(),
})

/** `steps.json`: the moves that were announced with each snapshot of the last days, newest first, for feeds. */
export const stepList = z.array(
  z.strictObject({
    from: snapshot,
    to: snapshot,
    /** Empty where the methodology differs. Largest first. */
    moves: z.array(stepMove).max(MAX_STEP_MOVES),
    /** Moves with those that are cut off. Left out by earlier versions. */
    moved: f.count.optional(),
  }),
)

export type StepList = z.infer<typeof stepList>
export type Changes = z.infer<typeof changes>
export type ChangesDocument = z.infer<typeof changesDocument>
export type ChangesBlock = z.infer<typeof changesBlock>
export type ChangesIndex = z.infer<typeof changesIndex>
export type Move = Changes['moves'][number]
