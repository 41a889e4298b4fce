import { describe, expect, it } from 'vitest'
import { ENDPOINT_GROUPS } from '../../contract/endpoint-groups.ts'
import { errorBody, PROBLEMS, type ProblemCode } from '../../contract/problems.ts'
import {
  errorDocument,
  healthDocument,
  usageReport,
  walletDocument,
} from '../../contract/responses.ts'
import { aRouteContext } from '../../testing/api/route-context.ts'
import { health } from '../routes/health/route.ts'
import { usage } from '../routes/usage/route.ts'
import { ROUTE_DOCUMENTATION } from './route-documentation.ts'

const NOW = Date.parse('2026-02-10T12:00:00Z')

describe('the usage report', () => {
  it('is what the gateway makes of any counts', async () => {
    for (const each of [0, 1, 1_000_000]) {
      const counts = { protocols: each, wallet: each, screener: each, other: each }
      const key = { id: 'key_1', plan: 'free', environment: 'live' } as const
      const day = { day: '2026-02-10', counts, refused: each, keys: {} }
      const context = aRouteContext({ key, now: NOW, readUsage: async () => [day] })
      const report = JSON.parse(String((await usage.handle(context)).body)).data
      expect(usageReport.safeParse(report).error).toBeUndefined()
    }
  })

  it('counts by every endpoint group', () => {
    expect(Object.keys(usageReport.shape.breakdown.shape)).toEqual([...ENDPOINT_GROUPS])
  })
})

describe('the health document', () => {
  it('is what the gateway answers with', async () => {
    const note = JSON.stringify({ id: 'abc', asOf: '2026-02-09', protocolCount: 45 })
    const origin = () => Promise.resolve({ status: 200, headers: {}, body: note })
    const context = aRouteContext({ fetchInternal: origin, version: '0.1.0', now: NOW })
    const { body } = await health.handle(context)
    expect(healthDocument.safeParse(JSON.parse(String(body))).error).toBeUndefined()
  })
})

describe('the error envelope', () => {
  it.each(Object.keys(PROBLEMS))('holds %s, with and without details', (code) => {
    const documentation = `/docs/errors/${code}/`
    const body = {
      ...errorBody('NOT_FOUND'),
      error: { code, message: 'x', status: 400, documentation },
    }
    expect(errorDocument.safeParse(body).error).toBeUndefined()
    const error = { ...body.error, details: { field: ['is wrong'] } }
    expect(errorDocument.safeParse({ ...body, error }).error).toBeUndefined()
  })

  it('holds no other code', () => {
    const code: ProblemCode = 'NOT_FOUND'
    const body = { ...errorBody(code), error: { ...errorBody(code).error, code: 'OTHER' } }
    expect(errorDocument.safeParse(body).success).toBe(false)
  })
})

describe('a wallet scan', () => {
  const { data } = ROUTE_DOCUMENTATION.wallet.example
  const errorOf = (change: object) =>
    walletDocument.shape.data.safeParse({ ...data, ...change }).error?.issues[0]

  it('is what the description gives as an example', () => {
    expect(errorOf({})).toBeUndefined()
  })

  it.each([
    ['nothing else', { generatedAt: 'now' }, []],
    ['an address', { address: undefined }, ['address']],
    ['a score within bounds', { portfolioScore: 42 }, ['portfolioScore']],
    ['totals', { totals: undefined }, ['totals']],
    ['what lists said', { sanctions: { status: 'clear' } }, ['sanctions', 'sources']],
    [
      'statuses that are known',
      { coverage: [{ chain: 'Base', status: 'fine', protocols: [] }] },
      ['coverage', 0, 'status'],
    ],
  ])('holds %s', (_, change, path) => {
    expect(errorOf(change)?.path).toEqual(path)
  })

  it('may have a summary that is empty, and none that is cut short', () => {
    expect(errorOf({ positions: [], riskSummary: {} })).toBeUndefined()
    expect(errorOf({ riskSummary: { flags: [] } })?.path).toEqual(['riskSummary'])
  })

  it('has a position without legs only for a perpetual', () => {
    const [position] = data.positions
    const perp = {
      side: 'long',
      sizeUsd: 1,
      leverage: null,
      entryPrice: null,
      liquidationPrice: null,
      pnlUsd: null,
      pnlInNet: null,
    }
    expect(errorOf({ positions: [{ ...position, legs: [] }] })?.path.at(-1)).toBe('legs')
    expect(errorOf({ positions: [{ ...position, legs: [], perp }] })).toBeUndefined()
  })
})
