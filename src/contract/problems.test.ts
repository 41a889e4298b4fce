import { describe, expect, test } from 'vitest'
import { errorBody, PROBLEMS, problemResponse } from './problems.ts'

describe('the list of errors', () => {
  test('holds every row of the interface and every decision, with its status', () => {
    const statuses = Object.entries(PROBLEMS).map(([code, { status }]) => `${status} ${code}`)
    expect(statuses).toEqual([
      '400 INVALID_REQUEST',
      '401 UNAUTHORIZED',
      '403 FORBIDDEN',
      '404 NOT_FOUND',
      '404 PROTOCOL_NOT_FOUND',
      '405 METHOD_NOT_ALLOWED',
      '410 SNAPSHOT_GONE',
      '422 UNPROCESSABLE',
      '429 RATE_LIMIT_EXCEEDED',
      '500 INTERNAL_ERROR',
      '501 NOT_IMPLEMENTED',
      '502 NAME_RESOLUTION_FAILED',
      '503 DATA_UNAVAILABLE',
    ])
  })

  test('says each message in full sentences', () => {
    for (const { message } of Object.values(PROBLEMS)) expect(message).toMatch(/^[A-Z].+\.$/)
  })
})

describe(errorBody, () => {
  test('is the envelope of the interface, without details when there are none', () => {
    expect(JSON.stringify(errorBody('NOT_FOUND'))).toBe(
      '{"success":false,"data":null,"error":{"code":"NOT_FOUND","message":"The requested resource does not exist.","status":404,"documentation":"/docs/errors/NOT_FOUND/"}}',
    )
  })

  test('carries details by field and a message of its own', () => {
    const { error } = errorBody('INVALID_REQUEST', 'No.', { page: ['must be from 1 to 5'] })
    expect(error).toEqual({
      code: 'INVALID_REQUEST',
      message: 'No.',
      status: 400,
      details: { page: ['must be from 1 to 5'] },
      documentation: '/docs/errors/INVALID_REQUEST/',
    })
  })
})

describe(problemResponse, () => {
  test('is JSON that no cache stores, with the headers that are given', async () => {
    const response = problemResponse('DATA_UNAVAILABLE', { headers: { 'Retry-After': '60' } })
    expect(response.status).toBe(503)
    expect(Object.fromEntries(response.headers)).toEqual({
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'retry-after': '60',
    })
    expect(await response.json()).toEqual(errorBody('DATA_UNAVAILABLE'))
  })
})
