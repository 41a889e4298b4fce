import { expect, test } from 'vitest'
import {
  type IncidentIndex,
  type IncidentRow,
  incidentsDocument,
} from '../../../contract/incidents.ts'
import { parseJson } from '../../../domain/json.ts'
import { textOf } from '../../../http/api-response.ts'
import { answerIncidents } from './function.ts'

const row = (id: string, given: Partial<IncidentRow> = {}): IncidentRow => ({
  ...{ id, day: '2026-01-02', name: id, protocol: null, chains: ['Base'], lossUsd: 5 },
  ...{ returnedUsd: null, causeClass: 'logic', cause: null, pocUrl: null, source: 'test' },
  ...{ scoreBefore: null, scoreBeforeMissing: 'unmatched' },
  ...given,
})

const INDEX: IncidentIndex = {
  snapshot: '2026-01-05-0123456789ab',
  incidentsAsOf: '2026-01-05',
  incidents: [
    row('new', { protocol: { id: 'quay', name: 'Quay' }, scoreBeforeMissing: 'not-published' }),
    row('unsized', { lossUsd: null, day: '2026-01-01', causeClass: 'keys' }),
    row('old', { day: '2025-12-30', chains: ['BNB Chain', 'Base'], lossUsd: 9 }),
  ],
  ids: ['harbour', 'quay'],
  former: { 'quay-of-old': 'quay' },
  chainAliases: { bsc: ['BNB Chain'] },
  chains: ['base', 'bnb chain', 'linea'],
}

async function ask(query: string, index: unknown = INDEX) {
  const log: unknown[] = []
  const dependencies = { loadIndex: async () => index, log: (error: unknown) => log.push(error) }
  const response = await answerIncidents(`?set=live&${query}`, dependencies)
  return { status: response.status, log, json: parseJson(textOf(response)) }
}

test.each([
  ['', ['new', 'unsized', 'old']],
  ['per_page=1&page=2', ['unsized']],
  ['page=9', []],
  ['protocol=quay', ['new']],
  ['protocol=quay-of-old', ['new']],
  ['protocol=harbour', []],
  ['chain=bsc', ['old']],
  ['chain=BASE', ['new', 'unsized', 'old']],
  ['chain=constructor', []],
  ['cause=keys,bridge', ['unsized']],
  ['since=2026-01-01&until=2026-01-01', ['unsized']],
  ['min_loss=0', ['new', 'old']],
  ['min_loss=6', ['old']],
])('%j gives %j', async (query, ids) => {
  const { data } = incidentsDocument.parse((await ask(query)).json)
  expect(data.map(({ id }) => id)).toEqual(ids)
})

test('a walk by cursor gives each row once, and belongs to its filters and its snapshot', async () => {
  const page = async (query: string, index?: unknown) => {
    const { status, json } = await ask(`per_page=1&chain=base${query}`, index)
    return { status, ...(status === 200 && incidentsDocument.parse(json)) }
  }
  const first = await page('')
  expect(first.meta).toMatchObject({ snapshot: INDEX.snapshot, page: 1, total: 3 })
  const second = await page(`&cursor=${first.meta?.nextCursor}`)
  expect(second.meta?.page).toBe(2)
  const third = await page(`&cursor=${second.meta?.nextCursor}`)
  const rows = [first, second, third].flatMap(({ data }) => data?.map(({ id }) => id))
  expect(rows).toEqual(['new', 'unsized', 'old'])
  expect(third.meta?.nextCursor).toBeNull()
  expect((await page(`&cause=keys&cursor=${first.meta?.nextCursor}`)).status).toBe(400)
  const next = { ...INDEX, snapshot: 'another' }
  expect((await page(`&cursor=${first.meta?.nextCursor}`, next)).status).toBe(410)
})

test('a chain that there is not is named, and one without an incident is not', async () => {
  const metaOf = async (index?: unknown) =>
    incidentsDocument.parse((await ask('chain=Linea,BSC,Nope,constructor', index)).json).meta
  expect((await metaOf()).unknownChains).toEqual(['nope', 'constructor'])
  // An index of an earlier build does not have its chains.
  expect(await metaOf({ ...INDEX, chains: undefined })).not.toHaveProperty('unknownChains')
})

test('an id that no protocol has is named, and one without an incident is not', async () => {
  const { json } = await ask('protocol=no-such-id,constructor,harbour')
  const { meta } = incidentsDocument.parse(json)
  expect(meta).toMatchObject({ total: 0, pageCount: 0, unknownIds: ['no-such-id', 'constructor'] })
  expect(meta.incidentsAsOf).toBe('2026-01-05')
})

test.each([null, {}, { ...INDEX, former: null }])(
  'a broken index is 503 and logged',
  async (bad) => {
    const { status, log } = await ask('', bad)
    expect([status, log.length]).toEqual([503, 1])
  },
)
