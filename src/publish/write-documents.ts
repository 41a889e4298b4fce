import { linkSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { sha256 } from '../contract/hash.ts'
import { type Manifest, manifest as manifestSchema } from '../contract/manifest.ts'
import type { SandboxHoldings } from '../contract/sandbox-wallet.ts'
import type { Catalogue } from '../domain/catalogue.ts'
import type { ListedContract } from '../domain/listed-contract.ts'
import type { Progress } from '../domain/progress.ts'
import { REFRESH_DAYS } from '../domain/refresh.ts'
import { contractDocuments } from '../export/contract-shards.ts'
import { createDocuments, type Document } from '../export/documents.ts'
import { INCIDENT_INDEX_FILE } from '../export/incident-index.ts'
import { createIncidentLists, INCIDENTS_FILE } from '../export/incident-list.ts'
import { readingDays } from '../export/reading-days.ts'
import { SCOREBOARD_FILE } from '../scoreboard/scoreboard.ts'
import { createSandboxWallets } from './sandbox-wallet.ts'

const NO_DAYS = { oldest: null, newest: null }

/** Folder of the documents in the published folder; only the gateway may read it. */
export const DATA = '_data'

interface DocumentsToWrite {
  live: Catalogue
  sandbox: Catalogue
  scoreboard: string
  holdings?: SandboxHoldings | undefined
  /** The contracts that the reviewed tables name. */
  listed?: readonly ListedContract[] | undefined
  /** Days after which the next live snapshot is due. The sandbox has no refresh. */
  refreshDays?: number
  /** The currently published folder. */
  distDir: string
  progress: Progress
}

/** The written documents, and how they compare with the previous ones. */
export interface Written {
  documents: Manifest['documents']
  report: { documents: number; bytes: number; changed: number }
}

/** Documents after which other work has its turn, such as what packs the clients on a second core. */
const TURN = 500

/** Writes every document below `staging`; documents with the same bytes as `before` are hard-linked. */
export async function writeDocuments(
  options: DocumentsToWrite,
  staging: string,
  before: Manifest | null,
): Promise<Written> {
  const { distDir, progress } = options
  const documents: Manifest['documents'] = {}
  const report = { documents: 0, bytes: 0, changed: 0 }
  const made = new Set<string>()
  const total = options.live.entries.length + options.sandbox.entries.length
  for (const [set, published] of [
    ['live', liveDocuments(options)],
    ['sandbox', sandboxDocuments(options.sandbox, options.holdings)],
  ] as const) {
    for (const { path: name, body } of published) {
      if (report.documents % TURN === 0) await setImmediate()
      const key = `${set}/${name}`
      const file = path.join(staging, DATA, key)
      const folder = path.dirname(file)
      if (!made.has(folder)) mkdirSync(folder, { recursive: true })
      made.add(folder)
      const entry = { sha256: sha256(body), bytes: Buffer.byteLength(body) }
      const same = before?.documents[key]?.sha256 === entry.sha256
      if (!same || !linked(path.join(distDir, DATA, key), file, entry.bytes)) {
        writeFileSync(file, body)
      }
      documents[key] = entry
      report.documents += 1
      report.bytes += entry.bytes
      if (!same) report.changed += 1
      progress.step('Writing documents', report.documents, Math.max(total, report.documents + 1))
    }
  }
  progress.step('Writing documents', 1, 1)
  return { documents, report }
}

function* liveDocuments(options: DocumentsToWrite): Generator<Document> {
  const { live, refreshDays, scoreboard, listed = [] } = options
  yield* createDocuments(live, refreshDays ?? REFRESH_DAYS, listed)
  yield { path: SCOREBOARD_FILE, body: scoreboard }
  const incidents = createIncidentLists(live, scoreboard)
  yield { path: INCIDENTS_FILE, body: incidents.list }
  yield { path: INCIDENT_INDEX_FILE, body: incidents.index }
  yield* contractDocuments(live, listed)
}

/** The documents of the sandbox, including its wallet scans. Throws `EXPORT_FAILED` like both parts. */
export function* sandboxDocuments(
  sandbox: Catalogue,
  holdings: SandboxHoldings | undefined,
): Generator<Document> {
  yield* createDocuments(sandbox)
  yield { path: INCIDENT_INDEX_FILE, body: createIncidentLists(sandbox, null).index }
  // The tables are of real protocols: the sandbox has the contracts of its own alone.
  yield* contractDocuments(sandbox, [])
  if (!holdings) return
  yield { path: 'wallet.json', body: JSON.stringify(createSandboxWallets(holdings, sandbox)) }
}

/** Hard-links the old file into the new folder; false when that fails or the old file is incomplete. */
function linked(from: string, to: string, bytes: number): boolean {
  try {
    if (!hasSize(from, bytes)) return false
    linkSync(from, to)
    return true
  } catch {
    return false
  }
}

/** Writes the manifest of the documents beside them. */
export function writeManifest(
  live: Catalogue,
  staging: string,
  { inputs, documents, leftOut }: Pick<Manifest, 'inputs' | 'documents' | 'leftOut'>,
): void {
  const { publicId: id, ...snapshot } = live.snapshot
  const scoredCount = live.entries.filter(({ score }) => score.composite !== null).length
  const days = readingDays(live)
  const content: Manifest = {
    format: 1,
    snapshot: { id, ...snapshot, protocolCount: live.entries.length, scoredCount },
    inputs,
    sources: live.sources.map((source) => ({ ...source, ...(days.get(source.id) ?? NO_DAYS) })),
    ...(leftOut && { leftOut }),
    documents,
  }
  writeFileSync(
    path.join(staging, DATA, 'manifest.json'),
    JSON.stringify(manifestSchema.parse(content)),
  )
}

/** Whether a file exists with this many bytes. */
export function hasSize(file: string, bytes: number): boolean {
  return statSync(file, { throwIfNoEntry: false })?.size === bytes
}
