import { describe, expect, it } from 'vitest'
import type { JsonSchema } from '../../contract/openapi-document.ts'
import { createOpenApi } from './create-openapi.ts'

/** The field tables of the interface, written out again: `name:type`, `?` where null is allowed. */
const INTERFACE: Record<string, string> = {
  ProtocolSummary:
    'id:string slug:string? name:string category:string? chains:array logoUrl:string? url:string? twitter:string? coverageScore:number? compositeScore:number? riskLevel:RiskLevel? tvlUsd:number? scoreHistory:array scoredAt:string?',
  ScreenerRow:
    'id:string slug:string? name:string category:string? chains:array logoUrl:string? url:string? twitter:string? coverageScore:number? compositeScore:number? riskLevel:RiskLevel? tvlUsd:number? scoreHistory:array scoredAt:string? creditRisk:number? counterpartyRisk:number? liquidityRisk:number? oracleRisk:number? smartContractRisk:number? liquidityTrapRisk:number?',
  ProtocolDetail:
    'id:string slug:string? name:string category:string? chains:array coverageScore:number? tokenSymbol:string? auditCount:integer? oracleConfig:array description:string? url:string? logoUrl:string? twitter:string? parentSlug:string? listedAt:string? tvlUsd:number? tvl30d:number? chainTvls:array composite:number? riskLevel:RiskLevel? scoredAt:string? dimensions:Dimensions? scoreMetadata:ScoreMetadata? scoreHistory:array audits:array incidents:array similar:array',
  OracleEntry: 'name:string type:string proof:array',
  ChainBreakdown: 'chain:string tvlUsd:number borrowedUsd:number',
  Dimensions:
    'credit:Dimension counterparty:Dimension liquidity:Dimension oracle:Dimension smartContract:Dimension liquidityTrap:Dimension',
  Dimension: 'score:number? trend:number label:string desc:string',
  ScoreMetadata: 'composite:object dimensions:object',
  DimensionMetadata: 'score:number? signalsUsed:array missing:array',
  AuditRecord: 'auditor:string? auditDate:string? reportUrl:string?',
  Incident:
    'id:string exploitDate:string? lossUsd:number? chain:string? cause:string? pocUrl:string? source:string?',
  SimilarProtocol:
    'id:string slug:string? name:string category:string? logoUrl:string? compositeScore:number? tvlUsd:number?',
  Stats:
    'protocolCount:integer chainCount:integer globalRiskIndex:number? globalRiskDelta7d:number? totalTvlUsd:number? recentExploitsCount:integer incidentsAsOf:string? updatedAt:string',
  UsageReport:
    'key_id:string plan:string period_start:string period_end:string total_requests:integer quota:integer quota_utilization_pct:number breakdown:object',
  PaginationMeta: 'total:integer page:integer limit:integer pageCount:integer',
  WalletScan: 'address:string positions:array riskSummary:object',
  ProtocolListResponse: 'success:boolean data:array meta:PaginationMeta',
  ScreenerResponse: 'success:boolean data:array meta:PaginationMeta',
  ProtocolResponse: 'success:boolean data:ProtocolDetail',
  StatsResponse: 'success:boolean data:Stats',
  WalletResponse: 'success:boolean data:WalletScan',
  UsageResponse: 'success:boolean data:UsageReport',
  ErrorResponse: 'success:boolean data:null error:object',
  SearchRow:
    'id:string slug:string? name:string symbol:string? category:string? tvlUsd:number? composite:number? riskLevel:RiskLevel? matched:string match:string',
  ChainSummary: 'name:string aliases:array protocolCount:integer tvlUsd:number?',
  CategorySummary: 'name:string aliases:array protocolCount:integer tvlUsd:number?',
}

describe('the description keeps the interface', () => {
  const { schemas } = createOpenApi('3.1.1', '0.0.0').components

  it.each(Object.entries(INTERFACE))('in every field of %s', (name, fields) => {
    const schema = schemas[name] ?? {}
    const found = (schema.required ?? []).map((field) => `${field}:${typeOf(schema, field)}`)
    expect(found).toEqual(expect.arrayContaining(fields.split(' ')))
  })

  it('in the fields that may be left out', () => {
    expect(schemas.OracleEntry?.required).not.toContain('startDate')
    expect(typeOf(schemas.OracleEntry ?? {}, 'startDate')).toBe('string')
    expect(schemas.WalletScan?.required).not.toContain('resolvedFrom')
    expect(typeOf(schemas.WalletScan ?? {}, 'resolvedFrom')).toBe('string')
  })

  it('in the bounds of a score', () => {
    const scores = ['compositeScore', 'creditRisk', 'oracleRisk', 'liquidityTrapRisk']
    for (const field of scores) {
      expect(schemas.ScreenerRow?.properties?.[field]).toMatchObject({
        anyOf: [{ type: 'number', minimum: 0, maximum: 10 }, { type: 'null' }],
      })
    }
    expect(schemas.ScreenerRow?.properties?.scoreHistory).toMatchObject({ maxItems: 12 })
  })
})

/** The type of a field in the interface's words. */
function typeOf(schema: JsonSchema, field: string): string {
  const property = schema.properties?.[field]
  if (typeof property !== 'object') return 'nothing'
  if (Array.isArray(property.type)) {
    return `${property.type.filter((type) => type !== 'null').join('|')}?`
  }
  const nullable = property.anyOf?.some(({ type }) => type === 'null') ?? false
  const inner = nullable ? property.anyOf?.find(({ type }) => type !== 'null') : property
  const name = inner?.$ref?.split('/').at(-1)
  return `${name ?? inner?.type ?? 'anything'}${nullable ? '?' : ''}`
}
