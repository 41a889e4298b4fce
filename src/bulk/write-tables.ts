import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { type BulkManifest, LATEST } from '../contract/bulk.ts'
import type { Dependencies } from '../contract/dependencies.ts'
import { fileNameOf } from '../contract/file-name.ts'
import { sha256 } from '../contract/hash.ts'
import type { ProtocolDetail } from '../contract/protocol-detail.ts'
import type { Catalogue } from '../domain/catalogue.ts'
import { csvOf } from './csv.ts'
import { edgeTable } from './edge-table.ts'
import { type FactRecord, factTable } from './fact-table.ts'
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

interface TablesToWrite {
  live: Pick<Catalogue, 'snapshot' | 'entries'>
  /** Folder of the published documents of live data, from which the numbers are taken. */
  dataDir: string
  /** Folder `bulk` of the new published folder. */
  folder: string
  codeFingerprint: string
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
  ]
  mkdirSync(path.join(folder, LATEST), { recursive: true })
  const files = await Promise.all(tables.map((table) => writeTable(folder, table)))
  const about = {
    snapshot: id,
    day: asOf,
    methodology,
    origin,
    licence: 'Scores, signals and contributions: MIT. Facts keep the terms of their source.',
    left_out: 'See sources in manifest.json.',
    ...Object.fromEntries(tables.map((table) => [table.name, table.about])),
  }
  const rows = tables.reduce((sum, table) => sum + table.rows.length, 0)
  const database = { path: `${LATEST}/${DATABASE}`, format: 'sqlite', table: null, rows } as const
  return {
    format: 1,
    snapshot: { id, asOf, computedAt, methodology, origin },
    code: codeFingerprint,
    files: [...files.flat(), write(folder, database, sqliteOf(tables, about))],
    tables: tables.map((table) => ({
      name: table.name,
      about: table.about,
      rows: table.rows.length,
      columns: table.columns,
    })),
    sources: describeSources(facts.hidden),
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

function bySlug({ entries }: TablesToWrite['live']) {
  return entries.toSorted((a, b) => (a.record.slug < b.record.slug ? -1 : 1))
}

/** Text is compressed but for the scores as CSV, which a spreadsheet opens as they are. */
async function writeTable(folder: string, table: BulkTable): Promise<File[]> {
  const { name, rows } = table
  const about = { table: name, rows: rows.length }
  const at = (ending: string) => `${LATEST}/${name}.${ending}`
  const csv = Buffer.from(csvOf(table))
  const isPlain = name === 'scores'
  const [lines, cells] = await Promise.all([packed(ndjsonOf(table)), isPlain ? csv : packed(csv)])
  return [
    write(folder, { path: at('parquet'), format: 'parquet', ...about }, parquetOf(table)),
    write(folder, { path: at('ndjson.gz'), format: 'ndjson', ...about }, lines),
    write(folder, { path: at(isPlain ? 'csv' : 'csv.gz'), format: 'csv', ...about }, cells),
  ]
}

function write(folder: string, file: Omit<File, 'bytes' | 'sha256'>, body: Uint8Array): File {
  writeFileSync(path.join(folder, file.path), body)
  return { ...file, bytes: body.length, sha256: sha256(body) }
}
