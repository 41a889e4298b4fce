import { createHash } from 'node:crypto'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { ProtocolSummary } from '../../contract/protocol-summary.ts'
import { protocolSummary } from '../../contract/protocol-summary.ts'
import { MAX_PER_PAGE } from '../../contract/query.ts'
import { generateRows } from '../api/generated-rows.ts'

const plainSummary = protocolSummary.strip()

/** Invented rows of the list, in the order of `compositeScore-desc`. The same seed gives the same rows. */
export function listRows(count: number, seed: number): ProtocolSummary[] {
  return generateRows(count, seed)
    .map((row) => plainSummary.parse(row))
    .sort((a, b) => (b.compositeScore ?? -1) - (a.compositeScore ?? -1) || (a.id < b.id ? -1 : 1))
}

/** Publishes only what the list and the health check read: the default order and the summary of the snapshot. */
export function publishList(distDir: string, id: string, rows: readonly ProtocolSummary[]): void {
  const pageCount = Math.ceil(rows.length / MAX_PER_PAGE)
  const blocks = Array.from({ length: pageCount }, (_, at): [string, unknown] => {
    const data = rows.slice(at * MAX_PER_PAGE, (at + 1) * MAX_PER_PAGE)
    const meta = { total: rows.length, page: at + 1, limit: MAX_PER_PAGE, pageCount }
    return [`live/lists/compositeScore-desc/${at + 1}.json`, { success: true, data, meta }]
  })
  const note = { id, asOf: '2026-11-21', protocolCount: rows.length, refreshDays: null }
  const documents: Record<string, { sha256: string; bytes: number }> = {}
  for (const [name, document] of [...blocks, ['live/snapshot.json', note] as const]) {
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
