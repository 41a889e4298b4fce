import { describe, expect, it } from 'vitest'
import { createOpenApi } from '../../api/openapi/create-openapi.ts'
import { ROUTE_DOCUMENTATION } from '../../api/openapi/route-documentation.ts'
import { ROUTES, type RouteId } from '../../api/routes/routes.ts'
import { errorBody, PROBLEMS, type ProblemCode } from '../../contract/problems.ts'
import { createConformance, validateResponse } from './conformance.ts'

const RATES = {
  'X-RateLimit-Limit': '1000',
  'X-RateLimit-Remaining': '999',
  'X-RateLimit-Reset': '1767312000',
  'X-RateLimit-Burst-Limit': '60',
  'X-RateLimit-Burst-Remaining': '59',
  'RateLimit-Policy': '"minute";q=60;w=60, "day";q=1000;w=86400',
  RateLimit: '"minute";r=59;t=42, "day";r=999;t=53142',
  'X-Request-Id': 'req_1',
  'Cache-Control': 'private, max-age=60',
}

const JSON_HEADERS = { ...RATES, 'Content-Type': 'application/json; charset=utf-8' }
const TAGGED = { ...JSON_HEADERS, ETag: '"5f1f2f8b"' }

/** The faults of a statistics document with these changes. */
function statsWith(change: object, headers: Record<string, string> = TAGGED): string[] {
  const body = { success: true, data: { ...ROUTE_DOCUMENTATION.stats.example.data, ...change } }
  return validateResponse('stats', 200, headers, JSON.stringify(body))
}

function rowWith(change: object): string[] {
  const [row] = ROUTE_DOCUMENTATION.screener.example.data
  const body = { ...ROUTE_DOCUMENTATION.screener.example, data: [{ ...row, ...change }] }
  return validateResponse('screener', 200, TAGGED, JSON.stringify(body))
}

function problemFaults(
  route: RouteId | null,
  code: ProblemCode,
  more: Record<string, string> = {},
  method = 'GET',
): string[] {
  const { status } = PROBLEMS[code]
  const headers = { ...JSON_HEADERS, ...more }
  return validateResponse(route, status, headers, JSON.stringify(errorBody(code)), method)
}

describe('a response that keeps the description', () => {
  it('may have fields that came later', () => {
    expect(statsWith({ medianRisk: 5 })).toEqual([])
    expect(rowWith({ governanceRisk: null })).toEqual([])
  })

  it('may be 304 without a body, where answers have a tag', () => {
    expect(validateResponse('stats', 304, { ...RATES, ETag: '"a"' }, null)).toEqual([])
    expect(validateResponse('usage', 304, { ...RATES, ETag: '"a"' }, null)).toHaveLength(1)
  })

  it('answers HEAD with the same headers and no body', () => {
    expect(validateResponse('stats', 200, TAGGED, '', 'HEAD')).toEqual([])
    expect(validateResponse('stats', 200, JSON_HEADERS, null, 'HEAD')).toEqual([
      'header ETag is missing',
    ])
    expect(validateResponse('stats', 200, TAGGED, '{}', 'HEAD')).toHaveLength(1)
  })

  it('answers other methods, and paths without a route, with the errors that are left', () => {
    expect(problemFaults('stats', 'METHOD_NOT_ALLOWED', {}, 'POST')).toEqual([])
    expect(problemFaults('stats', 'METHOD_NOT_ALLOWED')).toHaveLength(1)
    expect(validateResponse('stats', 200, TAGGED, '{}', 'POST')).toHaveLength(1)
    expect(problemFaults(null, 'NOT_FOUND')).toEqual([])
    expect(problemFaults(null, 'PROTOCOL_NOT_FOUND')).not.toEqual([])
    expect(validateResponse(null, 200, TAGGED, '{}')).toHaveLength(1)
    expect(problemFaults(null, 'METHOD_NOT_ALLOWED')).not.toEqual([])
    expect(problemFaults(null, 'METHOD_NOT_ALLOWED', {}, 'DELETE')).toEqual([])
    expect(problemFaults(null, 'INVALID_REQUEST', {}, 'DELETE')).toEqual([])
  })

  it('answers OPTIONS with the headers of every response and nothing else', () => {
    expect(validateResponse('stats', 204, RATES, null, 'OPTIONS')).toEqual([])
    expect(validateResponse(null, 204, RATES, '', 'OPTIONS')).toEqual([])
    expect(validateResponse('stats', 204, {}, null, 'OPTIONS')).toHaveLength(9)
    expect(validateResponse('stats', 204, RATES, 'x', 'OPTIONS')).toHaveLength(1)
    expect(validateResponse('stats', 200, RATES, null, 'OPTIONS')).toHaveLength(1)
  })
})

