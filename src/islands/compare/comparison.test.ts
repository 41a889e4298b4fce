import { describe, expect, test } from 'vitest'
import type { ProtocolDetail } from '../../contract/protocol-detail.ts'
import { createSearch } from '../../contract/search.ts'
import { detail, unscored } from '../../site/fixtures/documents.ts'
import { hangingFetch } from '../../testing/hanging-fetch.ts'
import { comparisonOf } from './comparison.ts'
import { compareSearch, idOf, idsOf } from './ids.ts'
import { loadProtocol } from './load.ts'

describe('the ids of a comparison', () => {
  test.each([
    ['?ids=a,b,,a, c', ['a', 'b', 'c']],
    ['?ids=a&ids=b', ['a', 'b']],
    ['?ids=1,2,3,4,5', ['1', '2', '3', '4']],
    ['', []],
  ])('%s', (search, ids) => {
    expect(idsOf(new URLSearchParams(search))).toEqual(ids)
  })

  test('come back from the address', () => {
    const ids = ['aave-v3', 'a&b=c', 'x#y', 'ü']
    expect(idsOf(new URLSearchParams(compareSearch(ids)))).toEqual(ids)
    expect(compareSearch([])).toBe('')
  })
})

describe('the table of a comparison', () => {
  const other = { ...detail, id: 'other', composite: 3.1, riskLevel: 'moderate' as const }
  const rows = comparisonOf([detail, unscored, other])
  const cells = (label: string) => rows.find((row) => row.label === label)?.cells ?? []

  test('has a cell for each protocol in every row', () => {
    for (const row of rows) expect(row.cells).toHaveLength(3)
  })

  test('marks the lowest score when there is only one', () => {
    expect(cells('Score').map(({ isLowest = false }) => isLowest)).toEqual([false, false, true])
    expect(cells('Smart Contract').map(({ isLowest = false }) => isLowest)).toEqual([
      false,
      false,
      false,
    ])
  })

  test('has the reason in place of the score of one that is not active', () => {
    const dead = { ...detail, status: 'dead' as const, statusReason: 'It has ended.' }
    const [score] = comparisonOf([dead, other])
    expect(score?.cells).toMatchObject([{ text: 'Dead. It has ended.' }, { text: '3.1 Moderate' }])
    expect(score?.cells[0]).not.toHaveProperty('score')
  })

  test('marks no assumption, and nothing of one that is not active, as the lowest', () => {
    const low = structuredClone(other)
    if (!low.dimensions || !low.scoreMetadata) throw new Error('no score')
    low.dimensions.liquidity.score = 1
    const lowest = (...details: ProtocolDetail[]) =>
      comparisonOf(details)
        .find(({ label }) => label === 'Liquidity')
        ?.cells.map(({ isLowest = false }) => isLowest)
    expect(lowest(detail, low)).toEqual([false, true])
    expect(lowest(detail, { ...low, status: 'dead' })).toEqual([false, false])
    low.scoreMetadata.dimensions.liquidity.assumed = true
    expect(lowest(detail, low)).toEqual([false, false])
    const liquidity = comparisonOf([low]).find(({ label }) => label === 'Liquidity')
    expect(liquidity?.cells).toEqual([{ text: '1.0 not read: assumed' }])
  })

  test('names chains and the category so that each can lead to its page', () => {
    const chains = ['Ethereum', 'Base', 'Celo', 'Fantom', 'Blast']
    const [many, none] = ['Chains', 'Rank in its category'].map((label) =>
      comparisonOf([
        { ...detail, chains },
        { ...unscored, chains: [], category: null },
      ]).find((row) => row.label === label),
    )
    expect(many?.cells[0]).toEqual({
      text: 'Ethereum, Base, Celo, Fantom and 1 more',
      parts: [
        { kind: 'chain', name: 'Ethereum' },
        ', ',
        { kind: 'chain', name: 'Base' },
        ', ',
        { kind: 'chain', name: 'Celo' },
        ', ',
        { kind: 'chain', name: 'Fantom' },
        ' and 1 more',
      ],
    })
    expect(many?.cells[1]).toEqual({ text: 'Unknown' })
    const four = comparisonOf([{ ...detail, chains: chains.slice(0, 4) }])
    expect(four.find(({ label }) => label === 'Chains')?.cells[0]?.text).toBe(
      'Ethereum, Base, Celo, Fantom',
    )
    expect(none?.cells[0]?.parts).toContainEqual({ kind: 'category', name: detail.category })
    expect(none?.cells[1]).toEqual({ text: 'No category' })
  })

  test('marks nothing in one protocol alone', () => {
    const cells = comparisonOf([detail]).flatMap((row) => row.cells)
    expect(cells.filter(({ isLowest }) => isLowest)).toEqual([])
  })

  test('says what a null means, and shows no score that is held back', () => {
    const [first, second] = cells('Oracle')
    expect([first?.text, second?.text]).toEqual(['Unknown', 'No score'])
    expect(cells('Credit')[0]?.text).toBe('Not applicable')
    expect(cells('Score')[1]?.text).toBe('Insufficient Data. No contract address is known.')
    expect(rows.flatMap((row) => row.cells[1]?.score ?? [])).toEqual([])
    expect(cells('Who can change the code')[1]?.text).toBe('Not known')
    expect(cells('TVL')[1]?.text).toBe('Unknown')
  })

  test('gives the day of the reading that adds most', () => {
    const dated = structuredClone(detail)
    for (const { signals } of Object.values(dated.scoreMetadata?.dimensions ?? {})) {
      for (const signal of signals) signal.asOf = '2024-03-11'
    }
    const row = comparisonOf([dated]).find(({ label }) => label.startsWith('What adds most'))
    expect(row?.cells[0]?.text).toMatch(/ Read on 11 Mar 2024\.$/)
  })

  test('gives the reading that adds most as its sentence', () => {
    expect(cells('What adds most to the score')[0]?.text).toMatch(/^How many audits/)
    expect(cells('Recorded losses')[0]?.text).toBe('1, amounts not known')
    expect(cells('Rank in its category')[0]?.text).toBe('2 of 3 in Lending, shared with 1 other')
  })
})

