import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../testing/runs.ts'
import cases from './fixtures/query.json' with { type: 'json' }
import type { ParsedQuery } from './parameter-reader.ts'
import {
  DIRECTIONS,
  LEVEL_CHOICES,
  LIST_SORTS,
  type ListRequest,
  MAX_PAGE,
  parseListQuery,
  parseScreenerQuery,
  SCREENER_SORTS,
  type ScreenerRequest,
  THRESHOLDS,
} from './query.ts'

const SCORES = ['min_credit_score', ...Object.keys(THRESHOLDS)]

/** Texts that some number parser would take and ours must not. */
const { notDecimal: NOT_DECIMAL } = cases

describe(parseListQuery, () => {
  test('no parameter means the first twenty rows, highest composite first', () => {
    expect(list('')).toEqual({
      ok: true,
      ignored: [],
      value: {
        page: 1,
        perPage: 20,
        chains: [],
        categories: [],
        minScore: null,
        sort: 'compositeScore',
        direction: 'desc',
      },
    })
  })

  test('every parameter of the interface is understood', () => {
    const query =
      'page=3&per_page=100&chain=Ethereum,Base&category=Dexs&min_credit_score=2.5&sort_by=name&sort_dir=asc'
    expect(list(query)).toEqual({
      ok: true,
      ignored: [],
      value: {
        page: 3,
        perPage: 100,
        chains: ['ethereum', 'base'],
        categories: ['dexs'],
        minScore: 2.5,
        sort: 'name',
        direction: 'asc',
      },
    })
  })

  test('the order has the names of the screener too, but not both at once', () => {
    expect(value(list('sort=tvl&order=asc'))).toMatchObject({ sort: 'tvl', direction: 'asc' })
    expect(list('sort=tvl&sort_by=tvl&order=up')).toEqual({
      ok: false,
      details: {
        sort: ['must not be beside sort_by'],
        order: ['must be one of asc, desc'],
      },
    })
  })

  test('the filters of the screener mean nothing here, and are named', () => {
    expect(ignored(list('maxOracleRisk=bad'))).toEqual(['maxOracleRisk'])
  })

  test.each(LIST_SORTS)('sorting by %s is understood', (sort) => {
    expect(value(list(`sort_by=${sort}`)).sort).toBe(sort)
  })
})

describe.each([
  ['the list', parseListQuery],
  ['the screener', parseScreenerQuery],
] as const)('rows and fields of %s', (_, parse) => {
  const read = (search: string) => parse(new URLSearchParams(search))

  test('are chosen by name, each once, and named rows are all wanted', () => {
    expect(read('ids=lido,aave-v3,lido&ids=x&fields=tvlUsd,name,tvlUsd')).toMatchObject({
      ok: true,
      ignored: [],
      value: { ids: ['lido', 'aave-v3', 'x'], fields: ['tvlUsd', 'name'], perPage: 100 },
    })
    expect(read('ids=lido&per_page=1')).toMatchObject({ value: { perPage: 1 } })
  })

  test('are at most a hundred, and none is empty', () => {
    const ids = Array.from({ length: 101 }, (_id, at) => `id-${at}`).join()
    expect(read(`ids=${ids}&fields=`)).toEqual({
      ok: false,
      details: { ids: ['must name at most 100'], fields: ['must not be empty'] },
    })
  })

  test.each(['', 'a b', 'a+b', '%00', '💧', 'x'.repeat(201), '<script>'])(
    'the cursor %j cannot be one',
    (cursor) => {
      expect(read(String(new URLSearchParams({ cursor })))).toMatchObject({
        ok: false,
        details: { cursor: [expect.any(String)] },
      })
    },
  )

  test('a cursor takes the place of a page', () => {
    expect(read('cursor=abc')).toMatchObject({ ok: true, value: { cursor: 'abc' } })
    expect(read('cursor=abc&page=1')).toMatchObject({ ok: false })
    expect(read('cursor=abc&cursor=abc')).toMatchObject({ ok: false })
  })
})

