import type { ProtocolDetail } from '../contract/protocol-detail.ts'
import { DIMENSION_TEXT, DIMENSIONS } from '../domain/dimension.ts'
import { type BulkCell, type BulkTable, columnsOf, portable, snakeCase } from './table.ts'

/** What every row repeats, so that rows of several days can be put together. */
export interface TableSnapshot {
  id: string
  asOf: string
  methodology: string
}

type Metadata = NonNullable<ProtocolDetail['scoreMetadata']>

const COLUMNS = [
  ...columnsOf('scores'),
  ...DIMENSIONS.flatMap((key) =>
    columnsOf('dimension').map(({ name, about, ...rest }) => ({
      ...{ name: snakeCase(key) + name, ...rest },
      about: about.replace('LABEL', DIMENSION_TEXT[key].label),
    })),
  ),
  ...columnsOf('snapshot'),
  // Last: spreadsheets read the columns of 0.1.0 by their places.
  ...columnsOf('identifier'),
]

/** One row a protocol, in the order given, with the numbers of its published document. */
export function scoreTable(details: Iterable<ProtocolDetail>, snapshot: TableSnapshot): BulkTable {
  const rows = Array.from(details, (detail) => rowOf(detail, snapshot))
  return { name: 'scores', about: 'One row for each protocol.', columns: COLUMNS, rows }
}

function rowOf(detail: ProtocolDetail, snapshot: TableSnapshot): BulkCell[] {
  const { scoreMetadata: metadata } = detail
  return [
    portable(detail.id),
    portable(detail.name),
    detail.category && portable(detail.category),
    detail.chains.map(portable),
    detail.riskLevel,
    detail.composite,
    metadata?.composite.score ?? null,
    metadata?.composite.range?.low ?? null,
    metadata?.composite.range?.high ?? null,
    detail.coverageScore,
    metadata?.basis.measured ?? null,
    metadata?.basis.category ?? null,
    metadata?.basis.missing ?? null,
    metadata?.missingCost ?? null,
    metadata?.rank?.position ?? null,
    metadata?.rank?.of ?? null,
    detail.status,
    detail.statusDay,
    detail.statusReason && portable(detail.statusReason),
    ...DIMENSIONS.flatMap((key) => dimensionCells(detail, metadata, key)),
    detail.scoredAt?.slice(0, 10) ?? null,
    metadata?.methodology ?? snapshot.methodology,
    snapshot.id,
    snapshot.asOf,
    portable(detail.id),
  ]
}

function dimensionCells(
  detail: ProtocolDetail,
  metadata: Metadata | null,
  key: (typeof DIMENSIONS)[number],
): BulkCell[] {
  const dimension = metadata?.dimensions[key]
  return [
    detail.dimensions?.[key].score ?? null,
    dimension?.score ?? null,
    dimension?.status ?? null,
    dimension?.assumed ?? null,
    metadata?.composite.weights_used[key] ?? null,
    dimension?.status === 'scored' ? dimension.contribution : null,
  ]
}
