import type {
  ListQuery,
  PageMeta,
  ProtocolSummary,
  ScreenerQuery,
  ScreenerRow,
} from '../../client/index.ts'
import { earlierYear } from '../../domain/day.ts'
import { count, counted } from '../../domain/format.ts'
import { inactiveWord } from '../../domain/status.ts'
import { action, type CommandAnswer } from '../action.ts'
import { ASSUMED_NOTE, EITHER, levelCell, scoreText, UNKNOWN, usd } from '../text/figures.ts'
import { type TextColumn, table } from '../text/table.ts'
import type { View } from '../text/terminal.ts'
import { wrap } from '../text/width.ts'
import { nameRemarks } from './name-check.ts'

const DIMENSIONS = [
  ['Credit', 'credit'],
  ['Party', 'counterparty'],
  ['Liqu.', 'liquidity'],
  ['Oracle', 'oracle'],
  ['Code', 'smartContract'],
  ['Trap', 'liquidityTrap'],
] as const

export const listAction = action<ProtocolSummary[]>({
  ask: (client, { query }) => client.protocols.list(query as ListQuery),
  render: (answer, view) => rows(answer, columns(answer, view), view),
  asOf: newest,
  remarks,
})

export const screenerAction = action<ScreenerRow[]>({
  ask: (client, { query }) => client.screener(query as ScreenerQuery),
  render: (answer, view) => {
    const dimensions = DIMENSIONS.map(
      ([head, key]): TextColumn<ScreenerRow> => ({
        head,
        cell: (row) => dimension(row, key),
        align: 'right',
        leaves: 2,
      }),
    )
    const lines = rows(answer, [...columns(answer, view), ...dimensions], view)
    const notes = [
      ...(lines.some((line) => line.includes(EITHER))
        ? [`${EITHER} not applicable, or not known: get ID says which`]
        : []),
      ...(answer.data.some(({ assumedDimensions }) => assumedDimensions.length > 0)
        ? [ASSUMED_NOTE]
        : []),
    ]
    return [...lines, ...notes.flatMap((note) => wrap(note, view.columns))]
  },
  asOf: newest,
  remarks,
})

/** Names that the service does not know. */
async function remarks(...[client, input, answer]: Parameters<typeof nameRemarks>) {
  const { unknownIds = [], assets } = Object(answer.meta)
  const unknown = unknownIds.map((id: string) => `There is no protocol "${id}".`)
  return [...unknown, ...assetRemarks(assets), ...(await nameRemarks(client, input, answer))]
}

/** What a filter by asset could not see. */
function assetRemarks(assets: PageMeta['assets']): string[] {
  if (!assets) return []
  const { unknownNames, notKnown, partlyKnown } = assets
  return [
    ...unknownNames.map((name) => `No protocol is known to have "${name}".`),
    ...(notKnown + partlyKnown > 0
      ? [
          `Left out: ${counted(notKnown, 'protocol')} whose tokens are not known, and ${count(partlyKnown)} of which only a part is.`,
        ]
      : []),
  ]
}

function rows<Row extends ProtocolSummary>(
  { data, meta }: CommandAnswer<Row[]>,
  shown: TextColumn<Row>[],
  view: View,
): string[] {
  if (meta === undefined || meta.total === 0) return ['No protocol passes these filters.']
  const { page = 1, pageCount = 1, total = 0 } = meta
  if (data.length === 0)
    return [`There is no page ${page}: ${count(total)} rows fill ${pageCount}.`]
  const place =
    pageCount === 1
      ? `${count(total)} in all`
      : `Page ${page} of ${count(pageCount)}, ${count(total)} in all`
  return [...table(data, shown, view), place]
}

function columns<Row extends ProtocolSummary>(
  answer: CommandAnswer<Row[]>,
  view: View,
): TextColumn<Row>[] {
  const asOf = newest(answer) ?? ''
  return [
    { head: 'Id', cell: ({ id }) => ({ text: id, format: 'bold' }), least: 24 },
    { head: 'Name', cell: ({ name }) => name, least: 8, leaves: 3 },
    { head: 'Category', cell: ({ category }) => category ?? UNKNOWN, least: 8, leaves: 4 },
    { head: 'Chains', cell: ({ chains }) => chainText(chains), least: 8, leaves: 1 },
    {
      head: 'TVL',
      // With a filter by chain, that on the chain.
      cell: ({ tvlUsd, chainTvlUsd = tvlUsd, tvlAsOf }) => {
        const year = earlierYear(tvlAsOf, asOf)
        return year === null ? usd(chainTvlUsd) : `${usd(chainTvlUsd)} (${year})`
      },
      align: 'right',
      leaves: 5,
    },
    {
      head: 'Risk',
      cell: (row) => inactiveWord(row.status) ?? levelCell(row.compositeScore, row.riskLevel, view),
    },
  ]
}

function chainText([first = UNKNOWN, ...others]: string[]): string {
  return others.length === 0 ? first : `${first} +${others.length}`
}

function dimension(row: ScreenerRow, key: (typeof DIMENSIONS)[number][1]): string {
  const score = row[`${key}Risk`]
  if (score !== null) return scoreText(score, row.assumedDimensions.includes(key))
  return row.compositeScore === null ? UNKNOWN : EITHER
}

/** The newest day on which a row was scored. */
function newest({ data }: CommandAnswer<ProtocolSummary[]>): string | null {
  return data.reduce<string | null>(
    (latest, { scoredAt }) =>
      scoredAt !== null && (latest === null || scoredAt > latest) ? scoredAt : latest,
    null,
  )
}
