import { parse } from 'yaml'
import * as z from 'zod'
import type { Upstreams } from '../../config/ingest.ts'
import type { Batch } from '../../domain/batch.ts'
import { type Day, newestDay } from '../../domain/day.ts'
import { type ErrorCode, PlimsollError } from '../../domain/errors.ts'
import { SOURCES } from '../../domain/sources.ts'
import { copyDay, dayNotes } from '../github-commit.ts'
import { type GithubFile, githubFiles } from '../github-tree.ts'
import type { Source, SourceContext } from '../source.ts'
import { reviewBatch } from './map.ts'
import type { ReviewTable } from './schema.ts'

/** The line under the head of a table, such as `| --- | :-: |`. */
const RULE = /^\|[-: \t|]+$/

/** A bar between two cells; an escaped one belongs to its cell. */
const BAR = /(?<!\\)\|/

/** Real blocks are below 3 KB; the limit bounds the time for a hostile one. */
const MAX_CHARS = 64_000

const BLOCK = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/

const ID = 'defiscan'

const FOLDER = {
  repo: 'deficollective/defiscan',
  ref: 'main',
  folder: 'src/content/protocols',
  recordAs: ID,
  maxFileBytes: 2_000_000,
}

const REVIEW_PATH = /^([^/]+)\/[^/]+\.md$/
const DATA_PATH = /^([^/]+)\/data\.json$/

const BROKEN_FILE = new Set<ErrorCode>(['UPSTREAM_INVALID', 'UPSTREAM_TOO_LARGE'])

const anyObject = z.record(z.string(), z.unknown())

/** DeFiScan's decentralisation reviews, one per deployment, from its public repository. Throws `UPSTREAM_…`. */
export function defiscan(upstreams: Upstreams): Source {
  return {
    id: ID,
    async read(context) {
      const files = await githubFiles(upstreams, FOLDER, context)
      const reviewFiles = files.filter(({ path }) => REVIEW_PATH.test(path))
      const folders = new Set(reviewFiles.map(({ path }) => folderOf(path)))
      const dataFiles = files.filter(
        ({ path }) => DATA_PATH.test(path) && folders.has(folderOf(path)),
      )
      const protocols = new Map(
        await Promise.all(
          dataFiles.map(async ({ path, endpoint }) => {
            const data = await orNull(context.readJson(endpoint))
            return [folderOf(path), data] as const
          }),
        ),
      )
      const rows = await Promise.all(
        reviewFiles.map((file) => {
          const folder = folderOf(file.path)
          return readReview(file, protocols.has(folder) ? protocols.get(folder) : {}, context)
        }),
      )
      const batch = reviewBatch(rows, context.asOf)
      const path = { ...FOLDER, path: FOLDER.folder }
      const asOf = await copyDay(upstreams, path, context, newestReview(batch))
      return { ...batch, asOf, notes: dayNotes(asOf, context.asOf, SOURCES[ID].maxAgeDays) }
    },
  }
}

function newestReview({ reviews = [] }: Batch): Day | null {
  return newestDay(reviews.map(({ review }) => review.reviewedOn)) ?? null
}

/** One review, parsed. Missing or invalid parts are refused later by the mapper. */
async function readReview(
  { path, endpoint }: GithubFile,
  data: unknown,
  context: SourceContext,
): Promise<unknown> {
  const text = await orNull(context.read(endpoint))
  if (text === null) return null
  const head = anyObject.safeParse(frontMatter(text))
  if (!head.success) return null
  const file = `${FOLDER.folder}/${path}`
  return { ...head.data, file, data, multisigs: markdownTables(text) }
}

/** An invalid or oversized file loses only its own reviews; an unreachable source still fails as a whole. */
async function orNull<T>(body: Promise<T>): Promise<T | null> {
  try {
    return await body
  } catch (error) {
    if (!(error instanceof PlimsollError) || !BROKEN_FILE.has(error.code)) throw error
    return null
  }
}

function folderOf(path: string): string {
  return path.slice(0, path.indexOf('/'))
}

/**
 * The YAML block at the start of a markdown file as plain data; null when there is none, or it is too long or invalid.
 * Dates stay text (core schema), nothing is executed, and aliases are refused because they can expand without limit.
 */
export function frontMatter(markdown: string): unknown {
  const block = BLOCK.exec(markdown.slice(0, MAX_CHARS))?.[1]
  if (block === undefined) return null
  try {
    return parse(block, { schema: 'core', maxAliasCount: 0, logLevel: 'error' })
  } catch {
    return null
  }
}

/**
 * The tables of a markdown text whose lines start with a bar, as all of DeFiScan's do. Cells keep their markdown.
 * A table needs no full markdown parser, which would be another dependency.
 */
export function markdownTables(markdown: string): ReviewTable[] {
  const tables: ReviewTable[] = []
  let open: ReviewTable | undefined
  let last = ''
  for (const raw of markdown.split('\n')) {
    const line = raw.trim()
    if (!line.startsWith('|')) open = undefined
    else if (open) open.rows.push(cellsOf(line))
    else if (last.startsWith('|') && line.includes('-') && RULE.test(line)) {
      open = { header: cellsOf(last), rows: [] }
      tables.push(open)
    }
    last = line
  }
  return tables
}

function cellsOf(line: string): string[] {
  const cells = line.split(BAR).map((cell) => cell.trim())
  return cells.slice(1, cells.at(-1) === '' ? -1 : undefined)
}
