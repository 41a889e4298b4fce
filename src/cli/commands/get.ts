import type { ProtocolDetail } from '../../client/index.ts'
import { counted, points } from '../../domain/format.ts'
import { inactiveWord } from '../../domain/status.ts'
import { action } from '../action.ts'
import {
  ASSUMED_NOTE,
  bar,
  dayOf,
  levelCell,
  NOT_APPLICABLE,
  scoreText,
  share,
  UNKNOWN,
  usd,
} from '../text/figures.ts'
import { listed, section } from '../text/section.ts'
import { table } from '../text/table.ts'
import { paint, type View } from '../text/terminal.ts'
import { wrap } from '../text/width.ts'
import { eachDimension, floorsOf, largestReasons, unseenOf } from './reasons.ts'

/** Cells of the bar of a dimension. */
const CELLS = 10
const MAX_REASONS = 8

export const getAction = action<ProtocolDetail>({
  ask: async (client, { operands: [id = ''] }) => ({ data: await client.protocols.get(id) }),
  render: ({ data }, view) => [
    ...heading(data, view),
    ...composite(data, view),
    ...dimensions(data, view),
    ...reasons(data, view),
  ],
  asOf: ({ data }) => data.scoredAt,
})

function heading(protocol: ProtocolDetail, view: View): string[] {
  const { name, id, category, chains, tvlUsd, tvlAsOf, retired, description } = protocol
  const inactive = inactiveWord(protocol.status)
  const tvl =
    tvlUsd === null
      ? 'TVL not known'
      : `TVL ${usd(tvlUsd)}${tvlAsOf === null ? '' : ` (${tvlAsOf})`}`
  const about = [category ?? 'category not known', counted(chains.length, 'chain'), tvl]
  return [
    `${paint(view, 'bold', name)} (${id})`,
    ...wrap(about.join(', '), view.columns),
    ...(description === null ? [] : wrap(description, view.columns)),
    ...(inactive === null
      ? []
      : wrap(
          `${inactive}. ${protocol.statusReason} Its score is of its last readings.`,
          view.columns,
        )),
    ...(retired === null
      ? []
      : wrap(
          `No longer listed since ${retired.day} (${retired.reason}): this is its last score.`,
          view.columns,
        )),
  ]
}

function composite({ composite, riskLevel, scoreMetadata }: ProtocolDetail, view: View): string[] {
  const title = ['', paint(view, 'bold', 'Composite risk, 0 to 10; lower is safer')]
  if (composite === null || scoreMetadata === null) {
    const why = scoreMetadata?.eligibility.reasons ?? []
    return [...title, `${UNKNOWN} Not enough data for a score.`, ...listed(why, view)]
  }
  const { text, format = null } = levelCell(composite, riskLevel, view)
  const { range } = scoreMetadata.composite
  const { rank, basis, missingCost } = scoreMetadata
  const others = rank === null || rank.tied === 0 ? '' : `, with ${counted(rank.tied, 'other')}`
  const lines = [
    ...(range === null
      ? []
      : [
          `${points(range.low)} to ${points(range.high)} if what is missing were low or high for its kind.`,
        ]),
    ...(rank === null
      ? []
      : [
          `Rank ${rank.position} of ${rank.of} in ${rank.category}, from the lowest risk${others}.`,
        ]),
    `Coverage: ${share(basis.measured)} of the weight is measured, ${share(basis.category)} is how often its kind loses funds, ${share(basis.missing)} is assumed${missingCost === null ? '' : ` (adds ${missingCost.toFixed(2)} points)`}.`,
  ]
  return [
    ...title,
    paint(view, format, text.trim()),
    ...lines.flatMap((line) => wrap(line, view.columns)),
  ]
}

function dimensions(protocol: ProtocolDetail, view: View): string[] {
  const rows = eachDimension(protocol)
  if (rows.length === 0) return []
  type Row = (typeof rows)[number]
  const missing = ({ status }: Row) => (status === 'not-applicable' ? NOT_APPLICABLE : UNKNOWN)
  const score = (row: Row) =>
    row.score === null
      ? missing(row)
      : `${scoreText(row.score, row.assumed).padStart(4)} ${bar(row.score, CELLS, view)}`
  const lines = table(
    rows,
    [
      { head: 'Dimension', cell: ({ label }) => label, least: 8 },
      { head: 'Risk', cell: score },
      {
        head: 'Weight',
        cell: (row) => (row.score === null ? missing(row) : share(row.weight)),
        align: 'right',
      },
      {
        head: 'Adds',
        cell: (row) => (row.score === null ? missing(row) : row.contribution.toFixed(2)),
        align: 'right',
        leaves: 2,
      },
      {
        head: 'Measured',
        cell: (row) => (row.status === 'not-applicable' ? NOT_APPLICABLE : share(row.coverage)),
        align: 'right',
        leaves: 1,
      },
    ],
    view,
  )
  const why = rows.flatMap(({ label, reason, status }) =>
    reason === null || status === 'unknown' ? [] : [`${label}: ${reason}`],
  )
  const notes = rows.some(({ assumed }) => assumed) ? wrap(ASSUMED_NOTE, view.columns) : []
  return ['', ...lines, ...notes, ...listed(why, view)]
}

function reasons(protocol: ProtocolDetail, view: View): string[] {
  const { scoreMetadata } = protocol
  if (scoreMetadata === null) return []
  const isScored = protocol.composite !== null
  const title = isScored ? 'Largest reasons, in points of the composite' : 'What is known'
  const largest = largestReasons(protocol, MAX_REASONS).map(
    ({ contribution, label, basis, reason, asOf }) =>
      `${isScored ? `${contribution.toFixed(2)} ` : ''}${label}: ${reason} (${[basis, ...(asOf === null ? [] : [dayOf(asOf)])].join(', ')})`,
  )
  const floors = floorsOf(protocol).map(
    ({ label, risk, contribution, reason }) =>
      `${label} is at least ${points(risk)}, which adds ${contribution.toFixed(2)}: ${reason}`,
  )
  return [
    ...section(title, largest, view),
    ...(isScored ? section('Floors', floors.length > 0 ? floors : ['None applies.'], view) : []),
    ...section('Not seen', unseenOf(protocol), view),
  ]
}
