import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import aliases from '../../../data/aliases/incidents.json' with { type: 'json' }
import type { RowCounts } from '../../domain/batch.ts'
import { mapChains } from './chains.ts'
import { mapHacks } from './hacks-map.ts'
import { mapHistory } from './history.ts'
import { INCIDENT_OWNERS } from './incident-owners.ts'
import { mapProtocols } from './protocols-map.ts'
import { rowSchema } from './protocols-schema.ts'

const RECORDINGS = new URL('../../../../shared/upstream/', import.meta.url)

const EXPECTED = [
  {
    day: '2023-09-12',
    protocols: {
      rows: 3298,
      accepted: 2538,
      outOfScope: { cex: 28, 'chain-row': 15, dead: 388, 'unsupported-chain': 329 },
    },
    notes: ['1 row carries an implausible TVL.'],
    hacks: { rows: 234, outOfScope: { CEX: 10, Other: 5, Wallet: 4 } },
    ties: { 'upstream-id': 153, alias: 13, none: 49 },
    series: 217,
    marked: 0,
    events: 0,
    opBnb: 17,
  },
  {
    day: '2024-03-11',
    protocols: {
      rows: 4047,
      accepted: 2948,
      outOfScope: {
        cex: 38,
        'chain-row': 41,
        dead: 487,
        'no-chain': 123,
        'unsupported-chain': 410,
      },
    },
    notes: [
      '1 row carries `audits` in a form we do not know: 6.',
      '2 rows carry an implausible TVL.',
    ],
    hacks: { rows: 273, outOfScope: { CEX: 16, Other: 8, Wallet: 4 } },
    ties: { 'upstream-id': 172, alias: 16, none: 57 },
    series: 297,
    marked: 550,
    events: 626,
    opBnb: 35,
  },
]

describe.skipIf(!existsSync(RECORDINGS)).each(EXPECTED)('the recording of $day', (expected) => {
  const { day } = expected

  test('every protocol is accounted for, and no field has a form we do not know', () => {
    const batch = mapProtocols(recorded(day, 'protocols.json'), { asOf: day, source: 'test' })
    expect(batch.rowCounts).toEqual({ ...expected.protocols, refused: {} })
    expect(total(batch.rowCounts)).toBe(batch.rowCounts.rows)
    expect(batch.protocols).toHaveLength(batch.rowCounts.rows)
    expect(batch.notes).toEqual(expected.notes)
  })

  test('the parts of a TVL sum to the total of upstream', () => {
    const body: { id: string; tvl: number | null }[] = recorded(day, 'protocols.json')
    const totals = new Map(body.map(({ id, tvl }) => [id, tvl ?? 0]))
    const { protocols = [] } = mapProtocols(body, { asOf: day, source: 'test' })
    const off = protocols.filter(({ id, tvl }) => {
      if (!tvl.known) return false
      const sum = tvl.value.reduce((usd, part) => usd + (part.section === 'tvl' ? part.usd : 0), 0)
      const upstream = totals.get(id) ?? 0
      return Math.abs(sum - upstream) > 0.01 * upstream
    })
    // Upstream's own parts do not sum for this one row.
    expect(off.map(({ slug }) => slug)).toEqual(day === '2023-09-12' ? ['o3-swap'] : [])
  })

  test('every chain that holds TVL stands in the chains, and can be filtered by', () => {
    const { protocols = [] } = mapProtocols(recorded(day, 'protocols.json'), {
      asOf: day,
      source: 'test',
    })
    const lacking = protocols.filter(
      ({ chains, tvl }) =>
        tvl.known &&
        tvl.value.some(
          ({ chain, section, usd }) => section === 'tvl' && usd > 0 && !chains.includes(chain),
        ),
    )
    expect(lacking.map(({ slug }) => slug)).toEqual([])
    const onOpBnb = protocols.filter(
      ({ chains, outOfScope }) => outOfScope === null && chains.includes('opBNB'),
    )
    expect(onOpBnb).toHaveLength(expected.opBnb)
  })

  test('every event that a chart marks is read, and none after the day', () => {
    const body: { id: string; hallmarks?: unknown[] | null }[] = recorded(day, 'protocols.json')
    const marked = new Map(body.map(({ id, hallmarks }) => [id, hallmarks ?? null]))
    const { protocols = [] } = mapProtocols(body, { asOf: day, source: 'test' })
    const events = protocols.flatMap(({ id, facts: { hallmarks } }) => {
      expect(hallmarks?.known).toBe(marked.get(id) !== null)
      return hallmarks?.known ? hallmarks.value : []
    })
    expect(protocols.filter(({ facts }) => facts.hallmarks?.known)).toHaveLength(expected.marked)
    expect(events).toHaveLength(expected.events)
    expect(events.filter((event) => event.day > day)).toEqual([])
  })

  test('every incident is accounted for and has an id of its own', () => {
    const body = recorded(day, 'hacks.json')
    const batch = mapHacks(body, { asOf: day, source: 'test', owners: INCIDENT_OWNERS })
    const incidents = batch.incidents ?? []
    expect(batch.rowCounts).toMatchObject({ ...expected.hacks, refused: {} })
    expect(total(batch.rowCounts)).toBe(batch.rowCounts.rows)
    expect(new Set(incidents.map(({ id }) => id)).size).toBe(batch.rowCounts.accepted)
    for (const [method, times] of Object.entries(expected.ties)) {
      expect(incidents.filter(({ matchMethod }) => matchMethod === method)).toHaveLength(times)
    }
  })

  test('every alias of an incident without an id leads to a protocol of the registry', () => {
    const { protocols = [] } = mapProtocols(recorded('2024-03-11', 'protocols.json'), {
      asOf: '2024-03-11',
      source: 'test',
    })
    const ids = new Set(protocols.map(({ id }) => id))
    const named = aliases.filter(({ upstreamId }) => upstreamId === undefined)
    expect(named.filter(({ owner }) => !ids.has(owner))).toEqual([])
  })

  test('the chain list holds nothing beyond our table', () => {
    const { rowCounts, notes, chains } = mapChains(recorded(day, 'v2/chains.json'), day)
    expect(rowCounts).toEqual({ rows: 450, accepted: 450, outOfScope: {}, refused: {} })
    expect(chains).toHaveLength(448)
    expect(notes).toEqual([])
  })

  test('every history gives series of rising days up to the day', () => {
    const files = readdirSync(new URL(`${day}/api.llama.fi/protocol/`, RECORDINGS))
    const series = files.flatMap((file) => {
      const protocol = { slug: file, asOf: day }
      return mapHistory(recorded(day, `protocol/${file}`), protocol).series
    })
    expect(series).toHaveLength(expected.series)
    for (const { days, usd } of series) {
      expect(days).toHaveLength(usd.length)
      expect(days.every((value, index) => index === 0 || value > (days[index - 1] ?? value))).toBe(
        true,
      )
    }
  })
})

