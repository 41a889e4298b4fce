import { beforeAll, expect, test } from 'vitest'
import type { ProtocolDetail } from '../contract/protocol-detail.ts'
import { createDocuments } from '../export/documents.ts'
import { catalogueOf } from '../testing/bulk/bulk-world.ts'
import { factTable } from './fact-table.ts'
import { signalTable } from './signal-table.ts'

let detail: ProtocolDetail

beforeAll(async () => {
  const documents = [...createDocuments(await catalogueOf())]
  const { body } = documents.find(({ path }) => path === 'protocols/harbour-1.json') ?? { body: '' }
  detail = JSON.parse(body).data
})

/** The row of a signal that has these fields in place of its own. */
function rowWith(change: object) {
  const copy = structuredClone(detail)
  const [signal] = copy.scoreMetadata?.dimensions.counterparty.signals ?? []
  if (!signal) throw new Error('there is no signal')
  Object.assign(signal, { id: 'x', basis: 'measured', missing: null, value: 5, ...change })
  const { columns, rows } = signalTable([copy])
  const row = rows.find((cells) => cells[3] === 'x') ?? []
  return Object.fromEntries(columns.map(({ name }, at) => [name, row[at]]))
}

test('a reading of the chains loses the sentence with shares of TVL, and keeps the others', () => {
  const reason =
    'A Safe (0xab) can change the code of Pool 0xcd on Base. Contracts on chains with 12 % of TVL were not read, and count at what is usual.'
  expect(rowWith({ source: 'onchain', reason })).toMatchObject({
    reason: 'A Safe (0xab) can change the code of Pool 0xcd on Base.',
    value: 5,
    withheld: false,
  })
  const only = rowWith({ source: 'onchain', reason: 'Less than 1 % of TVL was read.' })
  expect([only.reason, only.withheld]).toEqual([null, false])
})

test.each([
  ['defillama-hacks', 'https://incident.example/', 'https://defillama.com/hacks'],
  ['immunefi', 'https://immunefi.com/bug-bounty/one/', 'https://immunefi.com/bug-bounty/'],
  ['audit-reports', 'https://report.example/', null],
  ['an unknown source', 'https://x.example/', null],
  ['defillama-protocols', 'https://defillama.com/protocol/x', 'https://defillama.com/protocol/x'],
])('of %s there is no value, no reason and no link that is a reading', (source, link, kept) => {
  const row = rowWith({ source, link, reason: 'It has 3 of them.' })
  expect(row).toMatchObject({ value: null, reason: null, withheld: true, link: kept })
  expect(row.contribution).toBeTypeOf('number')
})

test('a signal without a reading keeps its question, which has nothing of the source', () => {
  const reason = 'How deep was the worst fall? Not known; it counts at 3 of 10.'
  const row = rowWith({ source: 'defillama-protocols', basis: 'missing', value: null, reason })
  expect(row).toMatchObject({ reason, withheld: false, value: null })
})

test('a floor of a loss has no reason, since it names the loss, and one of the methodology has', () => {
  const floorOf = (id: string) => {
    const copy = structuredClone(detail)
    const dimension = copy.scoreMetadata?.dimensions.oracle
    if (dimension) dimension.floor = { id, risk: 5, contribution: 0.1, reason: 'After the loss.' }
    return signalTable([copy])
      .rows.find((cells) => cells[2] === 'floor')
      ?.slice(3)
  }
  expect(floorOf('recentLoss')?.slice(8, 11)).toEqual([true, null, 'defillama-hacks'])
  expect(floorOf('exposure')?.slice(8, 11)).toEqual([false, 'After the loss.', 'methodology'])
})

test('facts of a record without a licence are counted, and a contract has no TVL', () => {
  const contract = {
    ...{
      chain: 'Base',
      address: '0xab',
      name: 'Pool\0',
      role: 'funds',
      proxy: null,
      tvlUsd: 7_340_123,
    },
    codeChange: { known: false, why: 'no-code' },
    ...{ powers: [], morePowers: 0, pause: null, day: '2026-08-20', block: 1, link: null },
  } as const
  const control = {
    headline: '',
    contracts: ['onchain', 'l2beat', 'gmx-deployments'].map((source) => ({ ...contract, source })),
    more: 0,
    reviews: [],
  } as unknown as ProtocolDetail['control']
  const reading = { known: false, reason: 'not-covered', source: 'defillama-adapters' } as const
  const { table, hidden } = factTable([
    {
      detail: { ...detail, control, reviews: null, markets: null, description: null },
      adapterChanges: reading,
    },
  ])
  expect(table.rows.map((cells) => cells[6])).toEqual(['onchain', 'l2beat'])
  expect([...hidden]).toEqual([['gmx-deployments', 1]])
  expect(JSON.stringify(table.rows)).not.toContain('7340123')
  expect(table.rows[0]?.[4]).toBe('Pool\uFFFD')
})
