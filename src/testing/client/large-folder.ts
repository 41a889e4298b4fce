import { createHash } from 'node:crypto'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type ProtocolSummary, protocolSummary } from '../../contract/protocol-summary.ts'
import type { ScreenerIndex } from '../../contract/screener-index.ts'
import { listBlocks } from '../../export/protocol-list.ts'
import { generateRows, indexOf } from '../api/generated-rows.ts'

const plainSummary = protocolSummary.strip()

export interface LargeList {
  /** In the order of `compositeScore-desc`. */
  rows: ProtocolSummary[]
  index: ScreenerIndex
}

/** An invented list. The same seed gives the same rows. */
export function largeList(count: number, seed: number): LargeList {
  const generated = generateRows(count, seed)
  const rows = generated.map((row) => plainSummary.parse(row))
  const blocks = defaultBlocks(rows, '')
  return { rows: blocks.flatMap(({ document }) => document.data), index: indexOf(generated) }
}

function defaultBlocks(rows: ProtocolSummary[], snapshot: string) {
  const all = listBlocks(rows, snapshot)
  return all.filter(({ sort, direction }) => sort === 'compositeScore' && direction === 'desc')
}

/** Publishes only what walks through the list read: the default order, the index and the note on the snapshot. */
export function publishList(distDir: string, id: string, { rows, index }: LargeList): void {
  const blocks = defaultBlocks(rows, id).map(({ page, document }): [string, unknown] => [
    `live/lists/compositeScore-desc/${page}.json`,
    document,
  ])
  const note = { id, asOf: '2026-11-21', protocolCount: rows.length, refreshDays: null }
  const documents: Record<string, { sha256: string; bytes: number }> = {}
  const others: [string, unknown][] = [
    ['live/snapshot.json', note],
    ['live/screener.json', { ...index, snapshot: id }],
  ]
  for (const [name, document] of [...blocks, ...others]) {
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