describe(parseScreenerQuery, () => {
  test('no parameter means the first twenty rows without a threshold, highest composite first', () => {
    expect(screener('')).toEqual({
      ok: true,
      ignored: [],
      value: {
        page: 1,
        perPage: 20,
        chains: [],
        categories: [],
        text: '',
        levels: [],
        statuses: [],
        minTvlUsd: null,
        maxTvlUsd: null,
        maxima: {},
        sort: 'compositeScore',
        direction: 'desc',
      },
    })
  })

  test('each threshold filters the column it is named for, and no other', () => {
    for (const [name, column] of Object.entries(THRESHOLDS)) {
      expect(`max${column.charAt(0).toUpperCase()}${column.slice(1)}`).toBe(name)
      expect(value(screener(`${name}=2.5`)).maxima).toEqual({ [column]: 2.5 })
    }
  })

  test('a text is read as the search compares it, and may not be empty or long', () => {
    expect(value(screener('q=%20Aave%20%20V3')).text).toBe('aave v3')
    expect(details(screener('q=%20'))).toEqual({ q: ['must not be empty'] })
    expect(details(screener(`q=${'x'.repeat(101)}`))).toEqual({
      q: ['must have at most 100 characters'],
    })
    expect(details(screener('q=a&q=b'))).toEqual({ q: ['must be given once'] })
  })

  test('levels are a set in their own order, and all of them are no filter', () => {
    expect(value(screener('level=none,low,low')).levels).toEqual(['low', 'none'])
    expect(value(screener(`level=${LEVEL_CHOICES.join(',')}`)).levels).toEqual([])
    for (const text of ['Low', 'low,', ',', 'low, high', 'medium', '1']) {
      expect(complaints('level', text), text).toEqual([
        'must be one or more of very-low, low, moderate, elevated, high, none',
      ])
    }
  })

  test('statuses are a set in their own order, and all of them are no filter', () => {
    expect(value(screener('status=dead,active,dead')).statuses).toEqual(['active', 'dead'])
    expect(value(screener('status=active,winding-down,drained,dead')).statuses).toEqual([])
    expect(complaints('status', 'gone')).toEqual([
      'must be one or more of active, winding-down, drained, dead',
    ])
  })

  test('a range of TVL is in dollars from zero, whole or not', () => {
    const { minTvlUsd, maxTvlUsd } = value(screener('minTvl=0&maxTvl=1000000.5'))
    expect([minTvlUsd, maxTvlUsd]).toEqual([0, 1_000_000.5])
    expect(complaints('minTvl', '-1')).toEqual(['must be from 0 to 1000000000000000'])
    expect(complaints('maxTvl', '1e6')).toEqual(['must be a decimal number'])
  })

  test('a threshold of zero is a threshold', () => {
    expect(value(screener('maxOracleRisk=0')).maxima).toEqual({ oracleRisk: 0 })
  })

  test('the words of the list mean nothing here, and are named', () => {
    expect(ignored(screener('sort_by=x&sort_dir=x&min_credit_score=x'))).toEqual([
      'min_credit_score',
      'sort_by',
      'sort_dir',
    ])
  })

  test.each(SCREENER_SORTS)('sorting by %s is understood', (sort) => {
    expect(value(screener(`sort=${sort}`)).sort).toBe(sort)
  })

  test('the screener does not sort by name', () => {
    expect(screener('sort=name').ok).toBe(false)
  })
})

describe('numbers', () => {
  test.each(NOT_DECIMAL)('%j is no number', (text) => {
    for (const name of ['page', 'per_page', ...SCORES]) {
      expect(complaints(name, text), name).toEqual([
        name.includes('page') ? 'must be a whole number' : 'must be a decimal number',
      ])
    }
  })

  test.each(['0', '-0', '-1', '101', '9'.repeat(400)])('%s rows on a page are refused', (text) => {
    expect(complaints('per_page', text)).toEqual(['must be from 1 to 100'])
  })

  test.each(['1.0', '1.5'])('a page of %s is refused: it is not whole', (text) => {
    expect(complaints('page', text)).toEqual(['must be a whole number'])
    expect(complaints('per_page', text)).toEqual(['must be a whole number'])
  })

  test('every page number up to the largest safe integer is accepted', () => {
    expect(value(list(`page=${MAX_PAGE}`)).page).toBe(MAX_PAGE)
    for (const text of ['0', '-0', '-1', '9007199254740992', '9'.repeat(400)]) {
      expect(complaints('page', text)).toEqual([`must be from 1 to ${MAX_PAGE}`])
    }
  })

  test.each(['-0.1', '-1', '10.1', '11', '9'.repeat(400)])('a score of %s is refused', (text) => {
    for (const name of SCORES) {
      expect(complaints(name, text), name).toEqual(['must be from 0 to 10'])
    }
  })

  test('the ends of the scale belong to it', () => {
    expect(value(list('min_credit_score=0')).minScore).toBe(0)
    expect(value(list('min_credit_score=10')).minScore).toBe(10)
    expect(value(list('min_credit_score=10.00')).minScore).toBe(10)
  })

  test('minus zero is zero', () => {
    expect(Object.is(value(list('min_credit_score=-0')).minScore, 0)).toBe(true)
    expect(Object.is(value(list('min_credit_score=-0.0')).minScore, 0)).toBe(true)
  })

  test('every score to two decimals is read as it is written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000 }), (hundredths) => {
        const text = (hundredths / 100).toFixed(2)
        expect(value(screener(`maxCreditRisk=${text}`)).maxima.creditRisk).toBe(Number(text))
      }),
    )
  })
})

