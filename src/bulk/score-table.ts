import type { ProtocolDetail } from '../contract/protocol-detail.ts'
import { DIMENSION_TEXT, DIMENSIONS } from '../domain/dimension.ts'
import { type BulkCell, type BulkColumn, type BulkTable, portable, snakeCase } from './table.ts'

/** What every row repeats, so that rows of several days can be put together. */
export interface TableSnapshot {
  id: string
  asOf: string
  methodology: string
}

type Metadata = NonNullable<ProtocolDetail['scoreMetadata']>

const POINTS = 'risk points, 0-10'

const dimensionColumns: BulkColumn[] = DIMENSIONS.flatMap((key) => {
  const { label } = DIMENSION_TEXT[key]
  const name = snakeCase(key)
  return [
    column(name, 'double', POINTS, `${label} risk to one decimal, as published.`),
    column(`${name}_exact`, 'double', POINTS, `${label} risk, not rounded.`),
    column(`${name}_status`, 'text', null, 'scored, unknown or not-applicable.'),
    column(`${name}_weight`, 'double', 'share', 'Its share of this composite.'),
    column(`${name}_contribution`, 'double', POINTS, 'What it adds to the composite.'),
  ]
})

const COLUMNS: BulkColumn[] = [
  column('id', 'text', null, 'Identifier, as in the address of its page and in the API.'),
  column('name', 'text', null, 'Display name.'),
  column('category', 'text', null, 'Category of the protocol.'),
  column('chains', 'list', null, 'Names of the chains it runs on.'),
  column('level', 'text', null, 'Risk level; null without a composite.'),
  column(
    'composite',
    'double',
    POINTS,
    'Composite risk to one decimal, as published; lower is safer.',
  ),
  column('composite_exact', 'double', POINTS, 'The sum of all contributions.'),
  column(
    'range_low',
    'double',
    POINTS,
    'Composite if what is missing were at the 10th percentile.',
  ),
  column(
    'range_high',
    'double',
    POINTS,
    'Composite if what is missing were at the 90th percentile.',
  ),
  column('coverage', 'double', 'dimensions, 0-6', 'How much of the six dimensions was measured.'),
  column('measured_share', 'double', 'share', 'Weight that was measured about this protocol.'),
  column('category_share', 'double', 'share', 'Weight that is typical of its kind.'),
  column('missing_share', 'double', 'share', 'Weight that is not known.'),
  column('missing_cost', 'double', POINTS, 'What missing signals add to the composite.'),
  column('rank', 'integer', null, 'Rank in its category; 1 is the lowest risk.'),
  column('rank_of', 'integer', 'protocols', 'Ranked protocols of its category.'),
  ...dimensionColumns,
  column('scored_on', 'date', null, 'Day of the newest reading behind the score.'),
  column('methodology', 'text', null, 'Version of the methodology.'),
  column('snapshot_id', 'text', null, 'Snapshot that the row is from.'),
  column('snapshot_day', 'date', null, 'Day of the snapshot.'),
]

function column(
  name: string,
  type: BulkColumn['type'],
  unit: BulkColumn['unit'],
  about: BulkColumn['about'],
): BulkColumn {
  return { name, type, unit, about }
}

/** One row a protocol, in the order given, with the numbers of its published document. */
export function scoreTable(details: Iterable<ProtocolDetail>, snapshot: TableSnapshot): BulkTable {
  const rows = Array.from(details, (detail) => rowOf(detail, snapshot))
  return { name: 'scores', about: 'One row for each protocol.', columns: COLUMNS, rows }
}

function rowOf(detail: ProtocolDetail, snapshot: TableSnapshot): BulkCell[] {
  const { scoreMetadata: metadata } = detail
  const isScored = detail.composite !== null
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
    ...DIMENSIONS.flatMap((key) => dimensionCells(detail, metadata, key, isScored)),
    detail.scoredAt?.slice(0, 10) ?? null,
    metadata?.methodology ?? snapshot.methodology,
    snapshot.id,
    snapshot.asOf,
  ]
}

/** Without a composite a dimension has no weight and no contribution. */
function dimensionCells(
  detail: ProtocolDetail,
  metadata: Metadata | null,
  key: (typeof DIMENSIONS)[number],
  isScored: boolean,
): BulkCell[] {
  const dimension = metadata?.dimensions[key]
  return [
    detail.dimensions?.[key].score ?? null,
    dimension?.score ?? null,
    dimension?.status ?? null,
    isScored ? (metadata?.composite.weights_used[key] ?? null) : null,
    isScored && dimension?.status === 'scored' ? dimension.contribution : null,
  ]
}
