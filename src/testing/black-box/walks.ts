import { describe, expect, test } from 'vitest'
import { ask, send, sweep, sweepRoutes, type Target } from './client.ts'
import { errorOf } from './reading.ts'

/** Filters of both lists, so that a walk goes through all rows, some, and none. */
const FILTERS = ['', 'category=Lending,Dexs', 'chain=Nowhere', 'ids=aave-v3,lido', 'chain=Ethereum']

const SNAPSHOT_READS = [
  '/v1',
  '/v1/stats',
  '/v1/search?q=aave',
  '/v1/protocols',
  '/v1/protocols?per_page=100',
  '/v1/protocols?chain=Ethereum',
  '/v1/protocols/aave-v3',
  '/v1/protocols/aave-v3/history',
  '/v1/protocols/aave-v3/dependencies',
  '/v1/dependencies/lido/dependents',
  '/v1/stress?fails=lido:0.1',
  '/v1/screener',
  '/v1/chains',
  '/v1/categories',
  '/v1/changes',
  '/v1/incidents',
]

/** Reads of one snapshot, walks by cursor, and rows and fields by name. */
export function describeWalks(target: Target): void {
  const get = async (path: string, key?: string) => {
    // The description is of whole rows.
    const asked = path.includes('fields=') ? send : ask
    const reply = await asked(target, path, key === undefined ? {} : { key })
    expect(reply.status, path).toBe(200)
    return Object(reply.json)
  }
  const snapshotOf = async (key?: string): Promise<string> =>
    (await get('/v1/health', key)).data.snapshot.id

  describe.each(['/v1/protocols', '/v1/screener'])('a walk through GET %s', (path) => {
    test.each(sweep(target, FILTERS))('with %j by cursor is that by pages', async (filter) => {
      for (const size of sweep(target, [33, 100])) {
        const search = `${filter}&per_page=${size}`
        const byPage: unknown[] = []
        for (let page = 1, pages = 1; page <= pages; page += 1) {
          const { data, meta } = await get(`${path}?${search}&page=${page}`)
          byPage.push(...data)
          pages = meta.pageCount
        }
        const { data, meta } = await get(`${path}?${search}`)
        const byCursor: unknown[] = [...data]
        for (let cursor = meta.nextCursor; cursor !== null; ) {
          const next = await get(`${path}?${search}&cursor=${cursor}`)
          byCursor.push(...next.data)
          cursor = next.meta.nextCursor
          expect(next.meta).toMatchObject({ snapshot: meta.snapshot, total: meta.total })
        }
        expect(byCursor).toEqual(byPage)
        expect(byCursor).toHaveLength(meta.total)
      }
    })

    test('is refused with a cursor that was changed, is of other filters, or of another list', async () => {
      const { meta } = await get(`${path}?per_page=5`)
      const other = await get(`${path === '/v1/screener' ? '/v1/protocols' : '/v1/screener'}`)
      for (const search of [
        'cursor=abc',
        `cursor=${'a'.repeat(201)}`,
        `cursor=${meta.nextCursor}&chain=Ethereum`,
        `cursor=${meta.nextCursor}&page=2`,
        `cursor=${other.meta.nextCursor}`,
      ]) {
        const reply = await ask(target, `${path}?${search}`)
        expect([reply.status, Object.keys(errorOf(reply).details ?? {})], search).toEqual([
          400,
          ['cursor'],
        ])
      }
    })

    test('of the live data does not go on in the sandbox', async () => {
      const { meta } = await get(`${path}?per_page=5`)
      const search = `${path}?per_page=5&cursor=${meta.nextCursor}`
      const reply = await ask(target, search, { key: target.keys.testPro })
      expect([reply.status, errorOf(reply).code]).toEqual([410, 'SNAPSHOT_GONE'])
      expect(errorOf(reply).details?.current).toEqual([await snapshotOf(target.keys.testPro)])
    })

    test('gives the rows and fields that are named, and names what there is not', async () => {
      const search = 'ids=lido,nothing-of-this-name,aave-v3&fields=tvlUsd,name&snapshot='
      const { data, meta } = await get(`${path}?${search}${await snapshotOf()}`)
      expect(data.map(Object.keys)).toEqual([0, 1].map(() => ['id', 'name', 'tvlUsd']))
      expect(meta).toMatchObject({ total: 2, unknownIds: ['nothing-of-this-name'] })
      const wrong = await ask(target, `${path}?fields=name,tvl`)
      expect(wrong.status).toBe(400)
      expect(errorOf(wrong).details).toMatchObject({
        fields: ['has no tvl'],
        suggestions: expect.arrayContaining(['tvlUsd']),
      })
    })

    test('of named rows works in the sandbox', async () => {
      const key = target.keys.testPro
      const first = await get(`${path}?per_page=2&fields=name`, key)
      const ids = first.data.map(({ id }: { id: string }) => id)
      const { data } = await get(`${path}?ids=${ids}&fields=name`, key)
      expect(data).toEqual(first.data)
    })
  })

  describe('a snapshot', () => {
    test.each(sweepRoutes(target, SNAPSHOT_READS))(
      '%s names it, and can be pinned to it',
      async (path) => {
        const current = await snapshotOf()
        const plain = await ask(target, path)
        expect(plain.headers['x-snapshot']).toBe(current)
        const and = path.includes('?') ? '&' : '?'
        const pinned = await ask(target, `${path}${and}snapshot=${current}`)
        expect([pinned.status, pinned.text]).toEqual([200, plain.text])
        const gone = await ask(target, `${path}${and}snapshot=2020-01-01-0123456789ab`)
        expect([gone.status, errorOf(gone).code]).toEqual([410, 'SNAPSHOT_GONE'])
        expect(errorOf(gone).details?.current).toEqual([current])
        expect(gone.headers['cache-control']).toBe('no-store')
        const wrong = await ask(target, `${path}${and}snapshot=`)
        expect([wrong.status, Object.keys(errorOf(wrong).details ?? {})]).toEqual([
          400,
          ['snapshot'],
        ])
      },
    )

    test('is named to a client that has the response already', async () => {
      const { headers } = await ask(target, '/v1/stats')
      const known = { 'If-None-Match': String(headers.etag) }
      const reply = await ask(target, '/v1/stats', { headers: known })
      expect([reply.status, reply.headers['x-snapshot']]).toEqual([304, headers['x-snapshot']])
    })

    test.each(['/v1/health', '/v1/usage'])('of %s is none', async (path) => {
      const reply = await ask(target, `${path}?snapshot=x`, { key: target.keys.pro })
      expect(reply.headers['x-ignored-parameters']).toBe('snapshot')
      expect(reply.headers['x-snapshot']).toBeUndefined()
    })
  })

  test('a history is cut by day and number, and a search says how many match', async () => {
    const path = '/v1/protocols/aave-v3/history'
    const { total, points } = (await get(path)).data
    expect(total).toBe(points.length)
    const newest = (await get(`${path}?limit=1`)).data
    expect([newest.total, newest.points]).toEqual([total, points.slice(-1)])
    const since = (await get(`${path}?since=${points.at(-1).day}`)).data
    expect(since.points).toEqual(points.slice(-1))
    const few = await get('/v1/search?q=a&limit=2')
    const more = await get('/v1/search?q=a&limit=50')
    expect(few.data).toEqual(more.data.slice(0, 2))
    expect(few.meta).toMatchObject({ total: more.meta.total, limit: 2 })
    expect(few.meta.total).toBeGreaterThan(2)
  })
}
