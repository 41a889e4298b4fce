import * as z from 'zod'
import { type Changes, changesDocument, type Move } from '../../contract/changes.ts'
import { COMPARED_REASONS } from '../../domain/compared.ts'
import { addressOf } from '../ask-api.ts'
import { defineTool } from '../tool.ts'

const MAX_ROWS = 50
/** Signals of a move that are named. */
const MAX_SIGNALS = 2

export const listChanges = defineTool({
  name: 'list_changes',
  title: 'What changed',
  description:
    'Protocols whose published score moved since a day (default: a week before the newest snapshot), largest move first, with the signals that moved them; and protocols that gained or lost a score, appeared or left.',
  input: z.strictObject({
    since: z.iso.date().optional(),
    limit: z.int().min(1).max(MAX_ROWS).default(10).describe('Rows of each list.'),
  }),
  run: async ({ since, limit }, api) => {
    const document = await api.get(addressOf('/v1/changes', { since, limit }))
    const { data } = changesDocument.parse(document)
    const { moves, scored, unscored, appeared, retired } = data
    return {
      ...daysOf(data),
      counts: countsOf(data),
      moves: moves.map(({ id, name, category, from, to, delta, signals }) => ({
        ...{ id, name, category, from, to, delta },
        because: (signals ?? []).slice(0, MAX_SIGNALS).map(partOf),
      })),
      ...{ scored, unscored, appeared, retired },
    }
  },
})

/** Null for what is not known: where nothing was compared, zeros would read as if nothing had moved. */
function countsOf({ counts, comparedFrom, reason }: Changes) {
  if (reason === 'none-before') return null
  const { scored, unscored, appeared, retired } = counts
  return comparedFrom === null
    ? { moved: null, unchanged: null, scored, unscored, appeared, retired }
    : counts
}

/** What is compared. Moves compare with `comparedFrom`: since then the methodology is the same. */
export function daysOf({ from, to, comparedFrom, methodChanges, reason }: Changes) {
  return {
    ...{ from: from.day, to: to.day, comparedFrom: comparedFrom?.day ?? null },
    ...(reason && { reason: COMPARED_REASONS[reason] }),
    methodChanges: methodChanges.length,
  }
}

function partOf({ signal, exactDelta, reason }: NonNullable<Move['signals']>[number]) {
  return { signal, exactDelta, reason }
}
