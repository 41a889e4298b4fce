import { describe, expect, test } from 'vitest'
import rows from '../../../data/aliases/incidents.json' with { type: 'json' }
import { DAY_SECONDS } from '../../domain/day.ts'
import { PAGE_HACKS } from './fixtures/page-hacks.ts'
import { mapHacks, mapPageHacks } from './hacks-map.ts'
import { INCIDENT_OWNERS } from './incident-owners.ts'

const ON_THE_DAY = 1_710_115_200

describe(mapHacks.name, () => {
  test('a row becomes an incident with our chain name and a stable id', () => {
    expect(only({})).toEqual({
      id: '2024-03-11-harbour-v2',
      protocolId: '116',
      parentId: 'parent#harbour',
      name: 'Harbour V2!',
      day: '2024-03-11',
      lossUsd: 1_000,
      returnedUsd: 400,
      tvlBeforeUsd: null,
      tvlBeforeDay: null,
      chain: 'BNB Chain',
      cause: 'Token & Share Accounting',
      technique: 'Rounding',
      pocUrl: null,
      source: 'test',
      matchMethod: 'upstream-id',
    })
  })

  test('an id may be a number, numeric text or null', () => {
    expect(only({ defillamaId: 116 }).protocolId).toBe('116')
    expect(only({ defillamaId: '116' }).protocolId).toBe('116')
    for (const defillamaId of [null, undefined, '', 'parent#a', 0, -1, 1.5]) {
      expect(only({ defillamaId })).toMatchObject({ protocolId: null, matchMethod: 'none' })
    }
  })

  test('an id of a family ties the incident to the family, and to no protocol', () => {
    const fields = { defillamaId: 'parent#tide', parentProtocolId: null }
    expect(only(fields)).toMatchObject({
      protocolId: null,
      parentId: 'parent#tide',
      matchMethod: 'none',
    })
  })

  test('an amount that is null or not an amount is unknown, not zero', () => {
    expect(only({ amount: null, returnedFunds: -5 })).toMatchObject({
      lossUsd: null,
      returnedUsd: null,
    })
    expect(only({ amount: 0 }).lossUsd).toBe(0)
  })

  test('several chains are named in one text, and none is null', () => {
    expect(only({ chain: ['BSC', 'Binance', 'Gnosis Chain'] }).chain).toBe('BNB Chain, Gnosis')
    expect(only({ chain: null }).chain).toBeNull()
    expect(only({ chain: [] }).chain).toBeNull()
  })

  test('only a web address is shown as the source of a proof', () => {
    expect(only({ source: 'https://a.io/post' }).pocUrl).toBe('https://a.io/post')
    expect(only({ source: 'javascript:x' }).pocUrl).toBeNull()
  })

  test('an incident after the day is refused, so nothing is known before it happened', () => {
    const { rowCounts, incidents } = mapped([{ date: ON_THE_DAY + DAY_SECONDS }, {}])
    expect(rowCounts).toEqual({
      rows: 2,
      accepted: 1,
      outOfScope: {},
      refused: { 'after-as-of': 1 },
      refusedRows: [{ row: 1, name: expect.any(String), reason: 'after-as-of' }],
    })
    expect(incidents).toHaveLength(1)
  })

  test('a target that is not a protocol is out of scope unless upstream ties it to one', () => {
    const { rowCounts, incidents } = mapped([
      { targetType: 'CEX', defillamaId: null },
      { targetType: 'Wallet', defillamaId: null },
      { targetType: 'CEX', defillamaId: 9 },
      { targetType: 'Gaming', defillamaId: null },
    ])
    expect(rowCounts).toMatchObject({ accepted: 2, outOfScope: { CEX: 1, Wallet: 1 } })
    expect(incidents).toHaveLength(2)
  })

  test('a row without a name or a date is refused and counted', () => {
    const { rowCounts } = mapped([{ name: null }, { date: 'yesterday' }, { name: '\u202e' }, {}])
    expect(rowCounts).toMatchObject({ accepted: 1, refused: { 'invalid-row': 3 } })
  })

  test('namesakes of one day are numbered alike, whatever the order of the list', () => {
    const twins = [{ technique: 'B' }, { technique: 'A' }, { technique: 'C' }]
    const expected = [
      ['2024-03-11-harbour-v2', 'A'],
      ['2024-03-11-harbour-v2-2', 'B'],
      ['2024-03-11-harbour-v2-3', 'C'],
    ]
    for (const order of [twins, [...twins].reverse()]) {
      const ids = mapped(order).incidents?.map(({ id, technique }) => [id, technique])
      expect(ids).toEqual(expected)
    }
  })

  test('a name that ends in a number never takes the id of a namesake', () => {
    const ids = mapped([{ name: 'A' }, { name: 'A', technique: 'X' }, { name: 'A 2' }]).incidents
    expect(new Set(ids?.map(({ id }) => id)).size).toBe(3)
  })

  test('only the exact name of an owner ties an incident, and never over an id of upstream', () => {
    const owners = new Map([['Harbour V2!', '42']])
    expect(only({ defillamaId: null }, owners)).toMatchObject({
      protocolId: '42',
      matchMethod: 'alias',
    })
    expect(only({ defillamaId: 7 }, owners).protocolId).toBe('7')
    expect(only({ defillamaId: null, name: 'Harbour' }, owners).matchMethod).toBe('none')
  })

  test('a body that is not a list, or an empty one, is refused whole', () => {
    for (const body of [[], { message: 'Forbidden' }, null]) {
      expect(() => mapHacks(body, options())).toThrow(
        expect.objectContaining({ code: 'UPSTREAM_INVALID' }),
      )
    }
  })
})

