import * as z from 'zod'
import { changes, changesDocument } from '../../contract/changes.ts'
import { contractAnswer, contractDocument } from '../../contract/contracts.ts'
import { contractControl, controlPath, market } from '../../contract/control.ts'
import { dependenciesDocument, dependentsDocument } from '../../contract/dependencies.ts'
import {
  categoriesDocument,
  categorySummary,
  chainSummary,
  chainsDocument,
  indexDocument,
  searchDocument,
  searchRow,
  serviceIndex,
} from '../../contract/finding.ts'
import { historyDocument } from '../../contract/history.ts'
import { incidentRow, incidentsDocument } from '../../contract/incidents.ts'
import type { JsonSchema, OpenApiVersion, Reference } from '../../contract/openapi-document.ts'
import { detailDocument, protocolDetail } from '../../contract/protocol-detail.ts'
import { listDocument, protocolStatus, protocolSummary } from '../../contract/protocol-summary.ts'
import {
  errorDocument,
  health,
  healthDocument,
  screenerDocument,
  screenerRow,
  usageDocument,
  usageReport,
  walletDocument,
} from '../../contract/responses.ts'
import { retirement } from '../../contract/retired.ts'
import { riskLevel } from '../../contract/risk-level.ts'
import { stats, statsDocument } from '../../contract/stats.ts'
import { stressDocument } from '../../contract/stress.ts'
import { walletApproval, walletApprovals } from '../../contract/wallet-approvals.ts'
import {
  walletDimensions,
  walletExit,
  walletLeg,
  walletLiquidation,
  walletLoan,
  walletPerpetual,
  walletPosition,
  walletWithdrawal,
} from '../../contract/wallet-position.ts'
import {
  walletNetExposure,
  walletOwnRisk,
  walletRiskSummary,
  walletWarning,
} from '../../contract/wallet-risk.ts'
import {
  walletChainTotals,
  walletCoverage,
  walletFolded,
  walletHolding,
  walletKnownGap,
  walletProtocolTotals,
  walletScanResult,
} from '../../contract/wallet-scan.ts'
import {
  walletAsset,
  walletIssuer,
  walletNeed,
  walletStanding,
  walletThrough,
} from '../../contract/wallet-standing.ts'
import { settleNulls } from './nulls.ts'
import { tidySchema } from './tidy-schema.ts'

const detail = protocolDetail.shape
const metadata = detail.scoreMetadata.unwrap().shape

