import * as z from 'zod'
import { type Changes, changesDocument } from '../../contract/changes.ts'
import { historyDocument } from '../../contract/history.ts'
import { addressOf, pathPart } from '../ask-api.ts'
import { documentOf } from '../suggest.ts'
import { defineTool } from '../tool.ts'
import { daysOf } from './list-changes.ts'

/** Days of the history that show the way. */
const MAX_POINTS = 8

export const explainChange = defineTool({
  name: 'explain_change',
  title: 'Why a score changed',
  description:
    'What changed for one protocol since a day (default: a week before the newest snapshot): the announced move with every signal behind it, or that there was none, and its scores by day.',
  input: z.strictObject({
    id: z.string().min(1).max(200),
    since: z.iso.date().optional(),
  }),
  run: async ({ id, since }, api) => {
    const path = `/v1/protocols/${pathPart(id)}/history`
    const { data: history } = historyDocument.parse(await documentOf(id, path, api))
    // A former id works above, and not as one of `ids`.
    const address = addressOf('/v1/changes', { since, ids: history.id })
    const { data } = changesDocument.parse(await api.get(address))
    const { moves, scored, unscored, appeared, retired } = data
    const points = history.points.filter(({ day }) => day >= data.from.day)
    const [move] = moves
    return {
      ...{ id: history.id, name: history.name, ...daysOf(data) },
      found: appeared[0]?.relisted
        ? 'DefiLlama lists it under a new id, so its history begins again.'
        : sentenceOf({ move: moves, scored, unscored, appeared, retired }, data),
      ...(move && { move }),
      ...(unscored[0] && { noLongerScoredBecause: unscored[0].reasons }),
      ...(retired[0] && { retired: retired[0] }),
      pointCount: points.length,
      points: points
        .slice(-MAX_POINTS)
        .map(({ day, composite, riskLevel, methodology, basis }) => ({
          ...{ day, composite, riskLevel, methodology },
          ...(basis && { basis }),
        })),
    }
  },
})

/** In which list of changes it is, in a sentence. */
function sentenceOf(
  { move, scored, unscored, appeared, retired }: Record<string, readonly unknown[]>,
  { comparedFrom, reason }: Changes,
): string {
  if (retired?.length) return 'It is no longer listed.'
  if (appeared?.length) return 'It was not listed before.'
  if (unscored?.length) return 'It lost its score.'
  if (scored?.length) return 'It has a first score.'
  if (move?.length) return 'Its score moved.'
  if (reason === 'none-before') return 'Not known: there is no earlier snapshot to compare with.'
  return comparedFrom === null
    ? 'No earlier snapshot by the same methodology is among those that are compared, so no change of its score can be named.'
    : 'No change of its score was announced: it did not move, or by too little.'
}
