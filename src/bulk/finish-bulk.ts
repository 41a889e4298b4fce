import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import {
  type BulkCopy,
  type BulkKey,
  type BulkManifest,
  bulkManifest,
  copyPath,
  LATEST,
  MAX_MANIFEST_BYTES,
} from '../contract/bulk.ts'
import { sha256 } from '../contract/hash.ts'
import { type EarlierBulk, readEarlier } from './earlier-bulk.ts'
import { expiryOf, nextVersion } from './freshness.ts'
import { copiesToKeep } from './retention.ts'
import type { ManifestSigner } from './signing.ts'
import type { Draft } from './write-tables.ts'

const MANIFEST = 'manifest.json'
const SIGNATURE = `${MANIFEST}.sig`

/** A lost copy is named for as long as the rule would have kept it. */
const MAX_LOST = 200

export interface BulkSettings {
  /** Null: the manifest is not signed, and says so. */
  signer: ManifestSigner | null
  formerKeys: BulkKey[]
  now: Date
  /** Days after which the next snapshot is due. */
  refreshDays: number
}

interface BulkToFinish extends BulkSettings {
  /** Folder `bulk` of the new published folder, with the newest tables. */
  folder: string
  draft: Draft
  /** Where the last tables are published. */
  earlier: EarlierBulk
}

/**
 * Adds the dated copy of the newest tables, carries over earlier copies as they were published, and writes manifest, signature
 * and public key. An earlier copy that cannot be had, or that differs from what its signed manifest lists, is named as lost.
 */
export async function finishBulk(options: BulkToFinish): Promise<BulkManifest> {
  const { folder, draft, earlier, signer, formerKeys, now, refreshDays } = options
  const trusted = signer ? [signer.key, ...formerKeys] : []
  const listed = await readEarlier(earlier, trusted)
  const lost: BulkManifest['lost'] = [...listed.lost]
  const carried: BulkCopy[] = []
  const next = { path: draft.snapshot.asOf, ...draftCopy(draft) }
  // The new copy may push one of them out, so that it need not be read.
  const wanted = copiesToKeep([
    ...listed.copies,
    { ...next, path: nextPath(draft, listed.copies, lost) },
  ])
  for (const copy of wanted.filter((one) => listed.copies.includes(one))) {
    const why = listed.refusal ?? (await carry(earlier, folder, copy))
    if (why === null) carried.push(copy)
    else lost.push({ path: copy.path, snapshot: copy.snapshot.id, why })
  }
  const same = carried.find((copy) => holds(copy, draft))
  const version = nextVersion(now, listed.version)
  const added = same ? [] : [writeCopy(options, nextPath(draft, listed.copies, lost), version)]
  const manifest = bulkManifest.parse({
    ...{ ...draft, version, expires: expiryOf(now, refreshDays) },
    copies: copiesToKeep([...carried, ...added]),
    lost: lost.slice(-MAX_LOST),
    ...signatureOf(options),
  })
  writeSigned(options, folder, manifest)
  writeKey(options)
  return manifest
}

/** The manifest that `writeTables` and `finishBulk` made, as a draft for another place of earlier copies. */
export function readDraft(folder: string): Draft {
  const { version, expires, copies, lost, key, formerKeys, signature, ...draft } =
    bulkManifest.parse(JSON.parse(readFileSync(path.join(folder, MANIFEST), 'utf8')))
  for (const copy of copies) rmSync(path.join(folder, copy.path), { recursive: true, force: true })
  return draft
}

/** Only the compact format is kept: one file for each table. The newest history has all earlier days, so no copy needs it. */
function filesToKeep(draft: Draft): Draft['files'] {
  return draft.files
    .filter(({ format, table }) => format === 'parquet' && table !== 'history')
    .map((file) => ({ ...file, path: path.posix.basename(file.path) }))
}

