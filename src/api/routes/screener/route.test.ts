import { describe, expect, test } from 'vitest'
import { aRouteContext } from '../../../testing/api/route-context.ts'
import { screener } from './route.ts'

describe('the screener route', () => {
  const asking = (search: string, status = 200) => {
    const asked: string[] = []
    const answer = screener.handle(
      aRouteContext({
        search,
        fetchInternal: async (address) => {
          asked.push(address)
          return { status, headers: { 'Content-Type': 'text/html' }, body: '<h1>trace</h1>' }
        },
      }),
    )
    return { asked, answer }
  }

  test.each(['', '?', '?order=desc', '?set=sandbox&page=1&_=1732190000'])(
    'the query "%s" asks the same question',
    async (search) => {
      const { asked, answer } = asking(search)
      expect((await answer).status).toBe(200)
      expect(asked).toEqual([
        '/_fn/screener?set=live&page=1&per_page=20&sort=compositeScore&order=desc',
      ])
    },
  )

  test('a 400 of the function is passed on', async () => {
    expect((await asking('', 400).answer).status).toBe(400)
  })

  test.each([404, 500, 502, 503])('a function that answers %i is down', async (status) => {
    const answer = await asking('', status).answer
    expect(answer.status).toBe(503)
    expect(answer.headers['Retry-After']).toBe('60')
    expect(String(answer.body)).not.toContain('trace')
  })
})
