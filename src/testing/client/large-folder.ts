import { createHash } from 'node:crypto'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createEngine } from '../../api/routes/screener/engine.ts'
import type { ProtocolSummary } from '../../contract/protocol-summary.ts'
import type { ScreenerIndex } from '../../contract/screener-index.ts'
import { generateRows, indexOf } from '../api/generated-rows.ts'

export interface LargeList {
  /** In the order of `compositeScore-desc`. */
  rows: ProtocolSummary[]
  index: ScreenerIndex
}

/** An invented list. The same seed gives the same rows. */
export function largeList(count: number, seed: number): LargeList {
  const index = indexOf(generateRows(count, seed))
  const query = { page: 1, perPage: count, chains: [], categories: [], minScore: null }
  const engine = createEngine(index)
  return { rows: engine.list({ ...query, sort: 'compositeScore', direction: 'desc' }).rows, index }
}

/** Publishes only what walks through the list read: the index and the note on the snapshot. */
export function publishList(distDir: string, id: string, { rows, index }: LargeList): void {
  const note = { id, asOf: '2026-11-21', protocolCount: rows.length, refreshDays: null }
  const documents: Record<string, { sha256: string; bytes: number }> = {}
  const others: [string, unknown][] = [
    ['live/snapshot.json', note],
    ['live/screener.json', { ...index, snapshot: id }],
  ]
  for (const [name, document] of others) {
    const file = path.join(distDir, '_data', name)
    const body = JSON.stringify(document)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, body)
    const sha256 = createHash('sha256').update(body).digest('hex')
    documents[name] = { sha256, bytes: Buffer.byteLength(body) }
  }
  const manifest = path.join(distDir, '_data/manifest.json')
  writeFileSync(`${manifest}.next`, JSON.stringify({ id, documents }))
  renameSync(`${manifest}.next`, manifest)
}