function draftCopy(draft: Draft): Omit<BulkCopy, 'path'> {
  const { id, asOf } = draft.snapshot
  const files = filesToKeep(draft).map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 }))
  return { snapshot: { id, asOf }, manifest: { bytes: 1, sha256: '0'.repeat(64) }, files }
}

function holds(copy: BulkCopy, draft: Draft): boolean {
  const { snapshot, files } = draftCopy(draft)
  return copy.snapshot.id === snapshot.id && JSON.stringify(copy.files) === JSON.stringify(files)
}

/** The day, or with the next number when the day was published before: bytes at an address never change. */
function nextPath(draft: Draft, copies: { path: string }[], lost: { path: string }[]): string {
  const day = draft.snapshot.asOf
  const editions = [...copies, ...lost]
    .filter(({ path }) => path.slice(0, day.length) === day)
    .map(({ path }) => Number(path.slice(day.length + 1) || 1))
  return editions.length === 0 ? day : `${day}-${Math.max(...editions) + 1}`
}

/** Copies an earlier dated folder when every byte is as listed. Returns why not, else null. */
async function carry(earlier: EarlierBulk, folder: string, copy: BulkCopy): Promise<string | null> {
  if (!copyPath.safeParse(copy.path).success) return 'its address is not a day'
  const wanted = [{ path: MANIFEST, ...copy.manifest }, ...copy.files]
  const bodies: [name: string, body: Uint8Array][] = []
  for (const { path: name, bytes, sha256: hash } of wanted) {
    if (name !== path.posix.basename(name)) return `${name} is not a file of this folder`
    const body = await earlier.get(`${copy.path}/${name}`, bytes).catch(() => null)
    if (body === null) return `${name} could not be read`
    if (body.length !== bytes || sha256(body) !== hash) return `${name} differs from its manifest`
    bodies.push([name, body])
  }
  const signature = await earlier.get(`${copy.path}/${SIGNATURE}`, 1_000).catch(() => null)
  if (signature !== null) bodies.push([SIGNATURE, signature])
  const to = path.join(folder, copy.path)
  mkdirSync(to, { recursive: true })
  for (const [name, body] of bodies) writeFileSync(path.join(to, name), body)
  return null
}

function writeCopy(options: BulkToFinish, name: string, version: number): BulkCopy {
  const { folder, draft } = options
  const to = path.join(folder, name)
  mkdirSync(to, { recursive: true })
  const files = filesToKeep(draft)
  for (const { path: file } of files) {
    copyFileSync(path.join(folder, LATEST, file), path.join(to, file))
  }
  const manifest = bulkManifest.parse({
    ...{ ...draft, version, expires: null, files },
    tables: draft.tables.filter(({ name: table }) => files.some((file) => file.table === table)),
    copies: [],
    lost: [],
    ...signatureOf(options),
  })
  return { ...draftCopy(draft), path: name, manifest: writeSigned(options, to, manifest) }
}

function signatureOf({ signer, formerKeys }: BulkSettings) {
  return { key: signer?.key ?? null, formerKeys, signature: signer ? SIGNATURE : null }
}

function writeSigned({ signer }: BulkSettings, folder: string, manifest: BulkManifest) {
  const body = Buffer.from(JSON.stringify(manifest))
  if (body.length > MAX_MANIFEST_BYTES) throw new Error('The manifest of the tables is too long.')
  writeFileSync(path.join(folder, MANIFEST), body)
  rmSync(path.join(folder, SIGNATURE), { force: true })
  if (signer) writeFileSync(path.join(folder, SIGNATURE), `${signer.sign(body)}\n`)
  return { bytes: body.length, sha256: sha256(body) }
}

function writeKey({ signer, folder }: BulkToFinish): void {
  for (const name of ['public-key.json', 'public-key.pem']) {
    rmSync(path.join(folder, name), { force: true })
  }
  if (!signer) return
  writeFileSync(path.join(folder, 'public-key.json'), JSON.stringify(signer.key))
  writeFileSync(path.join(folder, 'public-key.pem'), signer.pem)
}
