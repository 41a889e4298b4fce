import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileNameOf } from '../contract/file-name.ts'
import { sha256 } from '../contract/hash.ts'
import { type Manifest, snapshotNote } from '../contract/manifest.ts'
import {
  SNAPSHOT_FOLDER,
  type SnapshotManifest,
  snapshotManifest,
} from '../contract/snapshot-files.ts'
import { compareTexts } from '../domain/first-difference.ts'
import { parseJson } from '../domain/json.ts'
import { contentHash } from '../publish/deploy-gate.ts'
import { fileHash } from '../publish/file-hash.ts'
import { DamagedError, unpackStore } from '../publish/pack-store.ts'
import { readManifest } from '../publish/publish.ts'
import { DATA } from '../publish/write-documents.ts'
import { type Compared, type PublishedSnapshot, uncheckable } from './published.ts'

interface FolderOptions {
  /** The published folder, or its `_data`. */
  dir: string
  /** A store to use instead of the published one. */
  storeFile: string | null
  /** An empty temporary folder. */
  workDir: string
  /** The checkout. */
  root: string
}

/** Opens a published folder. Throws `UPSTREAM_INVALID` when it is not one, is incomplete, or was changed after it was published. */
export async function openPublishedFolder(options: FolderOptions): Promise<PublishedSnapshot> {
  const { dir, storeFile, workDir, root } = options
  const distDir = findPublished(dir)
  const manifest = readManifest(distDir)
  if (!manifest) {
    const file = path.join(distDir, DATA, 'manifest.json')
    throw uncheckable(`${file} is damaged, or has a format that this version cannot read.`)
  }
  const copy = path.join(workDir, 'plimsoll.sqlite')
  let content: string | null = null
  if (storeFile === null) {
    const stored = readSnapshotManifest(distDir)
    if (stored.snapshot.id !== manifest.snapshot.id) {
      throw uncheckable(
        `The documents in ${dir} are of snapshot ${manifest.snapshot.id} and the store beside them is of ${stored.snapshot.id}. Name the store they were made from with --store FILE.`,
      )
    }
    await copyPublished(distDir, stored, copy)
    content = stored.content
  } else {
    copyNamed(storeFile, copy)
  }
  return {
    storeFile: copy,
    storeName: storeFile ?? path.join(dir, SNAPSHOT_FOLDER),
    snapshotId: manifest.snapshot.id,
    refreshDays: refreshDaysOf(distDir, manifest),
    isKnownCode: (rebuilt) =>
      content !== null &&
      [manifest, withRebuilt(manifest, rebuilt)].some(
        (candidate) => contentHash(root, candidate) === content,
      ),
    readProtocol: async (id) => readDocument(distDir, manifest, pathOf(id)),
    compareAll: (rebuilt) => compareFolder(distDir, manifest, rebuilt),
    confirm: async () => undefined,
  }
}

/** The refresh interval, a setting that is not in the store; null when the note is damaged, which the comparison then shows. */
function refreshDaysOf(distDir: string, manifest: Manifest): number | null {
  try {
    const note = readDocument(distDir, manifest, 'snapshot.json')
    return snapshotNote.safeParse(parseJson(note ?? '')).data?.refreshDays ?? null
  } catch {
    return null
  }
}

/** The manifest with the hashes of the rebuilt documents, so that a forged document does not change the hash of code and documents. */
function withRebuilt(manifest: Manifest, rebuilt: ReadonlyMap<string, string>): Manifest {
  const documents = { ...manifest.documents }
  for (const [name, body] of rebuilt) {
    documents[`live/${name}`] = { sha256: sha256(body), bytes: Buffer.byteLength(body) }
  }
  return { ...manifest, documents }
}

function pathOf(id: string): string {
  return `protocols/${fileNameOf(id)}.json`
}

function findPublished(dir: string): string {
  if (!existsSync(dir)) throw uncheckable(`There is no folder ${dir}.`)
  const parent = path.resolve(dir, '..')
  for (const candidate of [path.resolve(dir), parent]) {
    const data = path.join(candidate, DATA)
    const isMeant = candidate !== parent || path.resolve(dir) === data
    if (isMeant && existsSync(path.join(data, 'manifest.json'))) return candidate
  }
  throw uncheckable(
    `${dir} is not a published folder: it holds no ${DATA}/manifest.json. Name the folder that npm run build made, or the address of a site.`,
  )
}

