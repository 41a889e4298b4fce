import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { bulkInFolder } from '../../bulk/earlier-bulk.ts'
import { type BulkSettings, finishBulk } from '../../bulk/finish-bulk.ts'
import { createSigningKey, type ManifestSigner, readSigner } from '../../bulk/signing.ts'
import { writeTables } from '../../bulk/write-tables.ts'
import type { BulkManifest } from '../../contract/bulk.ts'
import type { ProtocolDetail } from '../../contract/protocol-detail.ts'
import type { Catalogue } from '../../domain/catalogue.ts'
import { createDocuments } from '../../export/documents.ts'
import { takeSnapshot } from '../../pipeline.ts'
import { loadCatalogue } from '../../store/load-catalogue.ts'
import { openStore } from '../../store/open.ts'
import { bodies, DAY, type Row, rows } from '../pipeline/bodies.ts'
import { memoryReader, options } from '../pipeline/world.ts'

/** The catalogue of a snapshot of these rows of an invented upstream. */
export async function catalogueOf(given: Row[] = rows(6), day = DAY): Promise<Catalogue> {
  const store = openStore(':memory:')
  await takeSnapshot(options(store, memoryReader(bodies(given)), day))
  const catalogue = loadCatalogue(store)
  if (!catalogue) throw new Error('there is no snapshot')
  return catalogue
}

/** Writes the documents of a catalogue as a published folder has them; `change` may alter each protocol first. */
export function writeDetails(
  live: Catalogue,
  distDir: string,
  change: (detail: ProtocolDetail) => ProtocolDetail = (detail) => detail,
): ProtocolDetail[] {
  const dataDir = path.join(distDir, '_data/live')
  for (const part of ['protocols', 'dependencies', 'history'])
    mkdirSync(path.join(dataDir, part), { recursive: true })
  const details: ProtocolDetail[] = []
  for (const { path: name, body } of createDocuments(live)) {
    if (/^(dependencies|history)\//.test(name)) writeFileSync(path.join(dataDir, name), body)
    if (!name.startsWith('protocols/')) continue
    const data = change(JSON.parse(body).data)
    details.push(data)
    writeFileSync(path.join(dataDir, name), JSON.stringify({ success: true, data }))
  }
  return details
}

export function newSigner(): ManifestSigner {
  const signer = readSigner(createSigningKey())
  if (!signer) throw new Error('there is no key')
  return signer
}

interface Published {
  live: Catalogue
  distDir: string
  /** The folder published before, whose copies are carried over. */
  before?: string
  settings?: Partial<BulkSettings>
  change?: (detail: ProtocolDetail) => ProtocolDetail
}

/** Publishes the tables of a catalogue below `distDir`. */
export async function publishTables(given: Published): Promise<BulkManifest> {
  const { live, distDir, before = `${distDir}.none`, settings, change } = given
  writeDetails(live, distDir, change)
  const folder = path.join(distDir, 'bulk')
  const dataDir = path.join(distDir, '_data/live')
  const draft = await writeTables({ live, dataDir, folder, codeFingerprint: 'test' })
  const own = { signer: null, formerKeys: [], now: new Date(), refreshDays: 4, ...settings }
  return finishBulk({ folder, draft, earlier: bulkInFolder(before), ...own })
}

export function readManifestFile(distDir: string): BulkManifest {
  return JSON.parse(readFileSync(path.join(distDir, 'bulk/manifest.json'), 'utf8'))
}
