import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sha256 } from '../../contract/hash.ts'
import type { SnapshotManifest } from '../../contract/snapshot-files.ts'
import { SILENT } from '../../domain/progress.ts'
import { takeSnapshot } from '../../pipeline.ts'
import { contentHash } from '../../publish/deploy-gate.ts'
import { fileHash } from '../../publish/file-hash.ts'
import { packStore, unpackStore } from '../../publish/pack-store.ts'
import { publish, readManifest } from '../../publish/publish.ts'
import { publishStore } from '../../publish/publish-store.ts'
import { createScoreboard } from '../../scoreboard/scoreboard.ts'
import { loadCatalogue } from '../../store/load-catalogue.ts'
import { openStore, type Store } from '../../store/open.ts'
import { onceARun } from '../once-a-run.ts'
import { bodies, DAY, rows } from '../pipeline/bodies.ts'
import { memoryReader, options } from '../pipeline/world.ts'

export interface PublishedWorld {
  distDir: string
  /** In place of the checkout: contentHash reads it. */
  root: string
  /** The store it was built from. */
  storeFile: string
  snapshotId: string
}

/** A snapshot of six invented protocols, published with its store below a folder as a deploy does. */
export async function publishWorld(folder: string): Promise<PublishedWorld> {
  const made = await onceARun('world', publishInto)
  cpSync(made, folder, { recursive: true })
  const places = placesIn(folder)
  const { id = '' } = readManifest(places.distDir)?.snapshot ?? {}
  return { ...places, snapshotId: id }
}

function placesIn(folder: string) {
  return {
    distDir: path.join(folder, 'dist'),
    root: path.join(folder, 'checkout'),
    storeFile: path.join(folder, 'store.sqlite'),
  }
}

async function publishInto(folder: string): Promise<void> {
  const { distDir, root, storeFile } = placesIn(folder)
  fakeCheckout(root)
  const store = openStore(storeFile)
  try {
    await takeSnapshot(options(store, memoryReader(bodies(rows(6))), DAY))
    const live = loadCatalogue(store)
    if (!live) throw new Error('there is no snapshot')
    const given = { live, sandbox: live, distDir, codeFingerprint: 'test', progress: SILENT }
    await publish({ ...given, scoreboard: createScoreboard(store, live) })
    const manifest = readManifest(distDir)
    if (!manifest) throw new Error('there is no manifest')
    const { id, asOf } = manifest.snapshot
    await publishStore({
      store,
      distDir,
      snapshot: { id, asOf },
      content: contentHash(root, manifest),
      deploys: [],
    })
  } finally {
    store.close()
  }
}

/** Changes a published document; `rehash` also puts its new hash into the manifest, as a careful forger would. */
export function forgeDocument(
  distDir: string,
  name: string,
  change: (text: string) => string,
  { rehash = false } = {},
): void {
  const file = path.join(distDir, '_data', name)
  const text = change(readFileSync(file, 'utf8'))
  // A new file: the old one may be linked to others.
  writeFileSync(file, text)
  if (!rehash) return
  const manifestFile = path.join(distDir, '_data/manifest.json')
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'))
  manifest.documents[name] = { sha256: sha256(text), bytes: Buffer.byteLength(text) }
  writeFileSync(manifestFile, JSON.stringify(manifest))
}

const manifestFile = (distDir: string) => path.join(distDir, 'snapshot/manifest.json')

export function readStoreManifest(distDir: string): SnapshotManifest {
  return JSON.parse(readFileSync(manifestFile(distDir), 'utf8'))
}

/** The packed store of a published folder. */
export function packedStore(distDir: string): string {
  return path.join(distDir, 'snapshot', readStoreManifest(distDir).store.name)
}

/** Changes the published store; `rehash` makes its manifest agree, as a careful forger would. */
export async function forgeStore(
  distDir: string,
  change: (store: Store) => void,
  { rehash = false } = {},
): Promise<void> {
  const manifest = readStoreManifest(distDir)
  const packed = packedStore(distDir)
  const plain = `${packed}.plain`
  await unpackStore(packed, plain, manifest.store)
  const store = openStore(plain)
  change(store)
  store.pragma('journal_mode = DELETE')
  store.close()
  await packStore(plain, packed)
  const describe = async (file: string) => ({
    sha256: await fileHash(file),
    bytes: statSync(file).size,
  })
  const unpacked = await describe(plain)
  rmSync(plain)
  if (!rehash) return
  Object.assign(manifest.store, { ...(await describe(packed)), unpacked })
  writeFileSync(manifestFile(distDir), JSON.stringify(manifest))
}

/** Folders and files that `contentHash` reads. */
export function fakeCheckout(root: string): string {
  for (const name of ['data', 'functions', 'public', 'src']) {
    mkdirSync(path.join(root, name), { recursive: true })
  }
  for (const name of ['astro.config.mjs', 'netlify.toml', 'package-lock.json', 'package.json']) {
    writeFileSync(path.join(root, name), '')
  }
  return root
}