function readSnapshotManifest(distDir: string): SnapshotManifest {
  const file = path.join(distDir, SNAPSHOT_FOLDER, 'manifest.json')
  if (!existsSync(file)) {
    throw uncheckable(
      `${distDir} holds no store to rebuild from (${SNAPSHOT_FOLDER}/manifest.json). Name the one it was built from with --store FILE.`,
    )
  }
  const parsed = snapshotManifest.safeParse(parseJson(readFileSync(file, 'utf8')))
  if (parsed.success) return parsed.data
  throw uncheckable(`${file} is damaged, or has a format that this version cannot read.`)
}

async function copyPublished(
  distDir: string,
  { store }: SnapshotManifest,
  copy: string,
): Promise<void> {
  const from = path.join(distDir, SNAPSHOT_FOLDER, store.name)
  if (!existsSync(from)) throw uncheckable(`${from} is missing.`)
  const changed = `${from} is not the store that was published`
  const manifest = `${SNAPSHOT_FOLDER}/manifest.json`
  if ((await fileHash(from)) !== store.sha256) {
    throw uncheckable(`${changed}: its SHA-256 is not the one in ${manifest}.`)
  }
  try {
    await unpackStore(from, copy, store)
  } catch (error) {
    if (!(error instanceof DamagedError)) throw error
    throw uncheckable(`${changed}: ${error.message}.`, error)
  }
  if ((await fileHash(copy)) !== store.unpacked.sha256) {
    throw uncheckable(`${changed}: unpacked, its SHA-256 is not the one in ${manifest}.`)
  }
}

/** Copies a store with its write-ahead log, which may have changes that are not in the file yet. */
function copyNamed(storeFile: string, copy: string): void {
  if (!existsSync(storeFile)) throw uncheckable(`There is no store ${storeFile}.`)
  try {
    copyFileSync(storeFile, copy)
    if (existsSync(`${storeFile}-wal`)) copyFileSync(`${storeFile}-wal`, `${copy}-wal`)
  } catch (error) {
    throw uncheckable(`The store ${storeFile} cannot be read.`, error)
  }
}

/** A document of the live set; null when the manifest does not list it. */
function readDocument(distDir: string, { documents }: Manifest, name: string): string | null {
  const key = `live/${name}`
  const entry = Object.hasOwn(documents, key) ? documents[key] : undefined
  if (!entry) return null
  const file = path.join(distDir, DATA, key)
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw uncheckable(`${file} is missing, though ${DATA}/manifest.json lists it.`, error)
  }
  if (Buffer.byteLength(text) === entry.bytes && sha256(text) === entry.sha256) return text
  throw uncheckable(
    `${file} was changed after it was published: its SHA-256 is not the one in ${DATA}/manifest.json.`,
  )
}

/** Compares every document of the live set: protocols first, then those made from all of them. */
async function* compareFolder(
  distDir: string,
  manifest: Manifest,
  rebuilt: ReadonlyMap<string, string>,
): AsyncGenerator<Compared> {
  const listed = Object.keys(manifest.documents).flatMap((key) =>
    key.startsWith('live/') ? [key.slice('live/'.length)] : [],
  )
  const names = [...new Set([...listed, ...rebuilt.keys()])]
  const isProtocol = (name: string) => name.startsWith('protocols/')
  for (const name of [...names.filter(isProtocol), ...names.filter((one) => !isProtocol(one))]) {
    const text = readDocument(distDir, manifest, name)
    const body = rebuilt.get(name)
    yield {
      kind: isProtocol(name) ? 'protocol' : 'document',
      name: isProtocol(name) ? name.slice('protocols/'.length, -'.json'.length) : name,
      difference:
        text !== null && body !== undefined
          ? compareTexts(text, body)
          : {
              path: '',
              published: text === null ? undefined : 'a document',
              rebuilt: body === undefined ? undefined : 'a document',
            },
    }
  }
}
