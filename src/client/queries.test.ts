import { describe, expect, expectTypeOf, it } from 'vitest'
import { ROUTE_DOCUMENTATION } from '../api/openapi/route-documentation.ts'
import { parseIncidentsQuery } from '../contract/incidents-query.ts'
import { PROBLEMS, type ProblemCode } from '../contract/problems.ts'
import * as contract from '../contract/query.ts'
import type { ProtocolStatus } from '../domain/status.ts'
import { SERVICE_ERROR_CODES, type ServiceErrorCode } from './errors.ts'
import type {
  ChangesQuery,
  DependentsQuery,
  HistoryQuery,
  IncidentsQuery,
  ListQuery,
  ScreenerQuery,
  SearchQuery,
} from './queries.ts'

/** A value for every parameter: the compiler asks for a new one. */
const PAGE = {
  ...{ page: '2', per_page: '50', chain: 'Base,BSC', category: 'Lending' },
  ...{ cursor: 'abc', ids: 'lido,aave-v3', fields: 'name' },
}
/** Those that have another name or another parameter in their place. */
const REPLACED = ['page', 'sort_by', 'sort_dir']
const LIST: Record<keyof ListQuery, string> = {
  ...PAGE,
  min_credit_score: '1.5',
  sort_by: 'tvl',
  sort_dir: 'asc',
  sort: 'tvl',
  order: 'asc',
}
const SCREENER: Record<keyof ScreenerQuery, string> = {
  ...PAGE,
  asset: 'USDC,ETH',
  q: 'aave',
  level: 'high,none',
  status: 'active,dead',
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
const SEARCH: Record<keyof SearchQuery | 'q', string> = { q: 'aave', limit: '5' }
const HISTORY: Record<keyof HistoryQuery, string> = { since: '2026-01-01', limit: '5' }
const CHANGES: Record<keyof ChangesQuery, string> = {
  ...{ since: '2026-01-01', limit: '5', ids: 'aave-v3,lido' },
}
const INCIDENTS: Record<keyof IncidentsQuery, string> = {
  ...{ page: '2', per_page: '50', protocol: 'aave-v3', chain: 'Base', cause: 'keys,logic' },
  ...{ since: '2026-01-01', until: '2026-02-01', min_loss: '1000', cursor: 'abc' },
}
const DEPENDENTS: Record<keyof DependentsQuery, string> = { page: '2', per_page: '200' }

describe('the queries of the client', () => {
  it.each([
    ['the list', LIST, contract.parseListQuery, ROUTE_DOCUMENTATION.protocols],
    ['the screener', SCREENER, contract.parseScreenerQuery, ROUTE_DOCUMENTATION.screener],
    ['a search', SEARCH, contract.parseSearchQuery, ROUTE_DOCUMENTATION.search],
    ['a history', HISTORY, contract.parseHistoryQuery, ROUTE_DOCUMENTATION.history],
    ['changes', CHANGES, contract.parseChangesQuery, ROUTE_DOCUMENTATION.changes],
    ['incidents', INCIDENTS, parseIncidentsQuery, ROUTE_DOCUMENTATION.incidents],
    ['dependents', DEPENDENTS, contract.parseDependentsQuery, ROUTE_DOCUMENTATION.dependents],
  ])('%s has every parameter of the contract and no other', (_, values, parse, { parameters }) => {
    const all = Object.entries(values)
    const together = all.filter(([name]) => !('cursor' in values && REPLACED.includes(name)))
    expect(parse(new URLSearchParams(together))).toMatchObject({ ok: true, ignored: [] })
    const read = parameters.filter((one) => one.in === 'query').map(({ name }) => name)
    expect(Object.keys(values).sort()).toEqual(read.sort())
  })

  it('has the choices of the contract', () => {
    type Choice<T> = Exclude<T, undefined | readonly unknown[]>
    expectTypeOf<Choice<ListQuery['sort_by']>>().toEqualTypeOf<contract.ListSort>()
    expectTypeOf<Choice<ListQuery['sort_dir']>>().toEqualTypeOf<contract.Direction>()
    expectTypeOf<Choice<ScreenerQuery['sort']>>().toEqualTypeOf<contract.ScreenerSort>()
    expectTypeOf<Choice<ScreenerQuery['order']>>().toEqualTypeOf<contract.Direction>()
    expectTypeOf<Choice<ScreenerQuery['level']>>().toEqualTypeOf<contract.LevelChoice>()
    expectTypeOf<Choice<ScreenerQuery['status']>>().toEqualTypeOf<ProtocolStatus>()
  })
})

it('the client knows every error code of the service', () => {
  expect(SERVICE_ERROR_CODES).toEqual(Object.keys(PROBLEMS))
  expectTypeOf<ServiceErrorCode>().toEqualTypeOf<ProblemCode>()
})
