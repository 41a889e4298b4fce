import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { BULK_SCHEMA_VERSION, type BulkManifest, DATA_PACKAGE, LATEST } from '../contract/bulk.ts'
import type { Dependencies } from '../contract/dependencies.ts'
import { fileNameOf } from '../contract/file-name.ts'
import { sha256 } from '../contract/hash.ts'
import type { HistoryColumns } from '../contract/history.ts'
import type { ProtocolDetail } from '../contract/protocol-detail.ts'
import type { Catalogue } from '../domain/catalogue.ts'
import { csvOf } from './csv.ts'
import { dataPackage } from './data-package.ts'
import { edgeTable } from './edge-table.ts'
import { type FactRecord, factTable } from './fact-table.ts'
import { type DepartedHistories, historyTable } from './history-table.ts'
import { incidentTable } from './incident-table.ts'
import { describeSources } from './left-out.ts'
import { ndjsonOf } from './ndjson.ts'
import { parquetOf } from './parquet.ts'
import { scoreTable } from './score-table.ts'
import { signalTable } from './signal-table.ts'
import { sqliteOf } from './sqlite.ts'
import type { BulkTable } from './table.ts'

const packed = promisify(gzip)

/** Name of the database with every table. */
const DATABASE = 'plimsoll.sqlite'

const LICENCE = 'Scores, signals and contributions: MIT. Facts keep the terms of their source.'

const SOURCE = 'Plimsoll; the sources of its readings and their terms are in manifest.json'

type Metadata = Readonly<Record<string, string>>

interface TablesToWrite {
  live: Pick<Catalogue, 'snapshot' | 'entries' | 'incidents' | 'retired'>
  /** Folder of the published documents of live data, from which the numbers are taken. */
  dataDir: string
  /** Folder `bulk` of the new published folder. */
  folder: string
  codeFingerprint: string
  departed?: DepartedHistories
}

type File = BulkManifest['files'][number]

/** A manifest before version, dated copies and signature are added. */
export type Draft = Omit<
  BulkManifest,
  'version' | 'expires' | 'copies' | 'lost' | 'key' | 'formerKeys' | 'signature'
>

/** Writes the tables in every format below `latest/`, and returns what the manifest says of them. */
export async function writeTables(options: TablesToWrite): Promise<Draft> {
  const { live, folder, codeFingerprint } = options
  const { publicId: id, asOf, computedAt, methodology, origin } = live.snapshot
  const protocols = readProtocols(options)
  const details = protocols.map(({ detail }) => detail)
  const facts = factTable(protocols)
  const tables = [
    scoreTable(details, { id, asOf, methodology }),
    signalTable(details),
    facts.table,
    edgeTable(readDependencies(options)),
    incidentTable(live),
  ]
  const history = historyTable(readHistories(options), options.departed)
  mkdirSync(path.join(folder, LATEST), { recursive: true })
  const metadata = metadataOf(live.snapshot)
  const files = await Promise.all(tables.map((table) => writeTable(folder, table, metadata)))
  const about = {
    snapshot: id,
    day: asOf,
    methodology,
    origin,
    licence: LICENCE,
    left_out: 'See sources in manifest.json.',
    ...Object.fromEntries(tables.map((table) => [table.name, table.about])),
  }
  const past = writeParquet(folder, history, metadata)
  const rows = tables.reduce((sum, table) => sum + table.rows.length, 0)
  const database = { path: `${LATEST}/${DATABASE}`, format: 'sqlite', table: null, rows } as const
  const draft: Draft = {
    format: 1,
    snapshot: { id, asOf, computedAt, methodology, origin },
    code: codeFingerprint,
    files: [...files.flat(), past, write(folder, database, sqliteOf(tables, about))],
    tables: [...tables, history].map((table) => ({
      name: table.name,
      about: table.about,
      rows: table.rows.length,
      columns: table.columns,
    })),
    sources: describeSources(facts.hidden),
  }
  writeFileSync(path.join(folder, DATA_PACKAGE), JSON.stringify(dataPackage(draft)))
  return draft
}

/** What every Parquet file says of itself. */
function metadataOf({ publicId, asOf, methodology }: Catalogue['snapshot']) {
  return {
    snapshot_id: publicId,
    snapshot_day: asOf,
    methodology,
    schema_version: BULK_SCHEMA_VERSION,
    licence: LICENCE,
    source: SOURCE,
  }
}

/** Every protocol as its document has it, by id: another order would reveal TVL. */
function readProtocols({ live, dataDir }: TablesToWrite): FactRecord[] {
  return bySlug(live).map(({ record }) => {
    const file = path.join(dataDir, 'protocols', `${fileNameOf(record.slug)}.json`)
    // The document was checked against its schema when it was written.
    const { data }: { data: ProtocolDetail } = JSON.parse(readFileSync(file, 'utf8'))
    return { detail: data, adapterChanges: record.facts.adapterChanges }
  })
}

/** What each protocol stands on, as its document has it, in the same order. */
function readDependencies({ live, dataDir }: TablesToWrite): Dependencies[] {
  return bySlug(live).map(({ record }) => {
    const file = path.join(dataDir, 'dependencies', `${fileNameOf(record.slug)}.json`)
    return JSON.parse(readFileSync(file, 'utf8')).data
  })
}

/** The history of every protocol that ever had a score, one at a time. A former slug has a copy of the same, which is left out. */
function* readHistories({ dataDir }: TablesToWrite): Generator<HistoryColumns> {
  const folder = path.join(dataDir, 'history')
  for (const name of existsSync(folder) ? readdirSync(folder).sort() : []) {
    const history: HistoryColumns = JSON.parse(readFileSync(path.join(folder, name), 'utf8'))
    if (`${fileNameOf(history.id)}.json` === name) yield history
  }
}

function bySlug({ entries }: TablesToWrite['live']) {
  return entries.toSorted((a, b) => (a.record.slug < b.record.slug ? -1 : 1))
}

/** Text is compressed but for the scores as CSV, which a spreadsheet opens as they are. */
async function writeTable(folder: string, table: BulkTable, metadata: Metadata): Promise<File[]> {
  const { name, rows } = table
  const about = { table: name, rows: rows.length }
  const at = (ending: string) => `${LATEST}/${name}.${ending}`
  const csv = Buffer.from(csvOf(table))
  const isPlain = name === 'scores'
  const [lines, cells] = await Promise.all([packed(ndjsonOf(table)), isPlain ? csv : packed(csv)])
  return [
    writeParquet(folder, table, metadata),
    write(folder, { path: at('ndjson.gz'), format: 'ndjson', ...about }, lines),
    write(folder, { path: at(isPlain ? 'csv' : 'csv.gz'), format: 'csv', ...about }, cells),
  ]
}

function writeParquet(folder: string, table: BulkTable, metadata: Metadata): File {
  const { name, rows } = table
  const file = { path: `${LATEST}/${name}.parquet`, format: 'parquet', table: name } as const
  return write(folder, { ...file, rows: rows.length }, parquetOf(table, { metadata }))
}

function write(folder: string, file: Omit<File, 'bytes' | 'sha256'>, body: Uint8Array): File {
  writeFileSync(path.join(folder, file.path), body)
  return { ...file, bytes: body.length, sha256: sha256(body) }
}
