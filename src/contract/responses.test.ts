import { describe, expect, it } from 'vitest'
import { createHealth } from '../gateway/health.ts'
import { createUsageReport } from '../gateway/usage.ts'
import { errorBody, PROBLEMS, type ProblemCode } from './problems.ts'
import { errorDocument, healthDocument, usageReport, walletDocument } from './responses.ts'
import { ENDPOINT_GROUPS } from './routes.ts'

const NOW = Date.parse('2026-02-10T12:00:00Z')

describe('the usage report', () => {
  it('is what the gateway makes of any counts', () => {
    for (const each of [0, 1, 1_000_000]) {
      const counts = { protocols: each, wallet: each, screener: each, other: each }
      const report = createUsageReport({ id: 'key_1', plan: 'free' }, 100_000, counts, NOW)
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
    const { body } = await createHealth('live', origin, '0.1.0', NOW)
    expect(healthDocument.safeParse(JSON.parse(String(body))).error).toBeUndefined()
  })
})

describe('the error envelope', () => {
  it.each(Object.keys(PROBLEMS))('holds %s, with and without details', (code) => {
    const body = { ...errorBody('NOT_FOUND'), error: { code, message: 'x', status: 400 } }
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
  it('is open for what positions bring along', () => {
    const data = { address: '0x1', positions: [{ chain: 'base', netUsd: null }], riskSummary: {} }
    const document = { success: true, data: { ...data, generatedAt: 'now' } }
    expect(walletDocument.parse(document)).toEqual(document)
  })

  it('is nothing without an address or with a score out of bounds', () => {
    const data = { positions: [], riskSummary: {} }
    expect(walletDocument.safeParse({ success: true, data }).success).toBe(false)
    const high = { ...data, address: '0x1', portfolioScore: 42 }
    expect(walletDocument.safeParse({ success: true, data: high }).success).toBe(false)
  })
})
