import * as z from 'zod'
import type { Upstreams } from '../../config/ingest.ts'
import type { Batch } from '../../domain/batch.ts'
import { type Day, newestDay } from '../../domain/day.ts'
import { type ErrorCode, PlimsollError } from '../../domain/errors.ts'
import { SOURCES } from '../../domain/sources.ts'
import { copyDay, dayNotes } from '../github-commit.ts'
import { type GithubFile, githubFiles } from '../github-tree.ts'
import type { Source, SourceContext } from '../source.ts'
import { frontMatter } from './front-matter.ts'
import { reviewBatch } from './map.ts'
import { markdownTables } from './markdown-tables.ts'

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
