import { fileNameOf } from '../contract/file-name.ts'
import { detailDocument } from '../contract/protocol-detail.ts'
import { DIMENSIONS } from '../domain/dimension.ts'
import { compareTexts, type Difference } from '../domain/first-difference.ts'
import type { ListedContract } from '../domain/listed-contract.ts'
import type { RiskLevel } from '../domain/risk-level.ts'
import { METHODOLOGY_SOURCE, type SourceId } from '../domain/sources.ts'
import { METHODOLOGY } from '../score/methodology.ts'
import { openStore, storeError } from '../store/open.ts'
import { findNewestSnapshot, publicIdOf } from '../store/snapshots.ts'
import { nearestIds } from './nearest-ids.ts'
import { type PublishedSnapshot, uncheckable } from './published.ts'
import { type Rebuilt, readLater, rebuildDocuments } from './rebuild-documents.ts'

/** Number of differences that a check of everything lists. */
const NAMED_DIFFERENCES = 5

/** The snapshot that was checked. */
interface About {
  snapshot: string
  methodology: string
}

/** Possible reasons for a difference other than a wrong score. */
interface Hints {
  /** True when this checkout is known to be the code that published it; false when that is not known. */
  isKnownCode: boolean
  /** Sources that were read again after the snapshot. */
  readLater: SourceId[]
}

export interface Reproduced extends About {
  outcome: 'reproduced'
  id: string
  composite: number | null
  level: RiskLevel | null
  signals: number
  /** Signals with a reading. */
  readings: number
  sources: string[]
}

export interface Differs extends About, Hints {
  outcome: 'differs'
  id: string
  difference: Difference
}

export interface AllVerified extends About, Hints {
  outcome: 'all-reproduced' | 'some-differ'
  protocols: number
  reproduced: number
  /** Documents made from all protocols, such as lists and statistics. */
  otherDocuments: { count: number; reproduced: number }
  /** Whether the hash over all readings and scores is the same. */
  isSameSnapshotId: boolean
  /** The first differences. */
  differences: { name: string; difference: Difference }[]
}

export type ScoreVerdict =
  | Reproduced
  | Differs
  | AllVerified
  | { outcome: 'other-methodology'; published: string; here: string }
  | { outcome: 'unknown-id'; id: string; nearest: string[] }

/**
 * Rebuilds published scores from the published readings and compares them. `id` null: all protocols. `listed`: the contracts of the
 * reviewed tables, which some documents name.
 * Throws `UPSTREAM_…` or `STORE_UNUSABLE` when the published data is incomplete or damaged.
 */
export async function verifyScore(
  published: PublishedSnapshot,
  id: string | null,
  listed: readonly ListedContract[] = [],
): Promise<ScoreVerdict> {
  // The store is a temporary copy: errors name the store that the user knows.
  const store = openStore(published.storeFile, published.storeName)
  try {
    const snapshot = findNewestSnapshot(store)
    if (!snapshot) throw uncheckable('The store holds no snapshot.')
    const stored = publicIdOf(snapshot)
    if (stored !== published.snapshotId) {
      throw uncheckable(
        `The newest snapshot in the store is ${stored}, and the documents are of ${published.snapshotId}: they do not belong together.`,
      )
    }
    const { methodology } = snapshot
    if (methodology !== METHODOLOGY.version) {
      return { outcome: 'other-methodology', published: methodology, here: METHODOLOGY.version }
    }
    const later = readLater(store, snapshot.asOf)
    const rebuilt = rebuildDocuments(store, snapshot, {
      refreshDays: published.refreshDays,
      listed,
    })
    const isKnownCode = published.isKnownCode(rebuilt.documents)
    const hints = { isKnownCode, readLater: later }
    const about = { snapshot: stored, methodology }
    return id === null
      ? await verifyAll(published, rebuilt, { ...about, ...hints })
      : await verifyOne(published, rebuilt, id, about, hints)
  } catch (error) {
    throw storeError(error, published.storeName)
  } finally {
    store.close()
  }
}

async function verifyOne(
  published: PublishedSnapshot,
  { documents }: Rebuilt,
  id: string,
  about: About,
  hints: Hints,
): Promise<ScoreVerdict> {
  const body = documents.get(`protocols/${fileNameOf(id)}.json`)
  const text = await published.readProtocol(id)
  if (text === null && body === undefined) {
    return { outcome: 'unknown-id', id, nearest: nearestIds(id, idsOf(documents)) }
  }
  if (text !== null && body !== undefined) {
    const difference = compareTexts(text, body)
    if (!difference) return { outcome: 'reproduced', ...about, ...countsOf(id, body) }
    await published.confirm()
    return { outcome: 'differs', id, ...about, ...hints, difference }
  }
  await published.confirm()
  const word = (given: unknown) => (given ? 'a document' : undefined)
  const difference = { path: '', published: word(text), rebuilt: word(body) }
  return { outcome: 'differs', id, ...about, ...hints, difference }
}

async function verifyAll(
  published: PublishedSnapshot,
  { documents, snapshotId }: Rebuilt,
  about: About & Hints,
): Promise<AllVerified> {
  const counts = {
    protocol: { count: 0, reproduced: 0 },
    document: { count: 0, reproduced: 0 },
  }
  const differences: AllVerified['differences'] = []
  let isSame = true
  for await (const { kind, name, difference } of published.compareAll(documents)) {
    counts[kind].count += 1
    if (!difference) counts[kind].reproduced += 1
    else if (differences.length < NAMED_DIFFERENCES) differences.push({ name, difference })
    isSame &&= difference === null
  }
  if (!isSame) await published.confirm()
  return {
    outcome: isSame ? 'all-reproduced' : 'some-differ',
    ...about,
    protocols: counts.protocol.count,
    reproduced: counts.protocol.reproduced,
    otherDocuments: counts.document,
    isSameSnapshotId: snapshotId === about.snapshot,
    differences,
  }
}

function countsOf(id: string, body: string) {
  const { data } = detailDocument.parse(JSON.parse(body))
  const metadata = data.scoreMetadata?.dimensions
  const signals = metadata ? DIMENSIONS.flatMap((key) => metadata[key].signals) : []
  // A value from the tables of the methodology is not a reading.
  const read = signals.filter(({ missing, source }) => !missing && source !== METHODOLOGY_SOURCE)
  const sources = [...new Set(read.map(({ source }) => source))].sort()
  const { composite, riskLevel: level } = data
  return { id, composite, level, signals: signals.length, readings: read.length, sources }
}

function idsOf(documents: ReadonlyMap<string, string>): string[] {
  return [...documents].flatMap(([name, body]) =>
    name.startsWith('protocols/') ? [detailDocument.parse(JSON.parse(body)).data.id] : [],
  )
}