describe('words', () => {
  test.each(['', ' ', 'ASC', 'Asc', 'ascending', 'asc ', 'asc,desc', 'asc\u0000', 'toString'])(
    '%j is no direction',
    (text) => {
      expect(complaints('sort_dir', text)).toHaveLength(1)
      expect(complaints('order', text)).toHaveLength(1)
    },
  )

  test.each(['tvlUsd', 'compositescore', 'id', 'constructor', '__proto__', 'tvl;--', 'тvl'])(
    '%j is no sort',
    (text) => {
      expect(complaints('sort_by', text)).toEqual(['must be one of compositeScore, tvl, name'])
      expect(complaints('sort', text)[0]).toMatch(/^must be one of compositeScore, creditRisk, /)
    },
  )

  test('names are trimmed and compared in lower case; empty parts of a list are left out', () => {
    const { chains, categories } = value(
      list('chain=%20ETHEREUM%20,,op%20mainnet,&category=Liquid+Staking'),
    )
    expect(chains).toEqual(['ethereum', 'op mainnet'])
    expect(categories).toEqual(['liquid staking'])
  })

  test.each([' ', ',', ', ,', '\t,\n'])('a list of nothing, %j, is refused', (text) => {
    expect(complaints('chain', text)).toEqual(['must name at least one'])
    expect(complaints('category', text)).toEqual(['must name at least one'])
  })

  test('a hundred names are understood and more are refused, however many', () => {
    const names = (count: number) => Array.from({ length: count }, (_, at) => `c${at}`).join(',')
    expect(value(list(`chain=${names(100)}`)).chains).toHaveLength(100)
    expect(complaints('chain', names(101))).toEqual(['must name at most 100'])
    expect(complaints('category', names(200_000))).toEqual(['must name at most 100'])
  })

  test.each(['nowhere', '%00', '../../etc/passwd', "' OR 1=1 --", '🦄', '\u202e', '__proto__'])(
    'an unknown name such as %j is no error',
    (text) => {
      const query = new URLSearchParams({ chain: text, category: text })
      expect(parseListQuery(query).ok).toBe(true)
      expect(value(parseScreenerQuery(query)).chains).toEqual([text.toLowerCase()])
    },
  )
})

describe('any parameter', () => {
  const names = [
    'page',
    'per_page',
    'chain',
    'category',
    'sort_by',
    'sort_dir',
    'sort',
    'order',
    ...SCORES,
  ]

  test.each(names)('%s given empty is refused and never taken for zero', (name) => {
    expect(complaints(name, '')).toEqual(['must not be empty'])
    expect(details(parserOf(name)(new URLSearchParams(name)))).toEqual({
      [name]: ['must not be empty'],
    })
  })

  const single = names.filter((name) => name !== 'chain' && name !== 'category')

  test.each(single)('%s given twice is refused, even with the same value', (name) => {
    for (const text of ['1', 'asc', '']) {
      const twice = new URLSearchParams([
        [name, text],
        [name, text],
      ])
      expect(details(parserOf(name)(twice))).toEqual({ [name]: ['must be given once'] })
    }
  })

  test.each(['chain', 'category'])(
    '%s given twice means the same as names between commas',
    (name) => {
      for (const read of [list, screener]) {
        expect(read(`${name}=A&${name}=B,c`)).toEqual(read(`${name}=a,b,c`))
        expect(details(read(`${name}=A&${name}=`))).toEqual({ [name]: ['must not be empty'] })
        const many = Array.from({ length: 101 }, (_, at) => `${name}=${at}`).join('&')
        expect(details(read(many))).toEqual({ [name]: ['must name at most 100'] })
      }
    },
  )

  test('one answer names everything that is wrong', () => {
    const query = 'page=0&per_page=x&chain=&category=,&maxOracleRisk=11&sort=name&order=up&page2=0'
    expect(Object.keys(details(screener(query))).sort()).toEqual([
      'category',
      'chain',
      'maxOracleRisk',
      'order',
      'page',
      'per_page',
      'sort',
    ])
  })

  test('unknown parameters are ignored and named once each, in order; a name in other letters is unknown', () => {
    const query = 'zeta=1&Page=2&alpha&zeta=2&%F0%9F%A6%84=1&=nameless&__proto__=1&chain[]=Base'
    expect(ignored(list(query))).toEqual(['Page', '__proto__', 'alpha', 'chain[]', 'zeta', '🦄'])
  })

  test('the errors of a parameter do not depend on the others or on their order', () => {
    fc.assert(
      fc.property(someParameters(), fc.infiniteStream(fc.nat()), (pairs, numbers) => {
        const keys = pairs.map((pair) => ({ pair, key: numbers.next().value ?? 0 }))
        const shuffled = keys.toSorted((a, b) => a.key - b.key).map(({ pair }) => pair)
        // Names are a set: their order says nothing.
        const parse = (some: [string, string][]) => {
          const parsed = parseScreenerQuery(new URLSearchParams(some))
          if (!parsed.ok) return parsed.details
          const { chains, categories, ...rest } = parsed.value
          return { ...rest, chains: chains.toSorted(), categories: categories.toSorted() }
        }
        expect(parse(shuffled)).toEqual(parse(pairs))
      }),
      runs(),
    )
  })

  test('any query at all is understood within the limits of the interface, or refused with reasons', () => {
    fc.assert(
      fc.property(someParameters(), (pairs) => {
        const params = new URLSearchParams(pairs)
        for (const parsed of [parseListQuery(params), parseScreenerQuery(params)]) {
          if (parsed.ok) expectWithinLimits(parsed.value)
          else expect(Object.values(parsed.details).flat().length).toBeGreaterThan(0)
          if (!parsed.ok) expect(Object.keys(parsed.details)).toEqual(given(parsed.details, params))
        }
      }),
      runs(2_000),
    )
  })

  test('a raw query string of any bytes is parsed without failing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const { ok } = list(text)
        expect(typeof ok).toBe('boolean')
      }),
    )
  })

  test('a complaint never repeats what was sent', () => {
    const secret = 'dpk_live_secret'
    for (const name of names) expect(complaints(name, secret).join()).not.toContain(secret)
  })
})

