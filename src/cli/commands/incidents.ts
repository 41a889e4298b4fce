import type { IncidentPage, IncidentRow, IncidentsQuery } from '../../client/index.ts'
import { count } from '../../domain/format.ts'
import { action } from '../action.ts'
import { levelCell, UNKNOWN, usd } from '../text/figures.ts'
import { table } from '../text/table.ts'
import { wrap } from '../text/width.ts'
import { nameRemarks } from './name-check.ts'

type Meta = IncidentPage['meta']

export const incidentsAction = action<IncidentRow[]>({
  ask: (client, { query }) => client.incidents(query as IncidentsQuery),
  render: ({ data, meta }, view) => {
    const { total = 0, page = 1, pageCount = 1 } = meta ?? {}
    if (total === 0) return ['No recorded loss passes these filters.']
    if (data.length === 0)
      return [`There is no page ${page}: ${count(total)} rows fill ${pageCount}.`]
    const lines = table(
      data,
      [
        { head: 'Day', cell: ({ day }) => day },
        {
          head: 'Protocol',
          cell: ({ protocol, name }) => ({ text: protocol?.id ?? `(${name})`, format: 'bold' }),
          least: 16,
        },
        { head: 'Chains', cell: ({ chains }) => chains.join(', ') || UNKNOWN, least: 8, leaves: 2 },
        { head: 'Loss', cell: ({ lossUsd }) => usd(lossUsd), align: 'right' },
        { head: 'Class', cell: ({ causeClass }) => causeClass },
        { head: 'Cause', cell: ({ cause }) => cause ?? UNKNOWN, least: 12, leaves: 1 },
        { head: 'Before', cell: (row) => before(row, view), leaves: 3 },
        { head: 'Basis', cell: ({ scoreBefore }) => basis(scoreBefore), leaves: 4 },
      ],
      view,
    )
    const notes = data.some(({ protocol }) => protocol === null)
      ? ['In brackets: of no protocol in the list.']
      : []
    const place =
      pageCount === 1
        ? `${count(total)} in all`
        : `Page ${page} of ${count(pageCount)}, ${count(total)} in all`
    return [...lines, place, ...notes.flatMap((note) => wrap(note, view.columns))]
  },
  asOf: ({ meta }) => (meta as Meta | undefined)?.incidentsAsOf ?? null,
  remarks: async (client, input, answer) => [
    ...((answer.meta as Meta | undefined)?.unknownIds ?? []).map(
      (id) => `No protocol has the id "${id}": search TEXT finds ids.`,
    ),
    ...(await nameRemarks(client, input, answer)),
  ],
})

function before({ scoreBefore }: IncidentRow, view: Parameters<typeof levelCell>[2]) {
  return levelCell(scoreBefore?.composite ?? null, scoreBefore?.riskLevel ?? null, view)
}

function basis(score: IncidentRow['scoreBefore']): string {
  return score === null ? '' : `${score.basis}, ${score.day}`
}
