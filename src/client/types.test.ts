import { describe, expect, expectTypeOf, it } from 'vitest'
import type * as z from 'zod'
import { changesDocumentation } from '../api/routes/changes/documentation.ts'
import { protocolsDocumentation } from '../api/routes/protocols/documentation.ts'
import { screenerDocumentation } from '../api/routes/screener/documentation.ts'
import { searchDocumentation } from '../api/routes/search/documentation.ts'
import type * as changes from '../contract/changes.ts'
import type * as control from '../contract/control.ts'
import type * as finding from '../contract/finding.ts'
import type { HistoryDocument } from '../contract/history.ts'
import { errorPage, PROBLEMS, type ProblemCode } from '../contract/problems.ts'
import type * as detail from '../contract/protocol-detail.ts'
import type * as summary from '../contract/protocol-summary.ts'
import * as query from '../contract/query.ts'
import type * as responses from '../contract/responses.ts'
import type { riskLevel } from '../contract/risk-level.ts'
import type * as metadata from '../contract/score-metadata.ts'
import type * as stats from '../contract/stats.ts'
import type * as scan from '../contract/wallet-scan.ts'
import { SERVICE_ERROR_CODES, type ServiceErrorCode } from './errors.ts'
import type * as client from './types.ts'

/** A value for every parameter: the compiler asks for a new one. */
const PAGE = { page: '2', per_page: '50', chain: 'Base,BSC', category: 'Lending' }
const LIST: Record<keyof client.ListQuery, string> = {
  ...PAGE,
  min_credit_score: '1.5',
  sort_by: 'tvl',
  sort_dir: 'asc',
}
const SCREENER: Record<keyof client.ScreenerQuery, string> = {
  ...PAGE,
  q: 'aave',
  level: 'high,none',
  minTvl: '1',
  maxTvl: '2',
  maxCompositeScore: '3',
  maxCreditRisk: '3',
  maxCounterpartyRisk: '3',
  maxLiquidityRisk: '3',
  maxOracleRisk: '3',
  maxSmartContractRisk: '3',
  maxLiquidityTrapRisk: '3',
  sort: 'oracleRisk',
  order: 'asc',
}
const SEARCH: Record<keyof client.SearchQuery | 'q', string> = { q: 'aave', limit: '5' }
const CHANGES: Record<keyof client.ChangesQuery, string> = { since: '2026-01-01', limit: '5' }

/** Fails to compile when a type of the client is not exactly that of the contract. */
describe('the types of the client are those of the contract', () => {
  it('lists', () => {
    expectTypeOf<client.RiskLevel>().toEqualTypeOf<z.infer<typeof riskLevel>>()
    expectTypeOf<client.ProtocolSummary>().toEqualTypeOf<summary.ProtocolSummary>()
    expectTypeOf<client.PageMeta>().toEqualTypeOf<summary.ListDocument['meta']>()
    expectTypeOf<client.Page<client.ProtocolSummary>>().toEqualTypeOf<
      Omit<summary.ListDocument, 'success'>
    >()
    expectTypeOf<client.ScreenerRow>().toEqualTypeOf<responses.ScreenerRow>()
    expectTypeOf<client.SearchRow>().toEqualTypeOf<finding.SearchRow>()
    expectTypeOf<client.ChainSummary>().toEqualTypeOf<finding.ChainsDocument['data'][number]>()
    expectTypeOf<client.CategorySummary>().toEqualTypeOf<
      finding.CategoriesDocument['data'][number]
    >()
  })

  it('one protocol', () => {
    expectTypeOf<client.ProtocolDetail>().toEqualTypeOf<detail.ProtocolDetail>()
    expectTypeOf<client.ScoreMetadata>().toEqualTypeOf<metadata.ScoreMetadata>()
    expectTypeOf<client.Control>().toEqualTypeOf<control.ControlDocument>()
    expectTypeOf<client.Markets>().toEqualTypeOf<control.MarketsDocument>()
    expectTypeOf<client.ProtocolHistory>().toEqualTypeOf<HistoryDocument['data']>()
  })

  it('the service and wallets', () => {
    expectTypeOf<client.Changes>().toEqualTypeOf<changes.Changes>()
    expectTypeOf<client.Stats>().toEqualTypeOf<stats.Stats>()
    expectTypeOf<client.Health>().toEqualTypeOf<responses.HealthDocument['data']>()
    expectTypeOf<client.UsageReport>().toEqualTypeOf<responses.UsageDocument['data']>()
    expectTypeOf<client.WalletScanResult>().toEqualTypeOf<scan.WalletScanResult>()
    expectTypeOf<client.WalletFlag>().toEqualTypeOf<scan.WalletFlag>()
  })

  it('choices of queries', () => {
    type Choice<T> = Exclude<T, undefined | readonly unknown[]>
    expectTypeOf<Choice<client.ListQuery['sort_by']>>().toEqualTypeOf<query.ListSort>()
    expectTypeOf<Choice<client.ListQuery['sort_dir']>>().toEqualTypeOf<query.Direction>()
    expectTypeOf<Choice<client.ScreenerQuery['sort']>>().toEqualTypeOf<query.ScreenerSort>()
    expectTypeOf<Choice<client.ScreenerQuery['order']>>().toEqualTypeOf<query.Direction>()
    expectTypeOf<Choice<client.ScreenerQuery['level']>>().toEqualTypeOf<query.LevelChoice>()
    expectTypeOf<ServiceErrorCode>().toEqualTypeOf<ProblemCode>()
  })
})

describe('the queries of the client', () => {
  it.each([
    ['the list', LIST, query.parseListQuery, protocolsDocumentation],
    ['the screener', SCREENER, query.parseScreenerQuery, screenerDocumentation],
    ['a search', SEARCH, query.parseSearchQuery, searchDocumentation],
    ['changes', CHANGES, query.parseChangesQuery, changesDocumentation],
  ])('%s has every parameter of the contract and no other', (_, values, parse, { parameters }) => {
    const parsed = parse(new URLSearchParams(values))
    expect(parsed).toMatchObject({ ok: true, ignored: [] })
    expect(Object.keys(values).sort()).toEqual(parameters.map(({ name }) => name).sort())
  })

  it('knows every code of the service', () => {
    expect(SERVICE_ERROR_CODES).toEqual(Object.keys(PROBLEMS))
    expect(errorPage('NOT_FOUND')).toMatch(/^\//)
  })
})
