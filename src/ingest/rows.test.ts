import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { moduleOf, moduleOfField } from './adapters/module.ts'
import { mapAssets } from './defillama/assets.ts'
import { auditorOf } from './defillama/auditor.ts'
import { auditedOn } from './defillama/auditor-date.ts'
import { mapChains } from './defillama/chains.ts'
import { mapHacks, mapPageHacks } from './defillama/hacks-map.ts'
import { mapHallmarks } from './defillama/hallmarks.ts'
import { mapHistory } from './defillama/history.ts'
import { mapProtocols } from './defillama/protocols-map.ts'
import { plainText, twitterHandle, webAddress } from './defillama/text.ts'
import { readTvlKey, tvlParts } from './defillama/tvl-key.ts'
import { dayOfUpstream } from './defillama/upstream-day.ts'
import { mapWarnings } from './defillama/warnings.ts'
import { frontMatter } from './defiscan/front-matter.ts'
import { reviewBatch } from './defiscan/map.ts'
import { markdownTables } from './defiscan/markdown-tables.ts'
import { multisigsOf } from './defiscan/multisigs.ts'
import { programmeBatch } from './immunefi/map.ts'
import { sanctionsBatch } from './ofac/map.ts'
import { mapSeed } from './seed/map.ts'
import { mergeAudits } from './seed/map-audits.ts'
import type { SeedContent } from './seed/schema.ts'

// Each reader has a table of what upstream may send and what becomes of it. A row of upstream is given by what differs from
// the sound one, and so is what becomes of it.

const DAY = '2024-03-11'

type Values = Record<string, unknown>

interface Row {
  name: string
  of: [unknown, ...unknown[]]
  is?: unknown
  throws?: { code: string; message: string }
}

interface Table {
  /** A sound row of upstream. */
  default?: Values
  rows: Row[]
}

interface Hacks {
  asOf?: string
  owners?: Record<string, string>
}

const hacksOptions = ({ asOf = DAY, owners = {} }: Hacks = {}) => {
  return { asOf, source: 'test', owners: new Map(Object.entries(owners)) }
}

/** `makeup.test.ts` has the parts. */
function withoutParts(reading: ReturnType<typeof mapAssets>) {
  if (!reading.known) return reading
  const { parts: _, ...value } = reading.value
  return { ...reading, value }
}

const PROGRAMME_OWNERS = new Map([
  ['alpha', ['1', '2']],
  ['beta', ['2']],
])

const READERS: Record<string, (body: never, ...rest: never[]) => unknown> = {
  'adapters/module-of': moduleOf,
  'adapters/module-of-field': moduleOfField,
  'defillama/audited-on': (link: string, asOf = DAY) => auditedOn(link, asOf),
  'defillama/auditor-of': auditorOf,
  'defillama/day-of-upstream': dayOfUpstream,
  'defillama/map-assets': (body: unknown, asOf = DAY) =>
    withoutParts(mapAssets(body, asOf, 'test')),
  'defillama/map-chains': (body: unknown) => mapChains(body, DAY),
  'defillama/map-hacks': (body: unknown, options?: Hacks) => mapHacks(body, hacksOptions(options)),
  'defillama/map-hallmarks': (list: unknown[]) => mapHallmarks(list, DAY),
  'defillama/map-history': mapHistory,
  'defillama/map-page-hacks': (hacks: unknown, id: string, options?: Hacks) =>
    mapPageHacks({ hacks }, id, hacksOptions(options)),
  'defillama/map-protocols': (body: unknown) => mapProtocols(body, { asOf: DAY, source: 'test' }),
  'defillama/map-warnings': (list: unknown[]) => mapWarnings(list, '2026-10-04'),
  'defillama/plain-text': plainText,
  'defillama/read-tvl-key': readTvlKey,
  'defillama/tvl-parts': (tvls: Record<string, number>, chains: string[]) =>
    tvlParts(tvls, chains, (preferred) => preferred),
  'defillama/twitter-handle': twitterHandle,
  'defillama/web-address': webAddress,
  'defiscan/front-matter': frontMatter,
  'defiscan/markdown-tables': markdownTables,
  'defiscan/multisigs-of': multisigsOf,
  'defiscan/review-batch': (body: unknown[]) => reviewBatch(body, DAY),
  'immunefi/programme-batch': (body: unknown) => programmeBatch(body, PROGRAMME_OWNERS, DAY),
  'ofac/sanctions-batch': (lists: never[]) => sanctionsBatch(lists, DAY),
  'seed/map': (seed: SeedContent) => Object.fromEntries(mapSeed(seed)),
  'seed/merge-audits': mergeAudits,
}

function tableOf(reader: string): Table {
  const [folder, name] = reader.split('/')
  return JSON.parse(
    readFileSync(new URL(`${folder}/fixtures/${name}.json`, import.meta.url), 'utf8'),
  )
}

function isValues(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The row of upstream that a table gives by its difference from the sound one: other values, fields that it is without, or all. */
function upstreamRow(row: unknown, sound: Values): unknown {
  if (!isValues(row)) return row
  const { only, without = [], ...fields } = row
  if (only !== undefined) return only
  const entries = Object.entries({ ...sound, ...fields })
  return Object.fromEntries(entries.filter(([key]) => !(without as string[]).includes(key)))
}

function bodyOf(body: unknown, sound: Values = {}): unknown {
  const isRows = isValues(body) && Array.isArray(body.rows)
  return isRows ? (body.rows as unknown[]).map((row) => upstreamRow(row, sound)) : body
}

/** What differs from what becomes of the sound row; readings are given whole, and fields that it lacks as `null`. */
function changes(value: unknown, sound: unknown): unknown {
  if (!isValues(value) || !isValues(sound) || 'known' in value) return value
  const keys = new Set([...Object.keys(value), ...Object.keys(sound)])
  const changed = [...keys].filter((key) => !isDeepStrictEqual(value[key], sound[key]))
  return Object.fromEntries(changed.map((key) => [key, changes(value[key] ?? null, sound[key])]))
}

/** What a batch says of the fields of upstream, which other tests are about. */
const OF_FIELDS = ['fields', 'carriers']

/** A batch by its differences from that of one sound row; any other value as it is. */
function summary(value: unknown, sound: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(sound)) {
    return value.map((item) => changes(item, sound[0]))
  }
  if (!isValues(value) || !isValues(sound)) return value
  const entries = Object.entries(value).filter(([key]) => !OF_FIELDS.includes(key))
  return Object.fromEntries(
    entries.map(([key, part]) => [key, key === 'rowCounts' ? part : summary(part, sound[key])]),
  )
}

const inJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe.each(Object.keys(READERS))('%s', (reader) => {
  const table = tableOf(reader)
  const call = ([body, ...rest]: Row['of']): unknown =>
    READERS[reader]?.(bodyOf(body, table.default) as never, ...(rest as never[]))
  const rest = table.rows[0]?.of.slice(1) ?? []
  const sound = table.default && inJson(call([{ rows: [{}] }, ...rest]))

  test.each(table.rows)('$name', ({ of, is, throws }) => {
    if (throws) expect(() => call(of)).toThrow(expect.objectContaining(throws))
    else expect(summary(inJson(call(of)), sound)).toEqual(is)
  })
})
