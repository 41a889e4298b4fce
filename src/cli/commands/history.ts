import type { HistoryQuery, ProtocolHistory } from '../../client/index.ts'
import { points } from '../../domain/format.ts'
import { action } from '../action.ts'
import { levelCell, UNKNOWN, usd } from '../text/figures.ts'
import { table } from '../text/table.ts'
import { paint } from '../text/terminal.ts'
import { wrap } from '../text/width.ts'

export const historyAction = action<ProtocolHistory>({
  ask: async (client, { operands: [id = ''], query }) => ({
    data: await client.protocols.history(id, query as HistoryQuery),
  }),
  render: ({ data: { id, name, points: all, retired } }, view, { query: { since } }) => {
    const title = `${paint(view, 'bold', name)} (${id})`
    const gone =
      retired === null
        ? []
        : wrap(`No longer listed since ${retired.day} (${retired.reason}).`, view.columns)
    const none =
      since === undefined ? 'No score has been published yet.' : `No score since ${since}.`
    if (all.length === 0) return [title, ...gone, none]
    const newestFirst = [...all].reverse()
    const lines = table(
      newestFirst,
      [
        { head: 'Day', cell: ({ day }) => day },
        { head: 'Risk', cell: ({ composite, riskLevel }) => levelCell(composite, riskLevel, view) },
        {
          head: 'Range',
          cell: ({ range }) =>
            range === null ? UNKNOWN : `${points(range.low)} to ${points(range.high)}`,
          leaves: 2,
        },
        { head: 'TVL', cell: ({ tvlUsd }) => usd(tvlUsd), align: 'right', leaves: 3 },
        {
          head: 'Method',
          cell: ({ methodology, basis }) => (basis ? `${methodology}, ${basis}` : methodology),
          leaves: 1,
        },
      ],
      view,
    )
    const methods = new Set(all.map(({ methodology }) => methodology))
    const notes = [
      methods.size > 1 ? 'Scores by different methods are not comparable.' : [],
      all.some(({ basis }) => basis)
        ? wrap(
            'Back-tested: not published on that day but computed afterwards, from what was known on it.',
            view.columns,
          )
        : [],
    ]
    return [title, ...gone, ...lines, ...notes.flat()]
  },
  asOf: ({ data }) => data.points.at(-1)?.day ?? null,
})