describe('the table of incident names', () => {
  test('is sorted, and holds each name once', () => {
    const names = rows.map(({ incident }) => incident.toLowerCase())
    expect(names).toEqual([...new Set(names)].sort())
    expect(INCIDENT_OWNERS.size).toBe(rows.length)
  })
})

function options(owners: ReadonlyMap<string, string> = new Map()) {
  return { asOf: '2024-03-11', source: 'test', owners }
}

describe(mapPageHacks, () => {
  const page = (hacks: unknown) => mapPageHacks({ hacks }, '7', options())

  test('rows have the keys of the list, and each becomes an incident of the protocol', () => {
    const rows = mapPageHacks({ hacks: PAGE_HACKS }, '970', { ...options(), asOf: '2026-10-04' })
    expect(rows).toEqual([
      expect.objectContaining({
        ...{ id: '2025-10-09-drift-trade', protocolId: '970', parentId: null, chain: null },
        ...{ lossUsd: null, returnedUsd: 5_000, technique: 'Rounding', pocUrl: null },
      }),
      expect.objectContaining({
        ...{ id: '2026-04-01-drift-trade', protocolId: '970', parentId: 'parent#drift' },
        ...{ lossUsd: 295_000_000, returnedUsd: null, chain: 'Solana', cause: 'Access Control' },
        ...{ technique: 'Proxy Upgrade Hijack', pocUrl: 'https://reports.example/drift' },
      }),
    ])
  })

  test('a row without a protocol belongs to the protocol of the page', () => {
    expect(page([aHack({ defillamaId: null, parentProtocolId: null })])).toMatchObject([
      { protocolId: '7' },
    ])
    expect(page([aHack({})])).toMatchObject([{ protocolId: '116' }])
  })

  test('an empty list says that there is none, and a page without a list says nothing', () => {
    expect(page([])).toEqual([])
    expect([page(undefined), page(null), page({ length: 1 })]).toEqual([null, null, null])
  })

  test('a list too long for one protocol says nothing', () => {
    const rows = (length: number) => page(Array.from({ length }, () => aHack({})))
    expect(rows(500)).toHaveLength(500)
    expect(rows(501)).toBeNull()
  })
})

function mapped(fields: Record<string, unknown>[], owners?: ReadonlyMap<string, string>) {
  return mapHacks(fields.map(aHack), options(owners))
}

function only(fields: Record<string, unknown>, owners?: ReadonlyMap<string, string>) {
  const incident = mapped([fields], owners).incidents?.[0]
  if (incident === undefined) throw new Error('the row was refused')
  return incident
}

function aHack(fields: Record<string, unknown>): Record<string, unknown> {
  return {
    date: ON_THE_DAY,
    name: 'Harbour V2!',
    classification: 'Token & Share Accounting',
    technique: 'Rounding',
    amount: 1_000,
    chain: ['BSC'],
    bridgeHack: false,
    targetType: 'DeFi Protocol',
    source: '',
    returnedFunds: 400,
    defillamaId: '116',
    parentProtocolId: 'parent#harbour',
    language: null,
    ...fields,
  }
}
