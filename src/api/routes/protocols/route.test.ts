import { describe, expect, test } from 'vitest'
import { type ApiResponse, PUBLISHED } from '../../../http/api-response.ts'
import type { DataSet, InternalFetch } from '../../../http/internal-fetch.ts'
import { aRouteContext } from '../../../testing/api/route-context.ts'
import { protocols } from './route.ts'

const listProtocols = (search: string, dataSet: DataSet, fetchInternal: InternalFetch) =>
  protocols.handle(aRouteContext({ search, dataSet, fetchInternal }))

/** A folder with so many blocks, and the function. */
function folder(blocks: number, functionStatus = 200) {
  const asked: string[] = []
  const origin = async (address: string): Promise<ApiResponse> => {
    asked.push(address)
    const headers = { ETag: '"tag"', [PUBLISHED]: 'mark', 'Netlify-CDN-Cache-Control': 'durable' }
    if (address.startsWith('/_fn/')) return { status: functionStatus, headers, body: '"function"' }
    const block = Number(/\/(\d+)\.json$/.exec(address)?.[1])
    return block > blocks
      ? { status: 404, headers: {}, body: null }
      : { status: 200, headers, body: `"block ${block}"` }
  }
  return { asked, origin }
}

describe('the protocol list', () => {
  test('a page of 100 is its published block, with its tag and without cache headers', async () => {
    const { origin, asked } = folder(4)
    const search = '?sort=name&order=asc&per_page=100&page=2'
    const answer = await listProtocols(search, 'sandbox', origin)
    expect(asked).toEqual(['/_data/sandbox/lists/name-asc/2.json'])
    expect(answer.body).toBe('"block 2"')
    expect(Object.keys(answer.headers).sort()).toEqual(['Content-Type', 'ETag'])
  })

  test('a page of 100 past the end is a question for the function, which has the total', async () => {
    const { origin, asked } = folder(4)
    const answer = await listProtocols('?per_page=100&page=5', 'live', origin)
    expect(asked).toHaveLength(2)
    expect(answer.body).toBe('"function"')
  })

  test.each([
    ['', 'page=2&per_page=20&'],
    ['chain=Base', 'page=2&per_page=20&chain=base&'],
    ['category=Lending', 'page=2&per_page=20&category=lending&'],
    ['min_credit_score=0', 'page=2&per_page=20&min_credit_score=0&'],
    ['ids=lido,aave-v3', 'ids=aave-v3%2Clido&page=2&per_page=100&'],
    ['per_page=100&fields=tvlUsd,name', 'fields=name%2CtvlUsd&page=2&per_page=100&'],
  ])('%j is a question for the function, written in one way', async (query, asks) => {
    for (const search of [`?${query}&page=2`, `?junk=1&page=2&set=live&sort_dir=desc&${query}`]) {
      const { origin, asked } = folder(4)
      const answer = await listProtocols(search, 'sandbox', origin)
      const order = 'sort_by=compositeScore&sort_dir=desc'
      expect(asked).toEqual([`/_fn/protocols?set=sandbox&${asks}${order}`])
      expect(answer.body).toBe('"function"')
      expect(answer.headers).not.toHaveProperty('Netlify-CDN-Cache-Control')
    }
  })

  test('a cursor takes the place of the page', async () => {
    const { origin, asked } = folder(4)
    await listProtocols('?per_page=100&cursor=abc', 'live', origin)
    expect(asked[0]).toContain('&cursor=abc&per_page=100&sort_by')
  })

  test('a wrong query is refused without asking anybody', async () => {
    const { origin, asked } = folder(4)
    const answer = await listProtocols('?page=0&chain=', 'live', origin)
    expect(answer.status).toBe(400)
    expect(Object.keys(JSON.parse(String(answer.body)).error.details)).toEqual(['page', 'chain'])
    expect(asked).toEqual([])
  })

  test.each([
    [503, 503],
    [404, 503],
    [400, 400],
    [410, 410],
  ])('a function that answers %i is %i', async (status, expected) => {
    const answer = await listProtocols('', 'live', folder(4, status).origin)
    expect(answer.status).toBe(expected)
    if (expected === 503) expect(answer.headers['Retry-After']).toBe('60')
  })
})