describe.skipIf(!existsSync(RECORDINGS))('the newest shapes of upstream', () => {
  test('rows of 2026 hold no surprise', () => {
    const file = new URL('shapes/protocols_2026-05.sample4.json', RECORDINGS)
    const body = JSON.parse(readFileSync(file, 'utf8'))
    const { rowCounts, notes, protocols } = mapProtocols(body, {
      asOf: '2026-05-29',
      source: 'test',
    })
    expect(rowCounts).toEqual({ rows: 4, accepted: 3, outOfScope: { cex: 1 }, refused: {} })
    expect(notes).toEqual([])
    expect(protocols?.[1]?.facts.oracles).toMatchObject({
      value: [{ name: 'Chainlink', type: 'Primary', proof: [] }],
    })
  })

  const autumn = new URL('shapes/protocols-2026-10-04.sample.json', RECORDINGS)

  test.skipIf(!existsSync(autumn))(
    'the seven rows of 2026-10-04 lose nothing but what is stated here',
    () => {
      const body: Record<string, unknown>[] = JSON.parse(readFileSync(autumn, 'utf8'))
      const batch = mapProtocols(body, { asOf: '2026-10-04', source: 'test' })
      expect(batch.rowCounts).toEqual({
        rows: 7,
        accepted: 3,
        outOfScope: { 'no-chain': 2, dead: 1, 'unsupported-chain': 1 },
        refused: {},
      })
      // The negative TVL of a dead row.
      expect(batch.notes).toEqual(['1 row carries an implausible TVL.'])
      const bySlug = new Map(batch.protocols?.map((protocol) => [protocol.slug, protocol]))
      expect(bySlug.get('blume')?.facts.forkedFrom).toMatchObject({ value: ['114'] })
      expect(bySlug.get('market')).toMatchObject({
        outOfScope: 'dead',
        tvl: { known: false, reason: 'refused' },
        facts: { forkedFrom: { value: ['114'] } },
      })
      expect(bySlug.get('aave-v3')).toMatchObject({
        chains: ['Ethereum', 'Base', 'Monad', 'X Layer'],
        facts: {
          oracles: { value: [{ name: 'Chainlink', type: 'Primary' }] },
          hallmarks: { value: [{ day: '2026-04-18', text: 'KelpDAO hack' }] },
        },
      })
      expect(bySlug.get('kodiak-islands')?.facts.contract).toMatchObject({ known: true })
      for (const row of body) {
        const protocol = bySlug.get(String(row.slug))
        expect(protocol?.category).toBe(row.category)
        expect(protocol?.url).toBe(row.url || null)
        expect(protocol?.twitter ?? null).toBe(row.twitter ?? null)
        expect(protocol?.facts.listedOn?.known ?? false).toBe('listedAt' in row)
        expect(protocol?.facts.auditLinks).toMatchObject({ known: row.audits !== null })
      }
      // Fields that say nothing which a score or a page is made of.
      const read = new Set(Object.keys(rowSchema.shape))
      const unread = new Set(body.flatMap(Object.keys).filter((field) => !read.has(field)))
      expect([...unread].sort()).toEqual([
        'chain',
        'dimensions',
        'excludeTvlFromParent',
        'gecko_id',
        'mcap',
        'misrepresentedTokens',
        'previousNames',
        'tags',
        'tokenBreakdowns',
        'tvlCodePath',
        'wrongLiquidity',
      ])
    },
  )

  test('a raw history of 2025 gives its one series', () => {
    const file = new URL('shapes/protocol_abc-pool_2025-02.json', RECORDINGS)
    const protocol = { slug: 'abc-pool', asOf: '2025-02-10' }
    const { series } = mapHistory(JSON.parse(readFileSync(file, 'utf8')), protocol)
    expect(series.map(({ chain, section, days }) => [chain, section, days.length])).toEqual([
      ['Conflux', 'tvl', 669],
    ])
  })
})

function recorded(day: string, file: string) {
  return JSON.parse(readFileSync(new URL(`${day}/api.llama.fi/${file}`, RECORDINGS), 'utf8'))
}

function total({ accepted, outOfScope, refused }: RowCounts): number {
  const reasons = [...Object.values(outOfScope), ...Object.values(refused)]
  return reasons.reduce<number>((sum, rows) => sum + (rows ?? 0), accepted)
}
