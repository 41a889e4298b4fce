import { describe, expect, test } from 'vitest'
import { jsonResponse, problem } from '../http/api-response.ts'
import { ApiCalls, ApiRefusal, addressOf, pathPart } from './ask-api.ts'

const refusalOf = async (work: () => unknown) => {
  const error = await Promise.resolve()
    .then(work)
    .catch((reason: unknown) => reason)
  return error instanceof ApiRefusal ? error.refusal : error
}

describe(ApiCalls, () => {
  test('counts its requests, and has the least that remains', async () => {
    const left = ['7', '5', '6']
    const api = new ApiCalls(async () =>
      jsonResponse({ a: 1 }, { 'X-RateLimit-Remaining': left.shift() ?? '' }),
    )
    expect(api.remaining).toBeNull()
    for (let n = 0; n < 3; n += 1) expect(await api.get('/v1/stats')).toEqual({ a: 1 })
    expect([api.count, api.remaining]).toEqual([3, 5])
  })

  test.each([
    [
      problem('RATE_LIMIT_EXCEEDED', { message: 'Slower.', headers: { 'Retry-After': '1' } }),
      { code: 'RATE_LIMIT_EXCEEDED', message: 'Slower.', status: 429, retryAfterSeconds: 1 },
    ],
    [
      problem('NOT_FOUND', { details: { suggestions: ['a'] }, headers: { 'Retry-After': '0' } }),
      {
        ...{ code: 'NOT_FOUND', message: expect.any(String), status: 404 },
        details: { suggestions: ['a'] },
      },
    ],
    [
      { status: 200, headers: {}, body: '<title>A page</title>' },
      {
        ...{ code: 'DATA_UNAVAILABLE', status: 503 },
        message: 'The API sent no readable document.',
      },
    ],
  ])('refuses what is no document', async (response, expected) => {
    const refusal = await refusalOf(() => new ApiCalls(async () => response).get('/v1/x'))
    expect(refusal).toEqual(expected)
  })
})

test('a value is one part of a path, and never a step in it', async () => {
  expect(pathPart('a/b ..?')).toBe('a%2Fb%20..%3F')
  for (const step of ['.', '..']) {
    expect(await refusalOf(() => pathPart(step))).toMatchObject({ code: 'INVALID_REQUEST' })
  }
})

test.each([
  [{}, '/v1/x'],
  [{ a: undefined, b: '', c: [] }, '/v1/x'],
  [{ a: 0, b: ['Base', 'BNB Chain'], c: 'd&e' }, '/v1/x?a=0&b=Base%2CBNB+Chain&c=d%26e'],
])('%j is written as %s', (query, address) => {
  expect(addressOf('/v1/x', query)).toBe(address)
})
