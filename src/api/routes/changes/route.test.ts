import { describe, expect, test } from 'vitest'
import { changesDocument } from '../../../contract/changes.ts'
import { aRouteContext } from '../../../testing/api/route-context.ts'
import example from './example.json' with { type: 'json' }
import { changes } from './route.ts'

const { data } = example
const [move] = data.moves
const DAYS = ['2025-11-01', '2025-12-25', '2025-12-28', '2026-01-01']
const INDEX = { to: data.to, days: DAYS, previous: DAYS[2], week: DAYS[1], month: DAYS[0] }

/** The published comparisons, each of which names its day. */
function published(changed: Record<string, string | null> = {}): Record<string, string | null> {
  const documents = DAYS.map((day) => {
    const from = { ...data.from, day }
    const moves = [move, move, move]
    return [
      `changes/${day}.json`,
      JSON.stringify({ success: true, data: { ...data, from, moves } }),
    ]
  })
  return { 'changes.json': JSON.stringify(INDEX), ...Object.fromEntries(documents), ...changed }
}

async function read(search: string, documents = published()) {
  const asked: string[] = []
  const context = aRouteContext({
    search,
    now: Date.UTC(2026, 0, 2, 12),
    fetchInternal: async (address) => {
      asked.push(address)
      const body = documents[address.replace('/_data/live/', '')] ?? null
      return { status: body === null ? 404 : 200, headers: {}, body }
    },
  })
  const response = await changes.handle(context)
  return { ...response, asked, json: JSON.parse(String(response.body)) }
}

describe('GET /v1/changes', () => {
  test.each([
    ['', '2025-12-25'],
    ['?since=2025-12-25', '2025-12-25'],
    ['?since=2025-12-27', '2025-12-25'],
    ['?since=2025-12-28', '2025-12-28'],
    ['?since=2026-01-01', '2026-01-01'],
    ['?since=2026-01-02', '2026-01-01'],
    ['?since=2020-01-01', '2025-11-01'],
  ])('%j is answered with the snapshot of %s', async (search, day) => {
    const { status, json } = await read(search)
    expect(status).toBe(200)
    expect(changesDocument.parse(json).data.from.day).toBe(day)
  })

  test.each([
    ['?since=2025-10-31', 'before-first'],
    ['?since=2025-11-01', undefined],
    ['?since=2025-12-27', undefined],
    ['?since=2026-01-01', 'none-after'],
    ['?since=2026-01-02&ids=none', 'none-after'],
  ])('%j says why another day is compared, or nothing can have moved: %s', async (search, why) => {
    expect((await read(search)).json.data.reason).toBe(why)
  })

  test.each([
    [['2026-01-01'], 'none-before'],
    [['2025-12-30', '2026-01-01'], 'before-first'],
  ])('without a day, of %j', async (days, why) => {
    const index = JSON.stringify({ ...INDEX, days })
    const first = published()[`changes/2026-01-01.json`] ?? ''
    const documents = published({ 'changes.json': index, 'changes/2025-12-30.json': first })
    expect((await read('', documents)).json.data.reason).toBe(why)
  })

  test('a day in the future is refused', async () => {
    const { status, json } = await read('?since=2026-01-03')
    expect(status).toBe(400)
    expect(json.error.details).toEqual({ since: ['must not be in the future'] })
  })

  test('gives at most as many rows as are asked for, and the sizes of the whole lists', async () => {
    const { json } = await read('?limit=2')
    expect(json.data.moves).toHaveLength(2)
    expect(json.data.counts).toEqual(data.counts)
    expect((await read('?limit=250')).json.data.moves).toHaveLength(3)
  })

  test.each([
    ['?since=yesterday', { since: ['must be a day, such as 2026-11-21'] }],
    ['?since=2026-02-30', { since: ['must be a day, such as 2026-11-21'] }],
    ['?since=', { since: ['must not be empty'] }],
    ['?since=2026-01-01&since=2026-01-01', { since: ['must be given once'] }],
    ['?limit=0', { limit: ['must be from 1 to 250'] }],
    ['?limit=251', { limit: ['must be from 1 to 250'] }],
    ['?ids=', { ids: ['must not be empty'] }],
    ['?limit=x&since=y', { limit: ['must be a whole number'], since: [expect.any(String)] }],
  ])('%s is refused before anything is read', async (search, details) => {
    const { status, json, asked } = await read(search)
    expect([status, json.error.details, asked]).toEqual([400, details, []])
  })

  describe('of some ids', () => {
    const moveOf = (id: string) => ({ ...move, id })
    const block = (...ids: string[]) =>
      JSON.stringify({ ...data, moves: ids.map(moveOf), appeared: [], retired: [] })
    const whole = published({
      'changes.json': JSON.stringify({ ...INDEX, blocks: { '2025-12-25': ['b', 'm', 't'] } }),
      'changes/2025-12-25.json': JSON.stringify({
        ...{ success: true, data: { ...data, moves: ['a', 'z'].map(moveOf), appeared: [] } },
      }),
      'changes/2025-12-25/0.json': block('b', 'c'),
      'changes/2025-12-25/1.json': block('m', 'n'),
      'changes/2025-12-25/2.json': block('t'),
    })

    test('the lists have these alone, from the blocks that can have them', async () => {
      const { json, asked } = await read('?ids=z,n,l,nothing', whole)
      const found = changesDocument.parse(json).data
      expect(found.moves.map(({ id }) => id)).toEqual(['z', 'n'])
      expect(found.inNone).toEqual(['l', 'nothing'])
      expect(found.counts).toEqual(data.counts)
      expect(asked.map((address) => address.replace('/_data/live/changes', ''))).toEqual([
        '.json',
        '/2025-12-25.json',
        '/_data/live/aliases.json',
        '/2025-12-25/2.json',
        '/2025-12-25/1.json',
        '/2025-12-25/0.json',
      ])
      expect((await read('?ids=a', whole)).asked).toHaveLength(3)
    })

    test('a former id is that of today', async () => {
      const renamed = { ...whole, 'aliases.json': '{"before":"n","gone":"l"}' }
      const { json } = await read('?ids=before,gone', renamed)
      const found = changesDocument.parse(json).data
      expect(found.moves.map(({ id }) => id)).toEqual(['n'])
      expect(found.inNone).toEqual(['gone'])
    })

    test('nothing is given while a block is missing', async () => {
      const { status } = await read('?ids=n', { ...whole, 'changes/2025-12-25/1.json': null })
      expect(status).toBe(503)
    })

    test('a comparison whose lists are complete has no blocks', async () => {
      const { json, asked } = await read('?ids=tern-lend,b&since=2025-12-28')
      expect([json.data.inNone.includes('b'), asked.length]).toEqual([true, 3])
    })
  })

  test.each([
    ['no index', { 'changes.json': null }],
    ['half an index', { 'changes.json': '{"to":{"day":"2026-01-01"}' }],
    ['another document', { 'changes.json': '[]' }],
    ['no comparison', { 'changes/2025-12-25.json': null }],
    ['half a comparison', { 'changes/2025-12-25.json': '{"success":true' }],
  ])('%s is 503', async (_, changed) => {
    const { status, json, headers } = await read('', published(changed))
    expect([status, json.error.code]).toEqual([503, 'DATA_UNAVAILABLE'])
    expect(headers['Retry-After']).toBe('30')
  })
})
