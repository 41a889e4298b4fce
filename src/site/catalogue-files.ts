import { existsSync, readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import * as z from 'zod'
import { BULK_FOLDER, type BulkManifest, bulkManifest } from '../contract/bulk.ts'
import { changesDocument, changesIndex, stepList } from '../contract/changes.ts'
import { type ContractShard, contractShard } from '../contract/contracts.ts'
import {
  type Dependencies,
  dependenciesDocument,
  dependentsFile,
} from '../contract/dependencies.ts'
import { fileNameOf } from '../contract/file-name.ts'
import { categoriesDocument, chainsDocument, searchIndex } from '../contract/finding.ts'
import { historyColumns } from '../contract/history.ts'
import { incidentList } from '../contract/incident-list.ts'
import { indexHistory } from '../contract/index-history.ts'
import { summariesOf } from '../contract/index-rows.ts'
import { manifest, snapshotNote } from '../contract/manifest.ts'
import { detailDocument } from '../contract/protocol-detail.ts'
import type { ProtocolSummary } from '../contract/protocol-summary.ts'
import { retiredList } from '../contract/retired.ts'
import { scoreboard } from '../contract/scoreboard.ts'
import { screenerIndex } from '../contract/screener-index.ts'
import { statsDocument } from '../contract/stats.ts'
import { type ScenarioList, scenarioList } from '../contract/stress.ts'
import { DIMENSIONS, type DimensionKey } from '../domain/dimension.ts'
import { PlimsollError } from '../domain/errors.ts'

/** The folder of the exported documents that this build of the website shows, as an absolute path. */
export function documentsFolder(): string {
  return resolve(import.meta.env.PLIMSOLL_DOCUMENTS ?? 'dist/_data/live')
}

/** What is read of a folder, once for all pages of a build. */
export function oncePerFolder<T>(read: (folder: string) => Promise<T>) {
  const known = new Map<string, Promise<T>>()
  return (folder: string): Promise<T> => {
    const found = known.get(folder) ?? read(folder)
    known.set(folder, found)
    return found
  }
}

/** The document as the build exported it. Throws `EXPORT_FAILED` when it is absent or does not match its schema. */
function reader<T extends z.ZodType>(path: string, schema: T) {
  return oncePerFolder((folder) => readDocument(join(folder, path), schema))
}

/** The same of documents with a folder of their own; `name` is without its extension. */
function readerIn<T extends z.ZodType>(subfolder: string, schema: T) {
  return (folder: string, name: string) =>
    readDocument(join(folder, subfolder, `${name}.json`), schema)
}

/** What is in the envelope of a document. */
function dataOf<Place extends unknown[], T>(read: (...place: Place) => Promise<{ data: T }>) {
  return async (...place: Place): Promise<T> => (await read(...place)).data
}

export const readManifest = reader('../manifest.json', manifest)
export const readScreener = reader('screener.json', screenerIndex)
export const readSearchIndex = reader('search.json', searchIndex)
export const readScoreboard = reader('scoreboard.json', scoreboard)
/** The protocols that are no longer listed but keep their page. */
export const readRetired = reader('retired.json', retiredList)
export const readChangesIndex = reader('changes.json', changesIndex)
export const readSteps = reader('steps.json', stepList)
/** The global risk index in every published snapshot. */
export const readIndexHistory = reader('index-history.json', indexHistory)
const readScenarioList = reader('scenarios.json', scenarioList)
export const readIncidents = reader('incidents.json', incidentList)
/** The published scores of one protocol over time. */
export const readHistory = readerIn('history', historyColumns)
export const readStats = dataOf(reader('stats.json', statsDocument))
const readSnapshotNote = reader('snapshot.json', snapshotNote)
/** Every chain of a protocol, the one with most protocols first. */
export const readChains = dataOf(reader('chains.json', chainsDocument))
/** Every category of a protocol, the one with most protocols first. */
export const readCategories = dataOf(reader('categories.json', categoriesDocument))
export const readDetail = dataOf(readerIn('protocols', detailDocument))
/** The newest snapshot against the one of a day of the index. */
export const readChanges = dataOf(readerIn('changes', changesDocument))
const readOwnDependencies = dataOf(readerIn('dependencies', dependenciesDocument))
const readDependents = dataOf(readerIn('dependents', dependentsFile))
const readContractShard = readerIn('contracts', contractShard)

/** Days after which the next snapshot is due; null when there will be none. */
export async function readRefreshDays(folder: string): Promise<number | null> {
  return (await readSnapshotNote(folder)).refreshDays
}

/** What a protocol stands on and who stands on it; null where the build has no document of it, as for one that is retired. */
export async function readDependencies(
  folder: string,
  fileName: string,
): Promise<Dependencies | null> {
  const isThere = existsSync(join(folder, 'dependencies', `${fileName}.json`))
  return isThere ? readOwnDependencies(folder, fileName) : null
}

/** The named failures of issuers that cost most; empty where the build has no document of them. */
export async function readScenarios(folder: string): Promise<ScenarioList['scenarios']> {
  return existsSync(join(folder, 'scenarios.json'))
    ? (await readScenarioList(folder)).scenarios
    : []
}

/** What every protocol stands on, each once, although earlier names have a document too; empty where the build has none of it. */
export async function readAllDependencies(folder: string): Promise<Dependencies[]> {
  const all = await readEach(folder, 'dependencies', readOwnDependencies)
  return [...new Map(all.map(([, own]) => [own.id, own])).values()]
}

/** Who stands on each issuer, bridge and protocol; empty where the build has no documents of it. */
export async function readAllDependents(folder: string) {
  return (await readEach(folder, 'dependents', readDependents)).map(([, document]) => document)
}

/** The contracts of each shard, by its name; empty where the build has none. */
export function readContractShards(folder: string): Promise<[shard: string, ContractShard][]> {
  return readEach(folder, 'contracts', readContractShard)
}

/** One after the other: a system has a limit of files that are open at once. */
async function readEach<T>(
  folder: string,
  subfolder: string,
  read: (folder: string, name: string) => Promise<T>,
): Promise<[name: string, document: T][]> {
  const files = await readdir(join(folder, subfolder)).catch((): string[] => [])
  const all: [string, T][] = []
  for (const file of files.sort()) {
    const name = basename(file, '.json')
    all.push([name, await read(folder, name)])
  }
  return all
}

/** Every protocol, largest TVL first. */
export async function readSummaries(folder: string): Promise<ProtocolSummary[]> {
  const rows = summariesOf(await readScreener(folder))
  return rows.sort((a, b) => (b.tvlUsd ?? -1) - (a.tvlUsd ?? -1))
}

/** The tables for download beside the documents; null when none were published. */
export async function readBulk(folder: string): Promise<BulkManifest | null> {
  const file = join(folder, '../..', BULK_FOLDER, 'manifest.json')
  const text = await readFile(file, 'utf8').catch(() => null)
  return text === null ? null : bulkManifest.parse(JSON.parse(text))
}

const readDimensionStatuses = readerIn(
  'protocols',
  z.object({
    data: z.object({
      scoreMetadata: z
        .object({ dimensions: z.record(z.enum(DIMENSIONS), z.object({ status: z.string() })) })
        .nullable(),
    }),
  }),
)

/** The dimensions that do not apply to a protocol. Looks at nothing else of its document, so that thousands can be asked. */
export async function readNotApplicable(folder: string, fileName: string): Promise<DimensionKey[]> {
  const { scoreMetadata } = (await readDimensionStatuses(folder, fileName)).data
  return DIMENSIONS.filter((key) => scoreMetadata?.dimensions[key].status === 'not-applicable')
}

/** Name of a protocol's document and of its page, without extension. */
export function pageNameOf({ id, slug }: { id: string; slug: string | null }): string {
  return fileNameOf(slug ?? id)
}

async function readDocument<T extends z.ZodType>(path: string, schema: T): Promise<z.output<T>> {
  const result = schema.safeParse(readJson(path))
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw new PlimsollError(
    'EXPORT_FAILED',
    `${path} does not match its schema at ${issue?.path.join('.')}: ${issue?.message}. Run \`npm run build\` again.`,
  )
}

/** Files that the build has just written: reading them at once costs less than waiting for each of four steps. */
function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw new PlimsollError(
      'EXPORT_FAILED',
      `The website needs ${path}, but it cannot be read. Run \`npm run build\` first.`,
      { cause },
    )
  }
}
