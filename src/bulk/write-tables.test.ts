import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { parquetMetadata } from 'hyparquet'
import { beforeAll, describe, expect, test } from 'vitest'
import type { BulkManifest } from '../contract/bulk.ts'
import type { Dependencies } from '../contract/dependencies.ts'
import type { HistoryColumns } from '../contract/history.ts'
import type { ProtocolDetail } from '../contract/protocol-detail.ts'
import { DIMENSIONS } from '../domain/dimension.ts'
import { catalogueOf, publishTables } from '../testing/bulk/bulk-world.ts'
import {
  duck,
  FORMATS,
  type Format,
  type PlainRow,
  readTable,
} from '../testing/bulk/read-tables.ts'
import { rows } from '../testing/pipeline/bodies.ts'
import { folderOfTest, temporaryFolder } from '../testing/temporary-folder.ts'
import { snakeCase } from './table.ts'

/** Names as an attacker would choose them. The last is what a format without NUL and lone surrogates has. */
const NAMES = [
  '=1+1',
  'a "quoted", name;\r\nof two lines',
  '@SUM(A1)',
  '﹫ -Ünïcødé 🦆',
  'NULL',
  `nul\0l and \ud800`,
]

const folder = temporaryFolder()
let manifest: BulkManifest
let details: ProtocolDetail[]
const bulk = path.join(folder, 'bulk')

beforeAll(async () => {
  details = []
  manifest = await publishTables({
    // A liquid staking holds the coins of its chains, so what it stands on is known.
    live: await catalogueOf(
      rows(6).map((row, at) => (at === 5 ? { ...row, category: 'Liquid Staking' } : row)),
    ),
    distDir: folder,
    change: (detail) => {
      const changed = { ...detail, name: NAMES[details.length] ?? detail.name }
      if (details.length === 4) changed.category = null
      details.push(changed)
      return changed
    },
  })
  details.sort((a, b) => (a.id < b.id ? -1 : 1))
})

const carried = (text: string) => text.toWellFormed().replaceAll('\0', '\uFFFD')
const FORMULA = /^\s*[=+\-@]/
/** A text as the format has it. */
const textIn = (format: Format, text: string) =>
  format === 'csv' && FORMULA.test(text) ? `'${carried(text)}` : carried(text)

function listIn(format: Format, chains: string[]) {
  if (format === 'csv') return chains.join('; ')
  return format === 'sqlite' ? JSON.stringify(chains) : chains
}

