import type * as z from 'zod'
import { type AlertTable, alertTable } from '../contract/alert-table.ts'
import { aliasIndex } from '../contract/alias-index.ts'
import { changesBlock, changesDocument, changesIndex, stepList } from '../contract/changes.ts'
import { dependenciesDocument, dependentsFile } from '../contract/dependencies.ts'
import { fileNameOf } from '../contract/file-name.ts'
import { categoriesDocument, chainsDocument, searchIndex } from '../contract/finding.ts'
import { graphFile } from '../contract/graph-file.ts'
import { type HistoryColumns, historyColumns } from '../contract/history.ts'
import { indexHistory } from '../contract/index-history.ts'
import { snapshotNote } from '../contract/manifest.ts'
import { detailDocument } from '../contract/protocol-detail.ts'
import { protocolFactsFile } from '../contract/protocol-facts.ts'
import { retiredList } from '../contract/retired.ts'
import { sanctionList } from '../contract/sanction-list.ts'
import { type ScreenerIndex, screenerIndex } from '../contract/screener-index.ts'
import { statsDocument } from '../contract/stats.ts'
import { scenarioList } from '../contract/stress.ts'
import type { Catalogue } from '../domain/catalogue.ts'
import { mapDimensions } from '../domain/dimension.ts'
import { PlimsollError } from '../domain/errors.ts'
import type { ListedContract } from '../domain/listed-contract.ts'
import { createAgreement } from './agreement.ts'
import { createAlertTable } from './alert-table.ts'
import { type Announcements, createAnnouncements } from './announcements.ts'
import { categoryRanks } from './category-rank.ts'
import { comparisonsOf, createChangesIndex, splitChanges } from './changes.ts'
import { createDependencies, type DependencyDocuments } from './dependencies.ts'
import { formerIds } from './former-ids.ts'
import { createGraphFile } from './graph-file.ts'
import { createHistory } from './history.ts'
import { createIndexHistory } from './index-history.ts'
import { createCategoryList, createChainList } from './name-lists.ts'
import { createDetail } from './protocol-detail.ts'
import { createProtocolFacts } from './protocol-facts.ts'
import { createSummary } from './protocol-summary.ts'
import {
  createRetiredDetail,
  createRetiredList,
  publishedRetired,
  retirementOf,
} from './retired.ts'
import { createScreenerIndex } from './screener-index.ts'
import { createSearchIndex } from './search-index.ts'
import { similarProtocols } from './similar.ts'
import { createStats } from './stats.ts'
import { createSteps } from './steps.ts'
import { createWhoElse } from './who-else.ts'

/** A file to publish: its path below the folder of the data set, and its text. */
export interface Document {
  path: string
  body: string
}

/**
 * Every document of one snapshot, checked against its schema. Pure and lazy: yields one document at a time in a fixed order,
 * and the same catalogue gives the same bytes. `refreshDays`: days after which the next snapshot is due; null when there will
 * be none. `listed`: the contracts that the reviewed tables name. Throws `EXPORT_FAILED`, which names the document that does not match its schema, or the protocol whose score is not the
 * same in two documents.
 */
export function* createDocuments(
  catalogue: Catalogue,
  refreshDays: number | null = null,
  listed: readonly ListedContract[] = [],
): Generator<Document> {
  const paths = new Set<string>()
  for (const document of listDocuments(catalogue, refreshDays, listed)) {
    if (paths.has(document.path)) {
      throw new PlimsollError(
        'EXPORT_FAILED',
        `Two documents have the same path: ${document.path}.`,
      )
    }
    paths.add(document.path)
    yield document
  }
}

