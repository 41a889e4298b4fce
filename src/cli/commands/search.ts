import type { SearchQuery, SearchRow } from '../../client/index.ts'
import { inactiveWord } from '../../domain/status.ts'
import { action } from '../action.ts'
import { levelCell, UNKNOWN, usd } from '../text/figures.ts'
import { table } from '../text/table.ts'

export const searchAction = action<SearchRow[]>({
  ask: (client, { operands: [text = ''], query }) => client.search(text, query as SearchQuery),
  render: ({ data }, view, { operands: [text] }) => {
    if (data.length === 0) return [`Nothing matches "${text}".`]
    return table(
      data,
      [
        { head: 'Id', cell: ({ id }) => ({ text: id, format: 'bold' }), least: 24 },
        { head: 'Name', cell: ({ name }) => name, least: 8, leaves: 2 },
        { head: 'Category', cell: ({ category }) => category ?? UNKNOWN, least: 8, leaves: 3 },
        { head: 'TVL', cell: ({ tvlUsd }) => usd(tvlUsd), align: 'right', leaves: 4 },
        {
          head: 'Risk',
          cell: (row) => inactiveWord(row.status) ?? levelCell(row.composite, row.riskLevel, view),
        },
        { head: 'Found by', cell: (row) => `${row.matched}, ${row.match}`, leaves: 1 },
      ],
      view,
    )
  },
  asOf: () => null,
})
