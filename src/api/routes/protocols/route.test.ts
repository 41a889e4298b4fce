import { describe, expect, test } from 'vitest'
import { type ApiResponse, PUBLISHED } from '../../../http/api-response.ts'
import type { DataSet, InternalFetch } from '../../../http/internal-fetch.ts'
import { aRouteContext } from '../../../testing/api/route-context.ts'
import { protocols } from './route.ts'

const listProtocols = (search: string, dataSet: DataSet, fetchInternal: InternalFetch) =>
  protocols.handle(aRouteContext({ search, dataSet, fetchInternal }))

/** The function of the list. */
function functionOf(status = 200) {
  const asked: string[] = []
  const origin = async (address: string): Promise<ApiResponse> => {
    asked.push(address)
    const headers = { ETag: '"tag"', [PUBLISHED]: 'mark', 'Netlify-CDN-Cache-Control': 'durable' }
    return { status, headers, body: '"function"' }
  }
  return { asked, origin }
}

describe('the protocol list', () => {
  test.each([
    ['', 'page=2&per_page=20&'],
    ['chain=Base', 'page=2&per_page=20&chain=base&'],
    ['category=Lending', 'page=2&per_page=20&category=lending&'],
    ['min_credit_score=0', 'page=2&per_page=20&min_credit_score=0&'],
    ['ids=lido,aave-v3', 'ids=aave-v3%2Clido&page=2&per_page=100&'],
    ['per_page=100', 'page=2&per_page=100&'],
    ['per_page=100&fields=tvlUsd,name', 'fields=name%2CtvlUsd&page=2&per_page=100&'],
  ])('%j is a question for the function, written in one way', async (query, asks) => {
    for (const search of [`?${query}&page=2`, `?junk=1&page=2&set=live&sort_dir=desc&${query}`]) {
      const { origin, asked } = functionOf()
      const answer = await listProtocols(search, 'sandbox', origin)
      const order = 'sort_by=compositeScore&sort_dir=desc'
      expect(asked).toEqual([`/_fn/protocols?set=sandbox&${asks}${order}`])
      expect(answer.body).toBe('"function"')
      expect(answer.headers).not.toHaveProperty('Netlify-CDN-Cache-Control')
    }
  })

  test('a cursor takes the place of the page', async () => {
    const { origin, asked } = functionOf()
    await listProtocols('?per_page=100&cursor=abc', 'live', origin)
    expect(asked[0]).toContain('&cursor=abc&per_page=100&sort_by')
  })

  test('a wrong query is refused without asking anybody', async () => {
    const { origin, asked } = functionOf()
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
    const answer = await listProtocols('', 'live', functionOf(status).origin)
    expect(answer.status).toBe(expected)
    if (expected === 503) expect(answer.headers['Retry-After']).toBe('60')
  })
})