function* listDocuments(
  catalogue: Catalogue,
  refreshDays: number | null,
  listed: readonly ListedContract[],
): Generator<Document> {
  const agree = createAgreement()
  const summaries = new Map(
    catalogue.entries.map((entry) => [entry.record.id, createSummary(entry)]),
  )
  const { publicId: id, asOf } = catalogue.snapshot
  const note = { id, asOf, protocolCount: catalogue.entries.length, refreshDays }
  yield checked('snapshot.json', snapshotNote, note)
  yield checked('stats.json', statsDocument, { success: true, data: createStats(catalogue) })
  const dependencies = createDependencies(catalogue)
  const screener = createScreenerIndex(catalogue, summaries, dependencies.graph)
  agreeOnScreener(screener, agree)
  yield checked('screener.json', screenerIndex, screener)
  yield checked('search.json', searchIndex, createSearchIndex(catalogue, listed))
  const chains = { success: true as const, data: createChainList(catalogue) }
  yield checked('chains.json', chainsDocument, chains)
  const categories = { success: true as const, data: createCategoryList(catalogue) }
  yield checked('categories.json', categoriesDocument, categories)
  yield checked('sanctions.json', sanctionList, catalogue.sanctions)
  const announced = createAnnouncements(catalogue.past)
  yield* protocolDocuments(catalogue, agree, announced)
  yield* dependencyDocuments(catalogue, dependencies)
  yield* retiredDocuments(catalogue)
  yield* changesDocuments(catalogue, agree, announced, refreshDays)
}

type Agree = ReturnType<typeof createAgreement>

function agreeOnScreener({ columns }: ScreenerIndex, agree: Agree): void {
  for (const [row, slug] of columns.id.entries()) {
    const composite = columns.compositeScore[row] ?? null
    const dimensions = mapDimensions((key) => columns[`${key}Risk`][row] ?? null)
    agree('screener.json', slug, { composite, dimensions })
  }
}

/** The last point of a history, when it is that of the newest snapshot. */
function agreeOnHistory(
  path: string,
  { id, days, composite, dimensions }: HistoryColumns,
  asOf: string,
  agree: Agree,
): void {
  const last = days.length - 1
  if (days[last] !== asOf) return
  agree(path, id, {
    composite: composite[last] ?? null,
    dimensions: mapDimensions((key) => dimensions[key][last] ?? null),
  })
}

function agreeOnAlerts({ ids, scores }: AlertTable, agree: Agree): void {
  const newest = scores.at(-1)
  if (!newest) return
  for (const [row, slug] of ids.entries()) {
    const composite = newest.composite[row] ?? null
    agree('alerts.json', slug, {
      composite,
      dimensions: mapDimensions((key) => newest[key][row] ?? null),
    })
  }
}

function* protocolDocuments(
  catalogue: Catalogue,
  agree: Agree,
  announced: Announcements,
): Generator<Document> {
  const similar = similarProtocols(catalogue.entries, catalogue.snapshot.asOf)
  const whoElse = createWhoElse(catalogue)
  const ranks = categoryRanks(catalogue.entries, catalogue.snapshot.asOf)
  const slugsById = formerSlugsById(catalogue)
  for (const entry of catalogue.entries) {
    const { id, slug } = entry.record
    const data = createDetail(entry, {
      similar: similar.get(id) ?? [],
      monthAgo: catalogue.monthAgo,
      rank: ranks.get(id) ?? null,
      whoElse,
    })
    const document = checked(`protocols/${fileNameOf(slug)}.json`, detailDocument, {
      success: true,
      data,
    })
    agree(document.path, slug, {
      composite: data.composite,
      dimensions: mapDimensions((key) => data.dimensions?.[key].score ?? null),
    })
    const { name } = entry.record
    const about = { id, slug, name, retired: null }
    const history = createHistory(about, catalogue.past, announced)
    const past = checked(`history/${fileNameOf(slug)}.json`, historyColumns, history)
    agreeOnHistory(past.path, history, catalogue.snapshot.asOf, agree)
    yield document
    yield past
    // One file for each former slug, so that old links keep working on a host that only serves files.
    for (const former of slugsById.get(id) ?? []) {
      yield { path: `protocols/${fileNameOf(former)}.json`, body: document.body }
      yield { path: `history/${fileNameOf(former)}.json`, body: past.body }
    }
  }
  yield checked('protocol-facts.json', protocolFactsFile, createProtocolFacts(catalogue))
  yield checked('aliases.json', aliasIndex, formerIds(catalogue))
}

