import * as z from 'zod'
import { changes, changesDocument } from '../../contract/changes.ts'
import { addressOf } from '../ask-api.ts'
import { defineTool } from '../tool.ts'

const MAX_ROWS = 100
/** Signals of a move that are named. */
const MAX_SIGNALS = 2

const { shape } = changes
const move = shape.moves.element
const signal = move.shape.signals.unwrap().element

const shortMove = z.object({
  ...move.pick({ id: true, name: true, category: true, from: true, to: true, delta: true }).shape,
  because: z
    .array(signal.pick({ signal: true, exactDelta: true, reason: true }).strip())
    .max(MAX_SIGNALS)
    .describe('The signals that changed most.'),
})

export const listChanges = defineTool({
  name: 'list_changes',
  title: 'What changed',
  description:
    'Protocols whose published score moved since a day (by default a week before the newest snapshot), largest move first, with the signals that moved them; and protocols that gained or lost a score, appeared or left. Costs 1 API request.',
  input: z.strictObject({
    since: z.iso.date().optional().describe('Day, such as 2026-08-13.'),
    limit: z.int().min(1).max(MAX_ROWS).default(10).describe('Most rows of each list.'),
  }),
  output: z.object({
    from: shape.from.shape.day,
    to: shape.to.shape.day,
    comparedFrom: shape.to.shape.day
      .nullable()
      .describe('Day that `moves` compare with: since then the methodology is the same.'),
    methodChanges: z.int().min(0).describe('Changes of the methodology between the days.'),
    counts: shape.counts,
    moves: z.array(shortMove).max(MAX_ROWS),
    ...changes.pick({ scored: true, unscored: true, appeared: true, retired: true }).shape,
  }),
  run: async ({ since, limit }, api) => {
    const document = await api.get(addressOf('/v1/changes', { since, limit }))
    const { data } = changesDocument.parse(document)
    const { counts, scored, unscored, appeared, retired } = data
    return {
      from: data.from.day,
      to: data.to.day,
      comparedFrom: data.comparedFrom?.day ?? null,
      methodChanges: data.methodChanges.length,
      counts,
      moves: data.moves.map((one) =>
        shortMove.parse({ ...one, because: (one.signals ?? []).slice(0, MAX_SIGNALS) }),
      ),
      ...{ scored, unscored, appeared, retired },
    }
  },
})