describe('a response that breaks the description', () => {
  it.each([
    ['a wrong type', { chainCount: '22' }, '/data/chainCount must be integer'],
    ['a score of 42', { globalRiskIndex: 42 }, '/data/globalRiskIndex must be <= 10'],
    ['a missing field', { updatedAt: undefined }, "must have required property 'updatedAt'"],
    ['a time that is none', { updatedAt: 'yesterday' }, '/data/updatedAt must match format'],
    ['a time elsewhere', { updatedAt: '2026-01-01T00:00:00+02:00' }, 'must match pattern'],
    ['null where it may not be', { protocolCount: null }, '/data/protocolCount must be integer'],
  ])('is found by its body: %s', (_, change, fault) => {
    expect(statsWith(change).join('\n')).toContain(fault)
  })

  it('is found by a row deep inside', () => {
    expect(rowWith({ oracleRisk: 42 }).join('\n')).toContain('/data/0/oracleRisk must be <= 10')
    expect(rowWith({ riskLevel: 'extreme' }).join('\n')).toContain('/data/0/riskLevel')
    expect(rowWith({ scoreHistory: Array(13).fill(1) }).join('\n')).toContain('scoreHistory')
    expect(rowWith({ creditRisk: undefined }).join('\n')).toContain('creditRisk')
  })

  it('rejects a risk summary that is neither complete nor empty', () => {
    const { data } = ROUTE_DOCUMENTATION.wallet.example
    const faultsOf = (riskSummary: object) => {
      const body = JSON.stringify({ success: true, data: { ...data, riskSummary } })
      return validateResponse('wallet', 200, JSON_HEADERS, body)
    }
    expect(faultsOf({})).toEqual([])
    expect(faultsOf({ ...data.riskSummary, later: 1 })).toEqual([])
    expect(faultsOf({ flags: [] })).not.toEqual([])
    expect(faultsOf({ ...data.riskSummary, flags: ['other'] })).not.toEqual([])
  })

  it('is found by a status that is not described', () => {
    expect(validateResponse('stats', 418, TAGGED, '{}')).toEqual([
      'status 418 is not described for GET stats',
    ])
    expect(problemFaults('stats', 'FORBIDDEN')).toHaveLength(1)
    expect(problemFaults('health', 'UNPROCESSABLE')).toHaveLength(1)
  })

  it.each(Object.keys(RATES))('is found by the header %s that it lacks', (name) => {
    const headers = new Headers(TAGGED)
    headers.delete(name)
    const body = JSON.stringify(ROUTE_DOCUMENTATION.stats.example)
    expect(validateResponse('stats', 200, headers, body)).toEqual([`header ${name} is missing`])
  })

  it('is found by a header that is no number, or a negative one', () => {
    for (const value of ['many', '-1', '1.5', '']) {
      const faults = statsWith({}, { ...TAGGED, 'X-RateLimit-Remaining': value })
      expect(faults.join()).toContain('header X-RateLimit-Remaining must be integer')
    }
    expect(statsWith({}, { ...TAGGED, ETag: '5f1f' }).join()).toContain('header ETag must match')
  })

  it('is found by Retry-After where it is due and absent, and where it is not due', () => {
    expect(problemFaults('stats', 'DATA_UNAVAILABLE')).toEqual(['header Retry-After is missing'])
    expect(statsWith({}, { ...TAGGED, 'Retry-After': '1' })).toHaveLength(1)
    expect(problemFaults('stats', 'INTERNAL_ERROR', { 'Retry-After': '1' })).toHaveLength(1)
  })

  it('is found by its content type', () => {
    expect(statsWith({}, { ...TAGGED, 'Content-Type': 'text/html' })).toHaveLength(1)
    expect(statsWith({}, { ...RATES, ETag: '"a"' })).toEqual(['content type "" is not described'])
  })

  it('is found by a body that is no JSON, or is there though none may be', () => {
    for (const body of ['', null, '{"success":true', '<html>']) {
      expect(validateResponse('stats', 200, TAGGED, body)).toEqual(['the body is not JSON'])
    }
    expect(validateResponse('stats', 304, { ...RATES, ETag: '"a"' }, '{}')).toHaveLength(1)
  })

  it('is found by an error whose code or status is not that of the response', () => {
    const body = (code: ProblemCode) => JSON.stringify(errorBody(code))
    const faults = validateResponse('protocol', 404, JSON_HEADERS, body('NOT_FOUND'))
    expect(faults.join()).toContain('/error/code')
    const other = validateResponse('stats', 500, JSON_HEADERS, body('UNAUTHORIZED'))
    expect(other.join()).toContain('/error/status')
    const later = { ...errorBody('UNAUTHORIZED').error, status: 500 }
    const mixed = JSON.stringify({ success: false, data: null, error: later })
    expect(validateResponse('stats', 401, JSON_HEADERS, mixed).join()).toContain('/error/status')
    const success = validateResponse(
      'stats',
      500,
      JSON_HEADERS,
      JSON.stringify(ROUTE_DOCUMENTATION.stats.example),
    )
    expect(success).not.toEqual([])
  })
})

it('checks against the document that it is given', () => {
  const document = createOpenApi('3.1.1', '0.0.0')
  document.components.schemas.Stats = { type: 'object', required: ['later'] }
  const body = JSON.stringify(ROUTE_DOCUMENTATION.stats.example)
  expect(createConformance(document)('stats', 200, TAGGED, body).join()).toContain("'later'")
})

it('can say of every route what a wrong body is', () => {
  for (const { id } of ROUTES) {
    expect(validateResponse(id, 200, TAGGED, '{"success":true,"data":1}')).not.toEqual([])
  }
})
