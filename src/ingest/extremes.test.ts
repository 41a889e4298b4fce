import { describe, expect, test } from 'vitest'
import incidents from '../../data/aliases/incidents.json' with { type: 'json' }
import { moduleOfField } from './adapters/module.ts'
import { mapAssets } from './defillama/assets.ts'
import { aRow } from './defillama/fixtures/row.ts'
import { mapPageHacks } from './defillama/hacks-map.ts'
import { mapHallmarks } from './defillama/hallmarks.ts'
import { INCIDENT_OWNERS } from './defillama/incident-owners.ts'
import { mapProtocols } from './defillama/protocols-map.ts'
import { plainText, twitterHandle } from './defillama/text.ts'
import { dayOfUpstream } from './defillama/upstream-day.ts'
import { mapWarnings } from './defillama/warnings.ts'
import { frontMatter } from './defiscan/front-matter.ts'
import { markdownTables } from './defiscan/markdown-tables.ts'
import { programmeBatch } from './immunefi/map.ts'

// What no table of `rows.test.ts` can hold: what JSON has no word for, and what is too long.

const OPTIONS = { asOf: '2024-03-11', source: 'test' }

test('what is not there is nothing', () => {
  expect(mapHallmarks(undefined, OPTIONS.asOf)).toBeNull()
  expect(mapWarnings(undefined, OPTIONS.asOf)).toBeNull()
  for (const read of [plainTextOf, twitterHandle, dayOfUpstream, moduleOfField]) {
    expect(read(undefined)).toBeNull()
  }
})

const plainTextOf = (text: undefined) => plainText(text, 100)

test('a number that is none is refused', () => {
  const [protocol] =
    mapProtocols([aRow({ tvl: Number.POSITIVE_INFINITY })], OPTIONS).protocols ?? []
  expect(protocol).toMatchObject({ outOfScope: null, tvl: { known: false, reason: 'refused' } })
  expect(dayOfUpstream(Number.NaN)).toBeNull()
  const programme = {
    id: 'alpha',
    project: 'Alpha',
    date: '2023-01-01',
    maximum_reward: Number.NaN,
  }
  const sound = { ...programme, id: 'beta', maximum_reward: 1 }
  const { refused } = programmeBatch([programme, sound], new Map(), OPTIONS.asOf).rowCounts
  expect(refused).toEqual({ reward: 1 })
})

describe('what is too long', () => {
  test('is refused: the tokens of a protocol, the losses on its page, the head of a review', () => {
    const tokens = Object.fromEntries(Array.from({ length: 20_001 }, (_, n) => [`T${n}`, 0.005]))
    const date = Date.parse('2024-03-11T06:00:00Z') / 1_000
    const page = { tvl: [{ date, totalLiquidityUSD: 100 }], tokensInUsd: [{ date, tokens }] }
    expect(mapAssets(page, OPTIONS.asOf, 'test')).toMatchObject({ reason: 'refused' })
    const hacks = Array(501).fill({ date, name: 'Harbour' })
    const options = { ...OPTIONS, owners: new Map<string, string>() }
    expect(mapPageHacks({ hacks: hacks.slice(1) }, '7', options)).toHaveLength(500)
    expect(mapPageHacks({ hacks }, '7', options)).toBeNull()
    expect(frontMatter(`---\na: ${'x'.repeat(70_000)}\n---\n`)).toBeNull()
  })

  test('is cut: warnings to ten short ones, each once', () => {
    const many = Array.from({ length: 30 }, (_, n) => ({ message: `${n} ${'x'.repeat(500)}` }))
    const kept = mapWarnings([...many, ...many], '2026-10-04')
    if (!Array.isArray(kept)) expect.fail('the list is valid')
    expect(kept).toHaveLength(10)
    expect(kept[0]?.text).toHaveLength(300)
  })

  test('is read in time: a hostile line of two million dashes', () => {
    expect(markdownTables(`| A |\n|${'-'.repeat(2_000_000)}x\n`)).toEqual([])
  }, 2_000)
})

describe('a chain that the chain list gave an id', () => {
  const mapped = (chain: string) =>
    mapProtocols([aRow({ chains: [chain] })], { ...OPTIONS, chainIsEvm: () => true })

  test('is supported beyond the table, and named', () => {
    const { protocols, notes } = mapped('Nowhere')
    expect(protocols?.[0]?.outOfScope).toBeNull()
    expect(notes).toEqual(['1 chains are not in our table: Nowhere.'])
  })

  test('is not supported against the table', () => {
    expect(mapped('Movement').protocols?.[0]?.outOfScope).toBe('unsupported-chain')
  })
})

test('the table of incident names is sorted, and holds each name once', () => {
  const names = incidents.map(({ incident }) => incident.toLowerCase())
  expect(names).toEqual([...new Set(names)].sort())
  expect(INCIDENT_OWNERS.size).toBe(incidents.length)
})