describe.each(FORMATS)('as %s', (format) => {
  test('every score is that of the document', async () => {
    const found = await readTable(bulk, manifest, 'scores', format)
    expect(found).toHaveLength(details.length)
    for (const [index, detail] of details.entries()) {
      const row = found[index] as PlainRow
      const metadata = detail.scoreMetadata
      expect(row).toMatchObject({
        protocol_id: detail.id,
        id: detail.id,
        name: textIn(format, detail.name),
        category: detail.category,
        chains: listIn(format, detail.chains),
        level: detail.riskLevel,
        composite: detail.composite,
        composite_exact: metadata?.composite.score,
        range_low: metadata?.composite.range?.low ?? null,
        coverage: detail.coverageScore,
        rank: metadata?.rank?.position ?? null,
        scored_on: detail.scoredAt?.slice(0, 10),
        snapshot_id: manifest.snapshot.id,
        snapshot_day: manifest.snapshot.asOf,
      })
      for (const key of DIMENSIONS) {
        const name = snakeCase(key)
        const of = metadata?.dimensions[key]
        expect(row[name]).toBe(detail.dimensions?.[key].score ?? null)
        expect(row[`${name}_exact`]).toBe(of?.score ?? null)
        expect(Boolean(row[`${name}_assumed`])).toBe(of?.assumed ?? false)
        expect(row[`${name}_weight`]).toBe(metadata?.composite.weights_used[key] ?? null)
        const adds = of?.status === 'scored' ? of.contribution : null
        expect(row[`${name}_contribution`]).toBe(adds)
      }
    }
  })

  test('every contribution is that of the document', async () => {
    const found = await readTable(bulk, manifest, 'signals', format)
    const expected = details.flatMap((detail) =>
      DIMENSIONS.flatMap((key) => {
        const of = detail.scoreMetadata?.dimensions[key]
        const isScored = of?.status === 'scored'
        return [...(of?.signals ?? []), ...(of?.floor ? [of.floor] : [])].map((one) => [
          detail.id,
          snakeCase(key),
          one.id,
          one.risk,
          isScored ? one.contribution : null,
        ])
      }),
    )
    expect(
      found.map((row) => [row.protocol_id, row.dimension, row.signal, row.risk, row.contribution]),
    ).toEqual(expected)
    expect(expected.length).toBeGreaterThan(100)
    // A missing value is null, never 0 or an empty text.
    const missing = found.filter(({ basis }) => basis === 'missing')
    expect(missing.length).toBeGreaterThan(10)
    expect(new Set(missing.map(({ value }) => value))).toEqual(new Set([null]))
  })

  test('every fact is that of the document', async () => {
    const found = await readTable(bulk, manifest, 'facts', format)
    const reviews = details.flatMap(({ id, reviews }) =>
      (reviews ?? []).map(({ chain, reviewedOn, url, ...value }) => ({
        protocol_id: id,
        ...{ fact: 'review', chain, read_on: reviewedOn, link: url, value, source: 'defiscan' },
      })),
    )
    expect(reviews.length).toBeGreaterThan(0)
    const parsed = found.map((row): PlainRow => ({ ...row, value: JSON.parse(String(row.value)) }))
    expect(parsed.filter(({ fact }) => fact === 'review')).toMatchObject(reviews)
  })

  test('every edge is that of the document, as a share and never as an amount', async () => {
    const found = await readTable(bulk, manifest, 'edges', format)
    const expected = details.flatMap(({ id }) => {
      const file = path.join(folder, `_data/live/dependencies/${id}.json`)
      const { edges, bridges }: Dependencies = JSON.parse(readFileSync(file, 'utf8')).data
      return [
        ...edges.map(({ kind, to, share, day }) => [id, to?.id ?? null, kind, share, day]),
        ...bridges.map((bridge) => [id, bridge.id, 'bridged-by', bridge.share, expect.anything()]),
      ]
    })
    expect(expected.length).toBeGreaterThan(0)
    expect(
      found.map((row) => [row.protocol_id, row.to, row.relation, row.share, row.read_on]),
    ).toEqual(expected)
    expect(Object.keys(found[0] ?? {}).filter((name) => /usd|amount/.test(name))).toEqual([])
  })
})

test('every row of the history is that of a document, and nothing is between its days', async () => {
  const found = await readTable(bulk, manifest, 'history', 'parquet')
  const expected = details.flatMap(({ id }) => {
    const file = path.join(folder, `_data/live/history/${id}.json`)
    const { days, composite, dimensions }: HistoryColumns = JSON.parse(readFileSync(file, 'utf8'))
    return days.map((day, at) => [id, day, composite[at], dimensions.smartContract[at]])
  })
  expect(expected.length).toBeGreaterThan(5)
  expect(
    found.map((row) => [row.protocol_id, row.snapshot_day, row.composite, row.smart_contract]),
  ).toEqual(expected)
})

test('every Parquet file says of which snapshot, version, licence and source it is', async () => {
  const { id, asOf, methodology } = manifest.snapshot
  const expected = {
    ...{ snapshot_id: id, snapshot_day: asOf, methodology, schema_version: '2' },
    licence: expect.stringContaining('MIT'),
    source: expect.stringContaining('manifest.json'),
  }
  const files = manifest.files.filter(({ format }) => format === 'parquet')
  expect(files).toHaveLength(6)
  for (const { path: name } of files) {
    const file = path.join(bulk, name)
    const body = Uint8Array.from(readFileSync(file)).buffer
    const pairs = parquetMetadata(body).key_value_metadata ?? []
    expect(Object.fromEntries(pairs.map(({ key, value }) => [key, value]))).toEqual(expected)
    const rows = await duck(
      `SELECT decode(key) AS key, decode(value) AS value FROM parquet_kv_metadata('${file}')`,
    )
    expect(Object.fromEntries(rows.map(({ key, value }) => [key, value]))).toEqual(expected)
  }
})

test('one thing has one name in every table', () => {
  for (const { name, columns } of manifest.tables) {
    expect(columns.at(name === 'scores' ? -1 : 0)?.name).toBe('protocol_id')
  }
  const names = new Set(manifest.tables.flatMap(({ columns }) => columns.map(({ name }) => name)))
  for (const other of ['protocol', 'risk_level', 'slug', 'date', 'version', 'from']) {
    expect(names).not.toContain(other)
  }
})

