import { describe, expect, test } from 'vitest'
import { type HistoryColumns, historyDocument } from '../../../contract/history.ts'
import { mapDimensions } from '../../../domain/dimension.ts'
import { aRouteContext } from '../../../testing/api/route-context.ts'
import { history } from './route.ts'

const COLUMNS: HistoryColumns = {
  id: 'summer.fi',
  name: 'Summer',
  retired: null,
  days: ['2026-01-01', '2026-01-05', '2026-01-09'],
  methodologies: [
    { version: '1', from: '2026-01-01' },
    { version: '2', from: '2026-01-09' },
  ],
  composite: [4.5, null, 4.6],
  range: { low: [4.1, null, null], high: [5.2, null, null] },
  dimensions: { ...mapDimensions(() => [null, null, null]), oracle: [3, null, 3.1] },
  tvlUsd: [10, 20, null],
  tvlAsOf: [null, '2026-01-02', null],
}

async function read(
  body: string | null,
  parameter = 'summer.fi',
  set: 'live' | 'sandbox' = 'live',
  search = '',
) {
  const asked: string[] = []
  const context = aRouteContext({
    parameter,
    dataSet: set,
    search,
    fetchInternal: async (address) => {
      asked.push(address)
      return { status: body === null ? 404 : 200, headers: {}, body }
    },
  })
  const response = await history.handle(context)
  return { ...response, asked, json: JSON.parse(String(response.body)) }
}

describe('GET /v1/protocols/{id}/history', () => {
  test('gives a row for each day with its method and level', async () => {
    const { status, json, asked } = await read(JSON.stringify(COLUMNS))
    const { points, ...rest } = historyDocument.parse(json).data
    expect([status, asked]).toEqual([200, ['/_data/live/history/summer.fi.json']])
    expect(rest).toEqual({ id: 'summer.fi', name: 'Summer', total: 3, retired: null })
    const none = mapDimensions(() => null)
    expect(points).toEqual([
      {
        day: '2026-01-01',
        methodology: '1',
        composite: 4.5,
        riskLevel: 'moderate',
        range: { low: 4.1, high: 5.2 },
        dimensions: { ...none, oracle: 3 },
        tvlUsd: 10,
      },
      {
        day: '2026-01-05',
        methodology: '1',
        composite: null,
        riskLevel: null,
        range: null,
        dimensions: null,
        tvlUsd: 20,
        tvlAsOf: '2026-01-02',
      },
      {
        day: '2026-01-09',
        methodology: '2',
        composite: 4.6,
        riskLevel: 'elevated',
        range: null,
        dimensions: { ...none, oracle: 3.1 },
        tvlUsd: null,
      },
    ])
  })

  test('says which scores were computed after their day', async () => {
    const { json } = await read(JSON.stringify({ ...COLUMNS, publishedFrom: '2026-01-09' }))
    const { points } = historyDocument.parse(json).data
    expect(points.map(({ basis }) => basis)).toEqual(['back-tested', 'back-tested', undefined])
  })

  test.each([
    ['?since=2026-01-05', ['2026-01-05', '2026-01-09']],
    ['?since=2026-01-02&limit=1', ['2026-01-09']],
    ['?limit=2', ['2026-01-05', '2026-01-09']],
    ['?since=2027-01-01', []],
  ])('%s gives the newest points of them, and says how many there are', async (search, days) => {
    const { json } = await read(JSON.stringify(COLUMNS), 'summer.fi', 'live', search)
    const { points, total } = historyDocument.parse(json).data
    expect([points.map(({ day }) => day), total]).toEqual([days, 3])
  })

  test('a day that is none and a limit of nothing are refused before a document is read', async () => {
    const { status, json, asked } = await read('', 'x', 'live', '?since=2026-02-30&limit=0')
    expect([status, Object.keys(json.error.details)]).toEqual([400, ['since', 'limit']])
    expect(asked).toEqual([])
  })

  test('an unknown protocol is 404, in the sandbox with a word about its ids', async () => {
    const live = await read(null, '../stats')
    expect([live.status, live.json.error.code]).toEqual([404, 'PROTOCOL_NOT_FOUND'])
    expect(live.asked.slice(0, 1)).toEqual(['/_data/live/history/~2e.~2fstats.json'])
    const sandbox = await read(null, 'aave-v3', 'sandbox')
    expect(sandbox.json.error.message).toContain('ids begin with sandbox-')
  })

  test.each(['', '{"days":["2026-01-01"]', '[]', '{"days":["2026-01-01"],"composite":[]}'])(
    'a document that is not whole is 503: %j',
    async (body) => {
      const { status, headers } = await read(body)
      expect([status, headers['Retry-After']]).toEqual([503, '30'])
    },
  )
})