describe('a protocol is read', () => {
  const answer =
    (status: number, body: unknown, headers = {}) =>
    async () =>
      new Response(JSON.stringify(body), { status, headers })

  test('from the document of the API, under its current id', async () => {
    const asked: string[] = []
    const get: typeof fetch = async (input) => {
      asked.push(String(input))
      return new Response(JSON.stringify({ success: true, data: detail }))
    }
    expect(await loadProtocol('old/name?', get)).toMatchObject({
      id: detail.id,
      detail: { name: detail.name },
    })
    expect(asked).toEqual(['/v1/protocols/old%2Fname%3F'])
  })

  test.each([
    [404, 'No protocol has the id x.'],
    [429, 'Too many requests. Try again in 7 seconds.'],
    [503, 'x could not be read (status 503). Try again later.'],
    [200, 'x could not be read (status 200). Try again later.'],
  ])('or the reason is given why not: %i', async (status, problem) => {
    const get = answer(status, { success: false, data: null }, { 'Retry-After': '7' })
    expect(await loadProtocol('x', get)).toEqual({ id: 'x', problem })
  })

  test('an error of the service that is not JSON is not one of the connection', async () => {
    const get = async () => new Response('<html>', { status: 503 })
    expect(await loadProtocol('x', get)).toMatchObject({
      problem: 'x could not be read (status 503). Try again later.',
    })
  })

  test('without a connection, and when nothing comes in time, as well', async () => {
    const problem = expect.stringMatching(/connection/)
    const fail = async () => Promise.reject(new TypeError('failed'))
    expect(await loadProtocol('x', fail)).toMatchObject({ problem })
    expect(await loadProtocol('x', hangingFetch, 1)).toMatchObject({ problem })
  })
})

describe('what is typed', () => {
  const names = ['Aave V3', 'Zaave', 'Ćurve'].map((name) => {
    const id = name.toLowerCase().replace(' ', '-')
    return {
      id,
      name,
      symbol: null,
      parent: null,
      formerSlugs: [],
      otherNames: [],
      tokens: [],
      size: null,
    }
  })
  const find = createSearch(names)

  test.each([
    ['Aave V3', 'aave-v3'],
    ['AAVE', 'aave-v3'],
    ['curve', 'ćurve'],
    ['Zaavw', 'zaavw'],
    ['Un Known', 'un-known'],
  ])('%s is %s', (text, id) => {
    expect(idOf(find, text)).toBe(id)
  })

  test('is taken for an id without the list', () => {
    expect(idOf(null, 'Aave V3')).toBe('aave-v3')
  })
})
