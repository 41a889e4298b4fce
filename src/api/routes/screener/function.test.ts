import { describe, expect, test } from 'vitest'
import { listDocument } from '../../../contract/protocol-summary.ts'
import { screenerDocument } from '../../../contract/responses.ts'
import { toResponse } from '../../../http/api-response.ts'
import { entityTag } from '../../../http/conditional.ts'
import { generateRows, indexOf } from '../../../testing/api/generated-rows.ts'
import type { IndexFunctionDependencies } from '../index-function.ts'
import { answerProtocols, answerScreener } from './function.ts'

const LIVE = indexOf(generateRows(250, 1))
const SANDBOX = indexOf(generateRows(7, 2))

describe(answerScreener, () => {
  test('answers a page with its meta, in the published shape', async () => {
    const response = await screener('?set=live&page=3&per_page=100&sort=tvl')
    const body = await response.json()
    expect(response.status).toBe(200)
    expect(screenerDocument.safeParse(body).error).toBeUndefined()
    expect(body.data).toHaveLength(50)
    const { snapshot } = LIVE
    const at = { total: 250, page: 3, limit: 100, pageCount: 3, snapshot, nextCursor: null }
    expect(JSON.stringify(body.meta)).toBe(JSON.stringify(at))
    expect(Object.keys(body)).toEqual(['success', 'data', 'meta'])
  })

  test('a wrong query is refused even when there is no data', async () => {
    const dependencies = { loadIndex: () => Promise.reject(new Error('gone')), log: () => {} }
    expect((await screener('?set=live&page=0', dependencies)).status).toBe(400)
  })

  test('the data set comes first; another `set` is one more parameter that means nothing', async () => {
    const response = await screener('?set=live&set=sandbox&per_page=1')
    expect((await response.json()).meta.total).toBe(250)
  })

  test.each(['', '?set=', '?set=all', '?page=1&set=live', '?SET=live', '?set=live%00'])(
    'an address without a data set in front, %j, is not found',
    async (search) => {
      const response = await screener(search)
      expect(response.status).toBe(404)
      expect((await response.json()).error.code).toBe('NOT_FOUND')
    },
  )

  test('the CDN may keep an answer by its whole query, and its tag is that of its bytes', async () => {
    const response = await screener('?set=live&page=2')
    const other = await screener('?set=live&page=3')
    expect(response.headers.get('Netlify-CDN-Cache-Control')).toBe(
      'public, durable, max-age=300, stale-while-revalidate=3600',
    )
    expect(response.headers.get('Netlify-Vary')).toBe('query')
    expect(response.headers.get('Content-Type')).toBe('application/json; charset=utf-8')
    expect(response.headers.get('ETag')).toBe(await entityTag(await response.text()))
    expect(other.headers.get('ETag')).not.toBe(response.headers.get('ETag'))
  })
})

test('answerProtocols answers a filtered list in the published shape, without the six risks', async () => {
  const response = await protocols('?set=live&min_credit_score=5&sort_by=name&sort_dir=asc')
  const body = await response.json()
  const { compositeScore } = LIVE.columns
  expect(listDocument.safeParse(body).error).toBeUndefined()
  expect(body.meta.total).toBe(compositeScore.filter((score) => (score ?? 0) >= 5).length)
})

describe('what was answered', () => {
  test('is remembered with its bytes and its tag, by query, data set and endpoint', async () => {
    const query = '?set=live&page=1&per_page=20&sort=tvl'
    const first = await answerScreener(query, SERVING)
    expect(await answerScreener(query, SERVING)).toBe(first)
    for (const other of [
      await answerScreener(query.replace('page=1', 'page=2'), SERVING),
      await answerScreener(query.replace('live', 'sandbox'), SERVING),
      await answerProtocols(query, SERVING),
    ]) {
      expect(other.status).toBe(200)
      expect(other.headers.ETag).not.toBe(first.headers.ETag)
    }
  })

  test('is forgotten with its index, and a refusal is not remembered', async () => {
    const old = { loadIndex: async () => SANDBOX, log: () => {} }
    const next = { loadIndex: async () => structuredClone(SANDBOX), log: () => {} }
    const first = await answerScreener('?set=live', old)
    const second = await answerScreener('?set=live', next)
    expect(second).not.toBe(first)
    expect(second).toEqual(first)
    const refused = await answerScreener('?set=live&page=0', old)
    expect(refused.status).toBe(400)
    expect(await answerScreener('?set=live&page=0', old)).not.toBe(refused)
  })
})

describe('the index', () => {
  const broken: [string, unknown][] = [
    ['nothing', null],
    ['text', 'half a fi'],
    ['another document', { success: true, data: {} }],
    ['an index without columns', { ...LIVE, columns: undefined }],
    ['an index without names', { ...LIVE, chains: null }],
    ['an index that lacks a column', withColumns({ oracleRisk: undefined })],
    ['a column that is cut short', withColumns({ tvlUsd: LIVE.columns.tvlUsd.slice(1) })],
    ['a column that is no column', withColumns({ scoredAt: 'x'.repeat(LIVE.count) })],
    ['rows out of order', withColumns({ id: LIVE.columns.id.toReversed() })],
    ['a wrong count', { ...LIVE, count: LIVE.count - 1 }],
  ]

  test.each(broken)('%s instead of an index gives 503, and is logged', async (_, index) => {
    const logged: unknown[] = []
    const dependencies = {
      loadIndex: async () => index,
      log: (error: unknown) => void logged.push(error),
    }
    for (const ask of [screener, protocols]) {
      const response = await ask('?set=live', dependencies)
      expect(response.status).toBe(503)
      expect(response.headers.get('Retry-After')).toBe('60')
      expect(response.headers.get('Cache-Control')).toBe('no-store')
      expect((await response.json()).error.code).toBe('DATA_UNAVAILABLE')
    }
    expect(logged.map(String)).toEqual(
      Array(2).fill('Error: screener.json is incomplete or does not match its schema.'),
    )
  })

  test('a failure to read gives 503 without its reason, and the next request may succeed', async () => {
    let reads = 0
    const dependencies = {
      loadIndex: async () => {
        reads += 1
        if (reads === 1) throw new Error('ENOENT: /srv/secret/path')
        return LIVE
      },
      log: () => {},
    }
    const failed = await screener('?set=live', dependencies)
    expect(failed.status).toBe(503)
    expect(await failed.text()).not.toContain('secret')
    expect((await screener('?set=live', dependencies)).status).toBe(200)
  })

  test('a new index under the same snapshot is noticed at once', async () => {
    const versions = [LIVE, indexOf(generateRows(30, 9)), LIVE]
    const totals: number[] = []
    for (const index of versions) {
      const dependencies = { loadIndex: async () => index, log: () => {} }
      totals.push((await (await screener('?set=live', dependencies)).json()).meta.total)
    }
    expect(totals).toEqual([250, 30, 250])
  })
})

const SERVING: IndexFunctionDependencies = {
  loadIndex: async (set) => (set === 'live' ? LIVE : SANDBOX),
  log: (error) => {
    throw error
  },
}

async function screener(search: string, dependencies = SERVING): Promise<Response> {
  return toResponse(await answerScreener(search, dependencies))
}

async function protocols(search: string, dependencies = SERVING): Promise<Response> {
  return toResponse(await answerProtocols(search, dependencies))
}

function withColumns(columns: Record<string, unknown>): unknown {
  return { ...LIVE, columns: { ...LIVE.columns, ...columns } }
}
