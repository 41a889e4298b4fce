import { describe, expect, test } from 'vitest'
import { type ApiResponse, PUBLISHED } from '../../../http/api-response.ts'
import type { DataSet, InternalFetch } from '../../../http/internal-fetch.ts'
import { aRouteContext } from '../../../testing/api/route-context.ts'
import { protocols } from './route.ts'

const listProtocols = (search: string, dataSet: DataSet, fetchInternal: InternalFetch) =>
  protocols.handle(aRouteContext({ search, dataSet, fetchInternal }))

/** A folder with `total` rows, named by their place, in blocks of 100; `broken` blocks cannot be read. */
function blocks(total: number, options: { broken?: number[]; marks?: string[] } = {}) {
  const { broken = [], marks = [] } = options
  const asked: string[] = []
  const origin = async (address: string): Promise<ApiResponse> => {
    asked.push(address)
    const mark = marks[asked.length - 1] ?? 'same'
    const headers = { ETag: '"block"', [PUBLISHED]: mark, 'Netlify-CDN-Cache-Control': 'durable' }
    if (address.startsWith('/_fn/')) return { status: 200, headers, body: '"function"' }
    const block = Number(/\/(\d+)\.json$/.exec(address)?.[1])
    if (broken.includes(block)) return { status: 503, headers: {}, body: null }
    const from = (block - 1) * 100
    if (block > 1 && from >= total) return { status: 404, headers: {}, body: null }
    const data = Array.from({ length: Math.min(100, Math.max(0, total - from)) }, (_, i) => ({
      id: `${mark}:${from + i}`,
    }))
    const meta = { total, page: block, limit: 100, pageCount: Math.ceil(total / 100) }
    return { status: 200, headers, body: JSON.stringify({ success: true, data, meta }) }
  }
  return { asked, origin }
}

const bodyOf = ({ body }: ApiResponse) => JSON.parse(String(body))
const idsOf = (answer: ApiResponse): string[] =>
  bodyOf(answer).data.map(({ id }: { id: string }) => id)
const places = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => `same:${from + i}`)

describe('the protocol list', () => {
  test('any size of page concatenates to the whole list', async () => {
    for (const total of [0, 1, 99, 100, 101, 338, 400]) {
      for (const size of [1, 7, 20, 33, 50, 64, 99, 100]) {
        const { origin, asked } = blocks(total)
        const seen: string[] = []
        const pageCount = Math.ceil(total / size)
        for (let page = 1; page <= pageCount + 1; page += 1) {
          const answer = await listProtocols(`?page=${page}&per_page=${size}`, 'live', origin)
          expect(bodyOf(answer).meta).toEqual({ total, page, limit: size, pageCount })
          seen.push(...idsOf(answer))
          expect(asked.splice(0).length).toBeLessThanOrEqual(3)
        }
        expect(seen).toEqual(places(0, total))
      }
    }
  })

  test('order and data set choose the folder', async () => {
    const { origin, asked } = blocks(338)
    await listProtocols('?sort_by=name&sort_dir=asc&page=4&per_page=30', 'sandbox', origin)
    expect(asked).toEqual([
      '/_data/sandbox/lists/name-asc/1.json',
      '/_data/sandbox/lists/name-asc/2.json',
    ])
  })

  test('a page of 100 is its published block, with its tag and without cache headers', async () => {
    const { origin } = blocks(338)
    const answer = await listProtocols('?per_page=100&page=2', 'live', origin)
    expect(idsOf(answer)).toEqual(places(100, 200))
    expect(Object.keys(answer.headers).sort()).toEqual(['Content-Type', 'ETag'])
  })

  test.each([
    ['chain=Base', 'chain=base&'],
    ['category=Lending', 'category=lending&'],
    ['min_credit_score=0', 'min_credit_score=0&'],
  ])('%s is a question for the function, written in one way', async (query, filter) => {
    for (const search of [`?${query}&page=2`, `?junk=1&page=2&set=live&sort_dir=desc&${query}`]) {
      const { origin, asked } = blocks(338)
      const answer = await listProtocols(search, 'sandbox', origin)
      const asks = `page=2&per_page=20&${filter}sort_by=compositeScore&sort_dir=desc`
      expect(asked).toEqual([`/_fn/protocols?set=sandbox&${asks}`])
      expect(answer.body).toBe('"function"')
      expect(answer.headers).not.toHaveProperty('Netlify-CDN-Cache-Control')
    }
  })

  test('a wrong query is refused without asking anybody', async () => {
    const { origin, asked } = blocks(338)
    const answer = await listProtocols('?page=0&chain=', 'live', origin)
    expect(answer.status).toBe(400)
    expect(Object.keys(bodyOf(answer).error.details)).toEqual(['page', 'chain'])
    expect(asked).toEqual([])
  })

  test.each([
    ['the only block', 1, 20, 1],
    ['the first of two', 2, 60, 1],
    ['the second of two', 2, 60, 2],
    ['a block of 100', 2, 100, 2],
    ['the block that knows the total', 9, 100, 1],
  ])('%s missing: 503, and never a list that ends early', async (_, page, size, broken) => {
    const { origin } = blocks(338, { broken: [broken] })
    const answer = await listProtocols(`?page=${page}&per_page=${size}`, 'live', origin)
    expect(answer.status).toBe(503)
    expect(answer.headers['Retry-After']).toBe('60')
  })

  test('a block cut short is not an answer', async () => {
    const { origin } = blocks(338)
    const half = async (address: string) => {
      const answer = await origin(address)
      return { ...answer, body: String(answer.body).slice(0, 500) }
    }
    expect((await listProtocols('', 'live', half)).status).toBe(503)
  })

  test('a page is cut from one snapshot, also when the next one comes between its blocks', async () => {
    const { origin, asked } = blocks(338, { marks: ['old', 'new', 'new', 'new'] })
    const ids = idsOf(await listProtocols('?page=2&per_page=60', 'live', origin))
    expect(asked).toHaveLength(4)
    expect(ids).toHaveLength(60)
    expect(ids.every((id) => id.startsWith('new:'))).toBe(true)
  })
})
