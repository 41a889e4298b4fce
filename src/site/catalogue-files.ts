import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { BULK_FOLDER, type BulkManifest, bulkManifest } from '../contract/bulk.ts'
import {
  type Changes,
  type ChangesIndex,
  changesDocument,
  changesIndex,
  type StepList,
  stepList,
} from '../contract/changes.ts'
import { fileNameOf } from '../contract/file-name.ts'
import { type SearchIndex, searchIndex } from '../contract/finding.ts'
import { type HistoryColumns, historyColumns } from '../contract/history.ts'
import { type IncidentList, incidentList } from '../contract/incident-list.ts'
import { type IndexHistory, indexHistory } from '../contract/index-history.ts'
import { type Manifest, manifest, snapshotNote } from '../contract/manifest.ts'
import { detailDocument, type ProtocolDetail } from '../contract/protocol-detail.ts'
import { listDocument, type ProtocolSummary } from '../contract/protocol-summary.ts'
import { type RetiredList, retiredList } from '../contract/retired.ts'
import { type Scoreboard, scoreboard } from '../contract/scoreboard.ts'
import { type ScreenerIndex, screenerIndex } from '../contract/screener-index.ts'
import { type Stats, statsDocument } from '../contract/stats.ts'
import { DIMENSIONS, type DimensionKey } from '../domain/dimension.ts'
import { PlimsollError } from '../domain/errors.ts'

/** The folder of the exported documents that this build of the website shows, as an absolute path. */
export function documentsFolder(): string {
  return resolve(import.meta.env.PLIMSOLL_DOCUMENTS ?? 'dist/_data/live')
}

/** Throws `EXPORT_FAILED` when the document is absent or does not match its schema; so do all readers here. */
export async function readStats(folder: string): Promise<Stats> {
  return (await readDocument(join(folder, 'stats.json'), statsDocument)).data
}

export async function readManifest(folder: string): Promise<Manifest> {
  return readDocument(join(folder, '..', 'manifest.json'), manifest)
}

/** The tables for download beside the documents; null when none were published. */
export async function readBulk(folder: string): Promise<BulkManifest | null> {
  const file = join(folder, '../..', BULK_FOLDER, 'manifest.json')
  const text = await readFile(file, 'utf8').catch(() => null)
  return text === null ? null : bulkManifest.parse(JSON.parse(text))
}

/** Days after which the next snapshot is due; null when there will be none. */
export async function readRefreshDays(folder: string): Promise<number | null> {
  return (await readDocument(join(folder, 'snapshot.json'), snapshotNote)).refreshDays
}

export async function readScreener(folder: string): Promise<ScreenerIndex> {
  return readDocument(join(folder, 'screener.json'), screenerIndex)
}

export async function readSearchIndex(folder: string): Promise<SearchIndex> {
  return readDocument(join(folder, 'search.json'), searchIndex)
}

export async function readScoreboard(folder: string): Promise<Scoreboard> {
  return readDocument(join(folder, 'scoreboard.json'), scoreboard)
}

/** Every protocol, largest TVL first. */
export async function readSummaries(folder: string): Promise<ProtocolSummary[]> {
  const rows: ProtocolSummary[] = []
  for (let page = 1, pageCount = 1; page <= pageCount; page += 1) {
    const block = await readDocument(join(folder, 'lists/tvl-desc', `${page}.json`), listDocument)
    rows.push(...block.data)
    pageCount = block.meta.pageCount
  }
  return rows
}

export async function readDetail(folder: string, fileName: string): Promise<ProtocolDetail> {
  return (await readDocument(join(folder, 'protocols', `${fileName}.json`), detailDocument)).data
}

const dimensionStatuses = z.object({
  data: z.object({
    scoreMetadata: z
      .object({ dimensions: z.record(z.enum(DIMENSIONS), z.object({ status: z.string() })) })
      .nullable(),
  }),
})

/** The dimensions that do not apply to a protocol. Looks at nothing else of its document, so that thousands can be asked. */
export async function readNotApplicable(folder: string, fileName: string): Promise<DimensionKey[]> {
  const path = join(folder, 'protocols', `${fileName}.json`)
  const { scoreMetadata } = (await readDocument(path, dimensionStatuses)).data
  return DIMENSIONS.filter((key) => scoreMetadata?.dimensions[key].status === 'not-applicable')
}

/** The published scores of one protocol over time. */
export async function readHistory(folder: string, fileName: string): Promise<HistoryColumns> {
  return readDocument(join(folder, 'history', `${fileName}.json`), historyColumns)
}

/** The protocols that are no longer listed but keep their page. */
export async function readRetired(folder: string): Promise<RetiredList> {
  return readDocument(join(folder, 'retired.json'), retiredList)
}

export async function readChangesIndex(folder: string): Promise<ChangesIndex> {
  return readDocument(join(folder, 'changes.json'), changesIndex)
}

/** The newest snapshot against the one of a day of the index. */
export async function readChanges(folder: string, day: string): Promise<Changes> {
  return (await readDocument(join(folder, 'changes', `${day}.json`), changesDocument)).data
}

export async function readSteps(folder: string): Promise<StepList> {
  return readDocument(join(folder, 'steps.json'), stepList)
}

/** The global risk index in every published snapshot. */
export async function readIndexHistory(folder: string): Promise<IndexHistory> {
  return readDocument(join(folder, 'index-history.json'), indexHistory)
}

export async function readIncidents(folder: string): Promise<IncidentList> {
  return readDocument(join(folder, 'incidents.json'), incidentList)
}

/** Name of a protocol's document and of its page, without extension. */
export function pageNameOf({ id, slug }: { id: string; slug: string | null }): string {
  return fileNameOf(slug ?? id)
}

async function readDocument<T extends z.ZodType>(path: string, schema: T): Promise<z.output<T>> {
  const result = schema.safeParse(await readJson(path))
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw new PlimsollError(
    'EXPORT_FAILED',
    `${path} does not match its schema at ${issue?.path.join('.')}: ${issue?.message}. Run \`npm run build\` again.`,
  )
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (cause) {
    throw new PlimsollError(
      'EXPORT_FAILED',
      `The website needs ${path}, but it cannot be read. Run \`npm run build\` first.`,
      { cause },
    )
  }
}
