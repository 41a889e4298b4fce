import { describe, expect, test } from 'vitest'
import { DIMENSION_COLUMNS } from '../../domain/dimension.ts'
import { ask, sweep, type Target } from './client.ts'
import { errorOf } from './reading.ts'
import wrong from './wrong-values.json' with { type: 'json' }

const MAXIMA = [
  'maxCompositeScore',
  ...DIMENSION_COLUMNS.map((risk) => `max${risk[0]?.toUpperCase()}${risk.slice(1)}`),
]

const WRONG_WORDS = ['', 'nothing', 'ASC', 'TVL', 'compositescore', 'tvl,name', 'tvl%20']

/** Strict parameters, with every complaint under the name of its field. */
export function describeParameters(target: Target): void {
  const refused = async (path: string): Promise<Record<string, string[]>> => {
    const reply = await ask(target, path)
    expect(reply.status, path).toBe(400)
    const error = errorOf(reply)
    expect(error.code).toBe('INVALID_REQUEST')
    expect(error.details, path).toBeDefined()
    return error.details ?? {}
  }

  describe.each([
    ['/v1/protocols', 'sort_by', 'sort_dir', ['min_credit_score']],
    ['/v1/screener', 'sort', 'order', [...sweep(target, MAXIMA)]],
  ])('parameters of GET %s', (path, sort, direction, scores) => {
    test.each(['page', 'per_page'])('%s must be a whole number in its range', async (name) => {
      for (const text of sweep(target, wrong.wholeNumbers)) {
        const details = await refused(`${path}?${name}=${text}`)
        expect(Object.keys(details), text).toEqual([name])
        expect(details[name]?.length).toBeGreaterThan(0)
      }
    })

    test('per_page goes from 1 to 100', async () => {
      for (const text of ['0', '101', '1000']) await refused(`${path}?per_page=${text}`)
      for (const text of ['1', '100']) {
        expect((await ask(target, `${path}?per_page=${text}`)).status).toBe(200)
      }
    })

    test.each(scores)('%s must be a decimal number from 0 to 10', async (name) => {
      for (const text of sweep(target, wrong.scores)) {
        expect(Object.keys(await refused(`${path}?${name}=${text}`)), text).toEqual([name])
      }
      for (const text of sweep(target, ['0', '10', '2.5', '10.0', '0.05'])) {
        expect((await ask(target, `${path}?${name}=${text}`)).status, text).toBe(200)
      }
    })

    test.each([sort, direction])(
      '%s must be one of its words, spelled as they are',
      async (name) => {
        for (const text of sweep(target, WRONG_WORDS)) {
          expect(Object.keys(await refused(`${path}?${name}=${text}`)), text).toEqual([name])
        }
      },
    )

    test.each(['page', 'per_page', sort, direction, ...scores])(
      '%s may be given once',
      async (name) => {
        const value = name === sort ? 'tvl' : name === direction ? 'asc' : '1'
        const twice = `${path}?${name}=${value}&${name}=${value}`
        expect(Object.keys(await refused(twice))).toEqual([name])
      },
    )

    test.each(['chain', 'category'])('%s may not be empty', async (name) => {
      for (const text of sweep(target, ['', ',', '%20', ',%20,'])) {
        expect(Object.keys(await refused(`${path}?${name}=${text}`)), text).toEqual([name])
      }
    })

    test('every wrong field is named at once', async () => {
      const query = `page=0&per_page=x&${sort}=q&${direction}=up&chain=&${scores[0]}=11`
      const details = await refused(`${path}?${query}&unknown=1`)
      expect(Object.keys(details).sort()).toEqual(
        ['page', 'per_page', sort, direction, 'chain', String(scores[0])].sort(),
      )
    })

    test('unknown parameters are ignored and named', async () => {
      const plain = await ask(target, `${path}?per_page=3`)
      expect(plain.headers['x-ignored-parameters']).toBeUndefined()
      const reply = await ask(target, `${path}?zebra=1&per_page=3&Page=2&zebra=2&%C3%A9=1`)
      expect(reply.status).toBe(200)
      expect(reply.text).toBe(plain.text)
      const named = String(reply.headers['x-ignored-parameters']).split(', ')
      expect(named.sort()).toEqual(['%C3%A9', 'Page', 'zebra'])
    })

    test('unknown parameters of a filtered list are named too', async () => {
      const reply = await ask(target, `${path}?chain=Ethereum&colour=red`)
      expect(reply.headers['x-ignored-parameters']).toBe('colour')
    })

    test('sort and order are understood, and no parameter of the list by the screener', async () => {
      const sorted = await ask(target, `${path}?sort=tvl&order=asc`)
      expect(sorted.text).toBe((await ask(target, `${path}?${sort}=tvl&${direction}=asc`)).text)
      if (path !== '/v1/screener') return
      const reply = await ask(target, `${path}?sort_by=name`)
      expect(reply.status).toBe(200)
      expect(reply.headers['x-ignored-parameters']).toBe('sort_by')
    })

    test('the data set cannot be chosen by a parameter', async () => {
      const plain = await ask(target, `${path}?chain=Ethereum`)
      for (const query of ['chain=Ethereum&set=sandbox', 'set=sandbox&chain=Ethereum']) {
        const reply = await ask(target, `${path}?${query}`)
        expect(reply.text).toBe(plain.text)
        expect(reply.headers['x-ignored-parameters']).toBe('set')
      }
    })

    test('a header cannot be smuggled in through the name of a parameter', async () => {
      const reply = await ask(target, `${path}?x%0D%0AX-Evil:%201=1`)
      expect(reply.status).toBe(200)
      expect(reply.headers['x-evil']).toBeUndefined()
      expect(reply.headers['x-ignored-parameters']).toBe('x%0D%0AX-Evil%3A%201')
    })
  })

  test('a text, levels and amounts of the screener are refused by name when they are wrong', async () => {
    const query = `q=&level=medium&minTvl=-1&maxTvl=1e6&maxOracleRisk=11`
    expect(Object.keys(await refused(`/v1/screener?${query}`)).sort()).toEqual(
      ['level', 'maxOracleRisk', 'maxTvl', 'minTvl', 'q'].sort(),
    )
    expect(await refused(`/v1/screener?q=${'x'.repeat(101)}`)).toHaveProperty('q')
  })

  test('the same filters mean nothing to the list', async () => {
    const reply = await ask(target, '/v1/protocols?q=a&level=low&minTvl=1&maxTvl=2')
    expect(reply.headers['x-ignored-parameters']).toBe('level, maxTvl, minTvl, q')
  })

  test.each(['/v1', '/v1/health', '/v1/stats', '/v1/chains', '/v1/categories', '/v1/usage'])(
    '%s knows no parameters, and says so',
    async (path) => {
      const reply = await ask(target, `${path}?page=2&foo=`, { key: target.keys.pro })
      expect(reply.status).toBe(200)
      expect(reply.headers['x-ignored-parameters']).toBe('foo, page')
    },
  )
}