/** Every named schema of the description, in the order it is written. */
const SCHEMAS = {
  ProtocolListResponse: listDocument,
  ProtocolResponse: detailDocument,
  HistoryResponse: historyDocument,
  DependenciesResponse: dependenciesDocument,
  DependentsResponse: dependentsDocument,
  StressResponse: stressDocument,
  ScreenerResponse: screenerDocument,
  ContractResponse: contractDocument,
  ChangesResponse: changesDocument,
  IncidentListResponse: incidentsDocument,
  StatsResponse: statsDocument,
  IndexResponse: indexDocument,
  SearchResponse: searchDocument,
  ChainListResponse: chainsDocument,
  CategoryListResponse: categoriesDocument,
  WalletResponse: walletDocument,
  UsageResponse: usageDocument,
  HealthResponse: healthDocument,
  ErrorResponse: errorDocument,
  PaginationMeta: listDocument.shape.meta,
  RiskLevel: riskLevel,
  ProtocolStatus: protocolStatus,
  ProtocolSummary: protocolSummary,
  ScreenerRow: screenerRow,
  ProtocolDetail: protocolDetail,
  OracleEntry: detail.oracleConfig.element,
  ChainBreakdown: detail.chainTvls.element,
  Dimensions: detail.dimensions.unwrap(),
  Dimension: detail.dimensions.unwrap().shape.credit,
  ScoreMetadata: detail.scoreMetadata.unwrap(),
  ScoreRange: metadata.composite.shape.range.unwrap(),
  CategoryRank: metadata.rank.unwrap(),
  ScoreChange: metadata.changes.element,
  DimensionMetadata: metadata.dimensions.shape.credit,
  Signal: metadata.dimensions.shape.credit.shape.signals.element,
  PastScore: metadata.scoreHistoryDetail.element,
  Floor: metadata.dimensions.shape.credit.shape.floor.unwrap(),
  AuditRecord: detail.audits.element,
  Incident: detail.incidents.element,
  Assets: detail.assets.unwrap(),
  Hallmark: detail.hallmarks.unwrap().element,
  Warning: detail.warnings.unwrap().element,
  Control: detail.control.unwrap(),
  ContractControl: contractControl,
  ControlPath: controlPath,
  Markets: detail.markets.unwrap(),
  Market: market,
  SimilarProtocol: detail.similar.element,
  Retirement: retirement,
  History: historyDocument.shape.data,
  HistoryPoint: historyDocument.shape.data.shape.points.element,
  Dependencies: dependenciesDocument.shape.data,
  DependencyEdge: dependenciesDocument.shape.data.shape.edges.element,
  DependencySignal: dependenciesDocument.shape.data.shape.signals.element,
  Dependent: dependenciesDocument.shape.data.shape.dependents.element,
  DependentRow: dependentsDocument.shape.data.shape.rows.element,
  Dependents: dependentsDocument.shape.data,
  StressResult: stressDocument.shape.data,
  Contract: contractAnswer,
  ContractOwner: contractAnswer.shape.protocols.element,
  ContractRole: contractAnswer.shape.protocols.element.shape.roles.element,
  Changes: changes,
  Snapshot: changes.shape.to,
  MethodChange: changes.shape.methodChanges.element,
  Move: changes.shape.moves.element,
  PublishedScore: changes.shape.moves.element.shape.to,
  SignalMove: changes.shape.moves.element.shape.signals.unwrap().element,
  IncidentRow: incidentRow,
  ScoreBefore: incidentRow.shape.scoreBefore.unwrap(),
  IncidentMeta: incidentsDocument.shape.meta,
  Stats: stats,
  ServiceIndex: serviceIndex,
  Endpoint: serviceIndex.shape.endpoints.element,
  SearchRow: searchRow,
  ChainSummary: chainSummary,
  CategorySummary: categorySummary,
  WalletScan: walletScanResult,
  WalletPosition: walletPosition,
  WalletLeg: walletLeg,
  TokenPrice: walletLeg.shape.price.unwrap(),
  Perpetual: walletPerpetual,
  WalletLoan: walletLoan,
  WalletWithdrawal: walletWithdrawal,
  WalletLiquidation: walletLiquidation,
  WalletExit: walletExit,
  PositionRisk: walletPosition.shape.risk.unwrap(),
  WalletDimensions: walletDimensions,
  RiskSummary: walletRiskSummary,
  WalletNetExposure: walletNetExposure,
  WalletOwnRisk: walletOwnRisk,
  WalletWarning: walletWarning,
  WalletFolded: walletFolded,
  WalletFoldedReason: walletFolded.shape.reasons.element,
  WalletExits: walletRiskSummary.shape.exit,
  ProtocolShare: walletRiskSummary.shape.protocols.element,
  WalletThrough: walletThrough,
  WalletNeed: walletNeed,
  WalletStanding: walletStanding,
  WalletIssuer: walletIssuer,
  WalletAsset: walletAsset,
  WalletUnresolved: walletStanding.shape.unresolved,
  WeakPosition: walletRiskSummary.shape.weakestPositions.element,
  WalletApprovals: walletApprovals,
  WalletApproval: walletApproval,
  ApprovalRisk: walletApproval.shape.risk.unwrap(),
  ApprovalLoss: walletApproval.shape.loss.unwrap(),
  ApprovalProtocolLosses: walletApproval.shape.protocolLosses.unwrap(),
  ApprovalRevocation: walletApproval.shape.revoke,
  ApprovalsLooked: walletApprovals.shape.looked.element,
  WalletTotals: walletScanResult.shape.totals,
  WalletChainTotals: walletChainTotals,
  WalletProtocolTotals: walletProtocolTotals,
  WalletHolding: walletHolding,
  SmallHoldings: walletScanResult.shape.totals.shape.smallHoldings,
  WalletKnownGap: walletKnownGap,
  Screening: walletScanResult.shape.sanctions,
  SanctionSource: walletScanResult.shape.sanctions.shape.sources.element,
  WalletCoverage: walletCoverage,
  ChainBlock: walletCoverage.shape.block.unwrap(),
  ProtocolCoverage: walletCoverage.shape.protocols.element,
  UsageReport: usageReport,
  Health: health,
} satisfies Record<string, z.ZodType>

/** A reference to a schema. Throws when the schema has no name. */
export function schemaRef(schema: z.ZodType): Reference {
  const found = Object.entries(SCHEMAS).find(([, named]) => named === schema)
  if (!found)
    throw new Error('Give the schema of this response a name in src/api/openapi/schemas.ts.')
  return { $ref: pointer(found[0]) }
}

/** `components.schemas`, generated from the zod schemas that check the documents. Their descriptions are at the fields. */
export function createSchemas(openapi: OpenApiVersion): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(SCHEMAS)) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, {
    target: openapi === '3.0.3' ? 'openapi-3.0' : 'draft-2020-12',
    io: 'output',
    uri: pointer,
    override: (context) => {
      nameKeysOfRecord(context)
      markObjects(context)
    },
  })
  const described = Object.fromEntries(
    Object.entries(schemas).map(([name, { $id, $schema, ...schema }]) => [
      name,
      tidySchema(schema, openapi),
    ]),
  )
  return openapi === '3.0.3' ? settleNulls(described) : described
}

function pointer(name: string): string {
  return `#/components/schemas/${name}`
}

interface SchemaContext {
  zodSchema: z.core.$ZodTypes
  jsonSchema: JsonSchema
}

/** Marks an object without fields as empty, and a union of objects as an object. */
function markObjects({ zodSchema, jsonSchema }: SchemaContext): void {
  const { def } = zodSchema._zod
  const isClosed = def.type === 'object' && def.catchall?._zod.def.type === 'never'
  if (isClosed && Object.keys(def.shape).length === 0) jsonSchema.maxProperties = 0
  if (def.type === 'union' && def.options.every(({ _zod }) => _zod.def.type === 'object')) {
    jsonSchema.type = 'object'
  }
}

/** A record whose keys are a closed list becomes an object with optional properties: 3.0 has no `propertyNames`. */
function nameKeysOfRecord(context: SchemaContext): void {
  const { def } = context.zodSchema._zod
  if (def.type !== 'record') return
  const { propertyNames: _, additionalProperties: value, ...rest } = context.jsonSchema
  const keys = def.keyType._zod.values
  if (!keys || value === undefined) return
  for (const name of Object.keys(context.jsonSchema)) delete context.jsonSchema[name]
  const properties = Object.fromEntries([...keys].map((key) => [key, value]))
  Object.assign(context.jsonSchema, { ...rest, properties })
}