function list(query: string): ParsedQuery<ListRequest> {
  return parseListQuery(new URLSearchParams(query))
}

function screener(query: string): ParsedQuery<ScreenerRequest> {
  return parseScreenerQuery(new URLSearchParams(query))
}

function parserOf(name: string): (params: URLSearchParams) => ParsedQuery<unknown> {
  const ofList = ['sort_by', 'sort_dir', 'min_credit_score'].includes(name)
  return ofList ? parseListQuery : parseScreenerQuery
}

function complaints(name: string, text: string): string[] {
  const parsed = parserOf(name)(new URLSearchParams({ [name]: text }))
  return parsed.ok ? [] : (parsed.details[name] ?? [])
}

function value<T>(parsed: ParsedQuery<T>): T {
  if (!parsed.ok) throw new Error(`refused: ${JSON.stringify(parsed.details)}`)
  return parsed.value
}

function details(parsed: ParsedQuery<unknown>): Record<string, string[]> {
  return parsed.ok ? {} : parsed.details
}

function ignored(parsed: ParsedQuery<unknown>): string[] {
  return parsed.ok ? parsed.ignored : []
}

/** The names in `details` that were really sent. */
function given(details: Record<string, string[]>, params: URLSearchParams): string[] {
  return Object.keys(details).filter((name) => params.has(name))
}

function expectWithinLimits(query: ListRequest | ScreenerRequest): void {
  expect(Number.isSafeInteger(query.page) && query.page >= 1).toBe(true)
  expect(Number.isInteger(query.perPage) && query.perPage >= 1 && query.perPage <= 100).toBe(true)
  expect(DIRECTIONS).toContain(query.direction)
  for (const name of [...query.chains, ...query.categories]) {
    expect(name).toBe(name.trim().toLowerCase())
    expect(name).not.toBe('')
  }
  const scores = 'maxima' in query ? Object.values(query.maxima) : [query.minScore ?? 0]
  for (const score of scores) expect(score >= 0 && score <= 10).toBe(true)
}

function someParameters(): fc.Arbitrary<[string, string][]> {
  const name = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom('page', 'per_page', 'chain', 'category', 'sort') },
    { weight: 8, arbitrary: fc.constantFrom('order', 'sort_by', 'sort_dir', ...SCORES) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  )
  const text = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom('1', '10', '2.5', '0', '100', 'tvl', 'asc', 'Base') },
    { weight: 1, arbitrary: fc.constantFrom('', ...NOT_DECIMAL) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
    { weight: 1, arbitrary: fc.double().map(String) },
  )
  return fc.array(fc.tuple(name, text), { maxLength: 5 })
}