/** What stands on what, by protocol, and the whole of it for the stress test. */
function* dependencyDocuments(
  catalogue: Catalogue,
  { graph, ofProtocol, dependents, scenarios }: DependencyDocuments,
): Generator<Document> {
  const former = formerSlugsById(catalogue)
  yield checked('graph.json', graphFile, createGraphFile(graph, catalogue.entries, former))
  yield checked('scenarios.json', scenarioList, scenarios)
  for (const { record } of catalogue.entries) {
    const data = ofProtocol(record.id)
    if (!data) continue
    const path = `dependencies/${fileNameOf(record.slug)}.json`
    const document = checked(path, dependenciesDocument, { success: true, data })
    yield document
    for (const slug of former.get(record.id) ?? [])
      yield { ...document, path: `dependencies/${fileNameOf(slug)}.json` }
  }
  const taken = new Set(dependents.map(({ id }) => id))
  const idBySlug = new Map(catalogue.entries.map(({ record }) => [record.slug, record.id]))
  for (const data of dependents) {
    const path = `dependents/${fileNameOf(data.id)}.json`
    const document = checked(path, dependentsFile, { success: true, data })
    yield document
    // An issuer, a bridge or an oracle may be called like a former slug, and keeps its id.
    for (const slug of former.get(idBySlug.get(data.id) ?? '') ?? [])
      if (!taken.has(slug)) yield { ...document, path: `dependents/${fileNameOf(slug)}.json` }
  }
}

/** Former slugs by the id of the protocol. */
function formerSlugsById({ formerSlugs }: Catalogue): Map<string, string[]> {
  const byId = new Map<string, string[]>()
  for (const { slug, protocolId } of formerSlugs)
    byId.set(protocolId, [...(byId.get(protocolId) ?? []), slug])
  return byId
}

/** The last record of each retired protocol, which no list contains. */
function* retiredDocuments(catalogue: Catalogue): Generator<Document> {
  const published = publishedRetired(catalogue)
  for (const own of published) {
    const { id, slug, name } = own.entry.record
    const retired = retirementOf(own)
    const history = createHistory({ id, slug, name, retired }, catalogue.past)
    yield checked(`protocols/${fileNameOf(slug)}.json`, detailDocument, {
      success: true,
      data: createRetiredDetail(own, catalogue),
    })
    yield checked(`history/${fileNameOf(slug)}.json`, historyColumns, history)
  }
  yield checked('retired.json', retiredList, createRetiredList(published))
}

/** The newest snapshot against each earlier one that it is compared with. */
function* changesDocuments(
  catalogue: Catalogue,
  agree: Agree,
  announced: Announcements,
  refreshDays: number | null,
): Generator<Document> {
  const index = createChangesIndex(catalogue)
  if (!index) return
  const table = createAlertTable(catalogue, refreshDays, announced)
  if (table) {
    agreeOnAlerts(table, agree)
    yield checked('alerts.json', alertTable, table)
  }
  yield checked('steps.json', stepList, createSteps(catalogue, announced))
  yield checked('index-history.json', indexHistory, createIndexHistory(catalogue.past))
  const blocks: Record<string, string[]> = {}
  for (const { day, changes } of comparisonsOf(catalogue, announced)) {
    const { data, blocks: rest } = splitChanges(changes)
    yield checked(`changes/${day}.json`, changesDocument, { success: true, data })
    if (rest.length > 0) blocks[day] = rest.map(({ first }) => first)
    for (const [at, { rows }] of rest.entries())
      yield checked(`changes/${day}/${at}.json`, changesBlock, rows)
  }
  yield checked('changes.json', changesIndex, {
    ...index,
    ...(Object.keys(blocks).length > 0 && { blocks }),
  })
}

/** A document as its text. Throws `EXPORT_FAILED`, which names it, when it does not match its schema. */
export function checked<T extends z.ZodType>(
  path: string,
  schema: T,
  document: z.input<T>,
): Document {
  const result = schema.safeParse(document)
  if (!result.success) {
    const issue = result.error.issues[0]
    const where = issue?.path.join('.') ?? ''
    throw new PlimsollError(
      'EXPORT_FAILED',
      `${path} does not match its schema at ${where}: ${issue?.message}.`,
    )
  }
  return { path, body: JSON.stringify(document) }
}
