import { describe, expect, test } from 'vitest'
import type { FactName } from '../../domain/protocol.ts'
import { aRow } from './fixtures/row.ts'
import { mapProtocols } from './protocols-map.ts'
import { dayOfUpstream } from './upstream-day.ts'

const NOT_COVERED = { known: false, reason: 'not-covered', source: 'test' }
const REFUSED = { known: false, reason: 'refused', source: 'test' }

describe('contract', () => {
  test.each([['-'], [null], [''], ['null'], ['near:-'], ['acala:']])(
    '%j is not covered',
    (address) => {
      expect(fact('contract', { address })).toEqual(NOT_COVERED)
    },
  )

  test('keeps its case and its chain', () => {
    const address = 'solana:MangoCzJ36AjZyKwVj3VnYU4GTonjfVEnJmvvWaxLac'
    expect(fact('contract', { address })).toMatchObject({ value: address })
    expect(fact('contract', { address: ' 0xAb ' })).toMatchObject({ value: '0xAb' })
  })
})

describe('audits', () => {
  test.each([
    ['0', 'none'],
    ['1', 'partial'],
    [2, 'audited'],
    ['3', 'fork-of-audited'],
  ])('%j is the flag %s', (audits, flag) => {
    expect(fact('auditFlag', { audits })).toMatchObject({ value: flag })
  })

  test('another value is refused and named; none at all is not covered', () => {
    expect(fact('auditFlag', { audits: '6' })).toEqual(REFUSED)
    expect(fact('auditFlag', { audits: true })).toEqual(REFUSED)
    expect(fact('auditFlag', { audits: null })).toEqual(NOT_COVERED)
    const { notes } = mapProtocols([aRow({ audits: '6' })], { asOf: '2024-03-11', source: 'test' })
    expect(notes).toEqual(['1 row carries `audits` in a form we do not know: 6.'])
  })

  test('links are web addresses, each once', () => {
    const audit_links = [' https://a.io/x', 'https://a.io/x', 'see our docs']
    expect(fact('auditLinks', { audit_links })).toMatchObject({ value: ['https://a.io/x'] })
    expect(fact('auditLinks', { audit_links: ['see our docs'] })).toEqual(REFUSED)
  })

  test('no list of links means none only beside a known flag', () => {
    expect(fact('auditLinks', { audits: '0' })).toMatchObject({ known: true, value: [] })
    expect(fact('auditLinks', {})).toEqual(NOT_COVERED)
    expect(fact('auditLinks', { audits: '6' })).toEqual(NOT_COVERED)
  })
})

describe('oracles', () => {
  test('of the old list are declared', () => {
    expect(fact('oracles', { oracles: ['Chainlink'] })).toMatchObject({
      value: [{ name: 'Chainlink', type: 'Declared', proof: [] }],
    })
    expect(fact('oracles', { oracles: [] })).toMatchObject({ known: true, value: [] })
    expect(fact('oracles', {})).toEqual(NOT_COVERED)
  })

  test('of the breakdown are kept unless they ended before the day', () => {
    const oraclesBreakdown = [
      {
        name: 'Chainlink',
        type: 'Primary',
        proof: ['https://a.io', 'word'],
        startDate: '2022-01-02',
      },
      { name: 'Pyth', endDate: '2024-03-11', chains: [{ chain: 'Base' }] },
      { name: 'Band', type: 'Primary', endDate: '2024-03-10' },
    ]
    expect(fact('oracles', { oraclesBreakdown, oracles: ['Old'] })).toMatchObject({
      value: [
        { name: 'Chainlink', type: 'Primary', proof: ['https://a.io'], startDate: '2022-01-02' },
        { name: 'Pyth', type: 'Declared', proof: [] },
      ],
    })
  })
})

describe('forks and governance', () => {
  test('a fork is named by name or by id', () => {
    expect(fact('forkedFrom', { forkedFrom: ['Uniswap V2', 2198] })).toMatchObject({
      value: ['Uniswap V2', '2198'],
    })
    expect(fact('forkedFrom', { forkedFrom: [] })).toMatchObject({ known: true, value: [] })
    expect(fact('forkedFrom', {})).toEqual(NOT_COVERED)
  })

  test('a fork is read from the newer field, the older one or both', () => {
    expect(fact('forkedFrom', { forkedFromIds: ['114', 2198] })).toMatchObject({
      value: ['114', '2198'],
    })
    const both = { forkedFromIds: ['114'], forkedFrom: ['114', 'Uniswap V2'] }
    expect(fact('forkedFrom', both)).toMatchObject({ value: ['114', 'Uniswap V2'] })
    expect(fact('forkedFrom', { forkedFromIds: 'x' })).toEqual(REFUSED)
  })

  test('governance is a list of ids, each once', () => {
    const governanceID = ['snapshot:a.eth', 'snapshot:a.eth']
    expect(fact('governance', { governanceID })).toMatchObject({ value: ['snapshot:a.eth'] })
    expect(fact('governance', { governanceID: 'snapshot:a.eth' })).toEqual(REFUSED)
  })
})

describe('listing and change', () => {
  test('no listing is old, not young: it stays missing', () => {
    expect(fact('listedOn', {})).toEqual(NOT_COVERED)
    expect(fact('listedOn', { listedAt: 1_648_776_877 })).toMatchObject({ value: '2022-04-01' })
  })

  test('a listing in the future, or none that is a day, is refused', () => {
    expect(fact('listedOn', { listedAt: 1_710_201_600 })).toEqual(REFUSED)
    expect(fact('listedOn', { listedAt: 0 })).toEqual(REFUSED)
    expect(fact('listedOn', { listedAt: 1e300 })).toEqual(REFUSED)
  })

  test('a change is percent upstream and a fraction here, within limits', () => {
    expect(fact('tvlChange7d', { change_7d: 5 })).toMatchObject({ value: 0.05 })
    expect(fact('tvlChange7d', { change_7d: 495_126 })).toMatchObject({ value: 10 })
    expect(fact('tvlChange7d', { change_7d: -250 })).toMatchObject({ value: -1 })
    expect(fact('tvlChange7d', { change_7d: 0 })).toMatchObject({ known: true, value: 0 })
    expect(fact('tvlChange7d', { change_7d: null })).toEqual(NOT_COVERED)
  })
})

describe(dayOfUpstream.name, () => {
  test('reads seconds and days, and nothing else', () => {
    expect(dayOfUpstream(1_709_856_000)).toBe('2024-03-08')
    expect(dayOfUpstream('2024-03-08T10:00:00Z')).toBe('2024-03-08')
    for (const value of [-1, Number.NaN, 'soon', '2023-02-30', null, undefined]) {
      expect(dayOfUpstream(value)).toBeNull()
    }
  })
})

function fact(name: FactName, fields: Record<string, unknown>) {
  const options = { asOf: '2024-03-11', source: 'test' }
  return mapProtocols([aRow(fields)], options).protocols?.[0]?.facts[name]
}