test('a spreadsheet runs no name as a formula, and a quote or line break stays in its cell', () => {
  const csv = readFileSync(path.join(bulk, 'latest/scores.csv'), 'utf8')
  expect(csv).toContain(",'=1+1,")
  expect(csv).toContain(",'@SUM(A1),")
  expect(csv).toContain(',"a ""quoted"", name;\r\nof two lines",')
  expect(csv).not.toContain('\0')
})

test('DuckDB finds the types of the manifest by itself, and reads the packed texts', async () => {
  const at = path.join(bulk, 'latest')
  const types = await duck(`DESCRIBE SELECT * FROM '${at}/scores.parquet'`)
  const byName = Object.fromEntries(types.map((row) => [row.column_name, row.column_type]))
  expect(byName).toMatchObject({
    chains: 'VARCHAR[]',
    composite: 'DOUBLE',
    rank: 'INTEGER',
    snapshot_day: 'DATE',
  })
  const [counted] = await duck(
    `SELECT (SELECT count(*) FROM '${at}/signals.ndjson.gz') AS a, (SELECT count(*) FROM '${at}/signals.csv.gz') AS b`,
  )
  const { rows: expected } = manifest.tables.find(({ name }) => name === 'signals') ?? {}
  expect([Number(counted?.a), Number(counted?.b)]).toEqual([expected, expected])
})

test('the same snapshot gives the same bytes', async () => {
  const again = folderOfTest()
  const live = await catalogueOf()
  const first = await publishTables({ live, distDir: path.join(again, 'a') })
  const second = await publishTables({ live, distDir: path.join(again, 'b') })
  expect(second.files).toEqual(first.files)
})

describe('what may not be republished', () => {
  /** Figures that occur nowhere by chance. */
  const ODD = { tvl: 7_340_123.25, ethereum: 5_130_917.75, base: 2_209_205.5, change: -17.393 }
  const MARKS = [
    '7340123',
    '5130917',
    '2209205',
    '0.17393',
    '17.4 %',
    'audits.example',
    'odd-logo',
    'Chainlink',
  ]

  test('is in no file of any format, and the manifest says what is left out', async () => {
    const dir = folderOfTest()
    const odd = rows(6).map((row) => ({
      ...row,
      ...{ tvl: ODD.tvl, change_7d: ODD.change, logo: 'https://odd-logo.example/a.png' },
      chainTvls: { Ethereum: ODD.ethereum, Base: ODD.base, 'Ethereum-staking': 50 },
    }))
    const live = await catalogueOf(odd)
    const made = await publishTables({ live, distDir: dir })
    const texts: string[] = []
    for (const { name } of made.tables) {
      for (const format of name === 'history' ? (['parquet'] as const) : FORMATS) {
        const found = await readTable(path.join(dir, 'bulk'), made, name, format)
        texts.push(
          JSON.stringify(found, (_, part) => (typeof part === 'bigint' ? String(part) : part)),
        )
      }
    }
    for (const { path: file } of made.files) {
      const body = readFileSync(path.join(dir, 'bulk', file))
      texts.push((file.endsWith('.gz') ? gunzipSync(body) : body).toString('latin1'))
    }
    const documents = JSON.stringify(live.entries)
    for (const mark of MARKS.filter((one) => !one.includes('%') && !one.startsWith('0.'))) {
      expect(documents).toContain(mark)
    }
    expect(texts.flatMap((text) => MARKS.filter((mark) => text.includes(mark)))).toEqual([])
    const closed = made.sources.filter(({ redistributable }) => !redistributable)
    expect(closed.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['defillama-protocols', 'defillama-hacks', 'immunefi']),
    )
    expect(closed.every(({ leftOut }) => leftOut)).toBe(true)
  })

  test('a value of an open source is there, and one of a closed source is named as withheld', async () => {
    const found = await readTable(bulk, manifest, 'signals', 'parquet')
    const measured = found.filter(({ basis }) => basis === 'measured')
    const open = measured.filter(({ source }) => source === 'defiscan' || source === 'methodology')
    const closed = measured.filter(({ source }) => String(source).startsWith('defillama-protocols'))
    expect(closed.length).toBeGreaterThan(10)
    expect(
      new Set(closed.map(({ value, reason, withheld }) => `${value} ${reason} ${withheld}`)),
    ).toEqual(new Set(['null null true']))
    for (const row of open) expect([row.withheld, row.value === null]).toEqual([false, false])
  })
})
