import type { Changes, ChangesQuery } from '../../client/index.ts'
import { COMPARED_REASONS } from '../../domain/compared.ts'
import { count, counted, points } from '../../domain/format.ts'
import { action } from '../action.ts'
import { levelFormat, levelWord, signed } from '../text/figures.ts'
import { section } from '../text/section.ts'
import { table } from '../text/table.ts'
import { paint, type View } from '../text/terminal.ts'
import { wrap } from '../text/width.ts'

type Move = Changes['moves'][number]
type Reading = Move['from']

export const changesAction = action<Changes>({
  ask: async (client, { query }) => ({ data: await client.changes(query as ChangesQuery) }),
  render: ({ data }, view) => [
    ...heading(data, view),
    ...moves(data, view),
    ...others(data, view),
    ...inNone(data, view),
  ],
  asOf: ({ data }) => data.to.day,
})

function heading(
  { from, to, comparedFrom, counts, methodChanges, reason }: Changes,
  view: View,
): string[] {
  const { moved, riskier, safer, levelChanges, notAnnounced, unchanged } = counts
  const sums = `${count(moved)} moved: ${count(riskier)} riskier, ${count(safer)} safer, ${count(levelChanges)} to another level. ${count(unchanged)} did not move.${notAnnounced ? ` ${count(notAnnounced)} moved too little to be announced.` : ''}`
  const methods = methodChanges.map(
    ({ before, after, rescored }) =>
      `The method changed from ${before.methodology} to ${after.methodology} on ${after.day}, for ${counted(rescored, 'score')}.`,
  )
  const since =
    comparedFrom === null
      ? 'No earlier snapshot by the same method is among those that are compared, so no moves can be shown.'
      : comparedFrom.day === from.day
        ? null
        : `Moves are compared with ${comparedFrom.day}, the first day of the same method.`
  // One that a later version of the service may give is passed over.
  const why = reason && COMPARED_REASONS[reason]
  return [
    paint(view, 'bold', `From ${from.day} to ${to.day}`),
    // Where nothing was compared, zeros would read as if nothing had moved.
    ...[why ?? [], comparedFrom === null ? [] : sums, methods, since ?? []]
      .flat()
      .flatMap((line) => wrap(line, view.columns)),
  ]
}

/** Ids that were asked for and are in no list. */
function inNone({ inNone: ids = [] }: Changes, view: View): string[] {
  if (ids.length === 0) return []
  const text = `Not announced as moved, or not an id: ${ids.join(', ')}`
  return ['', ...wrap(text, view.columns)]
}

function moves({ moves, counts }: Changes, view: View): string[] {
  if (moves.length === 0) return []
  const lines = table(
    moves,
    [
      { head: 'Id', cell: ({ id }) => ({ text: id, format: 'bold' }), least: 24 },
      { head: 'Name', cell: ({ name }) => name, least: 8, leaves: 2 },
      { head: 'From', cell: ({ from }) => reading(from), leaves: 3 },
      {
        head: 'To',
        cell: ({ to }) => ({ text: `→ ${reading(to)}`, format: levelFormat(to.riskLevel) }),
      },
      { head: 'Change', cell: ({ delta }) => signed(delta), align: 'right' },
      { head: 'Largest reason', cell: largestReason, least: 20, leaves: 1 },
    ],
    view,
  )
  return ['', ...lines, ...rest(moves.length, counts.moved)]
}

function reading({ composite, riskLevel }: Reading): string {
  return `${points(composite)} ${levelWord(riskLevel)}`
}

function largestReason({ signals }: Move): string {
  const [first] = signals ?? []
  if (!first) return 'not recorded'
  return first.reason ?? `${first.signal} no longer applies`
}

function others(changes: Changes, view: View): string[] {
  const { scored, unscored, appeared, retired, counts } = changes
  return [
    ...section(
      'Scored for the first time',
      [
        ...scored.map(({ id, to }) => `${id}: ${reading(to)}`),
        ...rest(scored.length, counts.scored),
      ],
      view,
    ),
    ...section(
      'No longer with enough data',
      [
        ...unscored.map(
          ({ id, from, reasons }) => `${id}: was ${reading(from)}. ${reasons.join(' ')}`,
        ),
        ...rest(unscored.length, counts.unscored),
      ],
      view,
    ),
    ...section(
      'New',
      [
        ...appeared.map(
          ({ id, to, relisted }) =>
            `${id}: ${to === null ? 'without a score' : reading(to)}${relisted ? ', the same protocol under a new id' : ''}`,
        ),
        ...rest(appeared.length, counts.appeared),
      ],
      view,
    ),
    ...section(
      'No longer listed',
      [
        ...retired.map(({ id, day, reason }) => `${id}: since ${day} (${reason})`),
        ...rest(retired.length, counts.retired),
      ],
      view,
    ),
  ]
}

/** How many are not shown; `--limit` shows more. */
function rest(shown: number, all: number): string[] {
  return all > shown ? [`… and ${count(all - shown)} more: --limit ${Math.min(250, all)}`] : []
}
