import { describe, expect, test, vi } from 'vitest'
import { type SearchIndex, searchDocument } from '../../../contract/finding.ts'
import { textOf } from '../../../http/api-response.ts'
import { answerSearch } from './function.ts'

const INDEX: SearchIndex = {
  snapshot: '2026-11-21-abc',
  asOf: '2026-11-21',
  count: 3,
  categories: ['Lending'],
  columns: {
    id: ['aave', 'auk', 'lido'],
    name: ['Aave', 'Auk', 'Lido'],
    symbol: ['AAVE', null, 'LDO'],
    category: [0, null, null],
    tvlUsd: [10, null, 20],
    tvlAsOf: ['2024-03-11', null, '2026-11-21'],
    compositeScore: [2.1, null, 3.4],
    status: ['active', 'dead', 'active'],
    parent: [null, 'aave', null],
    formerSlugs: [[], [], ['lido-of-old']],
  },
}

function world(index: unknown = INDEX) {
  const log = vi.fn()
  const loadIndex = vi.fn(async () => index)
  return { log, loadIndex, ask: (search: string) => answerSearch(search, { loadIndex, log }) }
}

describe(answerSearch, () => {
  test('answers with rows in the published shape, for the CDN to keep', async () => {
    const answer = await world().ask('?set=live&q=aave&limit=10')
    expect(answer.status).toBe(200)
    expect(answer.headers['Netlify-CDN-Cache-Control']).toContain('public')
    const body = JSON.parse(textOf(answer))
    expect(searchDocument.safeParse(body).error).toBeUndefined()
    expect(body.data).toEqual([
      {
        id: 'aave',
        slug: 'aave',
        name: 'Aave',
        symbol: 'AAVE',
        category: 'Lending',
        tvlUsd: 10,
        tvlAsOf: '2024-03-11',
        composite: 2.1,
        riskLevel: 'low',
        status: 'active',
        matched: 'name',
        match: 'exact',
      },
      {
        id: 'auk',
        slug: 'auk',
        name: 'Auk',
        symbol: null,
        category: null,
        tvlUsd: null,
        tvlAsOf: null,
        composite: null,
        riskLevel: null,
        status: 'dead',
        matched: 'parent',
        match: 'exact',
      },
    ])
  })

  test('the same text is answered from memory, another limit is another answer', async () => {
    const { ask } = world()
    const first = await ask('?set=live&q=aave&limit=10')
    expect(await ask('?set=live&limit=10&q=AAVE')).toBe(first)
    const one = JSON.parse(textOf(await ask('?set=live&q=aave&limit=1')))
    expect(one.data).toHaveLength(1)
    expect(one.meta).toEqual({ total: 2, limit: 1, snapshot: INDEX.snapshot })
  })

  test('a wrong query is 400 before anything is read, and is not stored', async () => {
    const { ask, loadIndex } = world()
    const answer = await ask(`?set=live&q=${'a'.repeat(101)}&limit=0`)
    expect(answer.status).toBe(400)
    expect(answer.headers['Cache-Control']).toBe('no-store')
    expect(Object.keys(JSON.parse(textOf(answer)).error.details)).toEqual(['q', 'limit'])
    expect(loadIndex).not.toHaveBeenCalled()
  })

  test.each(['', '?q=aave', '?set=other&q=aave', '?q=aave&set=live'])(
    '%j is 404',
    async (search) => {
      expect((await world().ask(search)).status).toBe(404)
    },
  )

  test.each([
    null,
    'text',
    {},
    { ...INDEX, categories: null },
    { ...INDEX, count: 4 },
    { ...INDEX, columns: { ...INDEX.columns, parent: undefined } },
  ])('an index that is incomplete is 503 and a line of log', async (index) => {
    const { ask, log } = world(index)
    const answer = await ask('?set=live&q=aave')
    expect([answer.status, answer.headers['Retry-After']]).toEqual([503, '60'])
    expect(log).toHaveBeenCalledOnce()
  })
})
