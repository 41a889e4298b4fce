import { fileNameOf } from '../contract/file-name.ts'
import type { SearchIndex } from '../contract/finding.ts'
import type { ProblemCode } from '../contract/problems.ts'
import { formatDay, points } from '../domain/format.ts'
import { LEVEL_WORD, riskLevel } from '../domain/risk-level.ts'
import { inactiveWord } from '../domain/status.ts'
import { type ApiResponse, problem, unavailable } from '../http/api-response.ts'
import { escaped } from './frame.ts'
import {
  comparisonPainter,
  type PictureKit,
  type PictureRow,
} from './pictures/comparison-picture.ts'
import { PICTURE } from './pictures/picture-size.ts'

/** Seconds for which an answer may be kept. */
const CACHE_SECONDS = 3_600
const MOST = 4
const LONGEST_PATH = 1_000

export interface ShareRequest {
  method: string
  pathname: string
  /** Address of this site, without a slash at the end; null where it is not known: a page then has no picture. */
  site: string | null
}

/** What answers are made of. The kit is null where the build could draw no pictures. */
export interface ShareDocuments {
  search: Pick<SearchIndex, 'asOf' | 'columns'>
  kit: PictureKit | null
}

export interface ShareDependencies {
  /** The same object as long as the published folder is the same. Rejects when it cannot be read. */
  load: () => Promise<ShareDocuments>
  log: (error: unknown) => void
}

interface Shared extends PictureRow {
  id: string
}

interface Prepared {
  rows: Map<string, Shared>
  paint: ReturnType<typeof comparisonPainter> | null
}

const prepared = new WeakMap<ShareDocuments, Prepared>()

/**
 * `GET /share/compare/{names}/`, two to four names of pages with `+` between: a page that programs read for its title and picture, and that
 * leads people to the comparison. `GET /share/compare/{names}.png`: that picture. 404 for any other path and for a name without a page, 405 for a
 * method that does not read, 503 while the documents cannot be read.
 */
export async function answerShare(
  { method, pathname, site }: ShareRequest,
  { load, log }: ShareDependencies,
): Promise<ApiResponse> {
  if (method !== 'GET' && method !== 'HEAD') {
    return refuse('METHOD_NOT_ALLOWED', 'Only GET and HEAD are allowed.', { Allow: 'GET, HEAD' })
  }
  const asked = namesIn(pathname)
  if (!asked) return refuse('NOT_FOUND', NO_PAGE)
  try {
    const documents = await load()
    const { rows, paint } = prepare(documents)
    const found = asked.names.flatMap((name) => rows.get(name) ?? [])
    const each = [...new Set(found)]
    if (found.length < asked.names.length || each.length < 2 || (asked.isPicture && !paint)) {
      return refuse('NOT_FOUND', NO_PAGE)
    }
    const { asOf } = documents.search
    if (asked.isPicture && paint) return answer('image/png', paint(each, formatDay(asOf)))
    return answer('text/html; charset=utf-8', pageOf(each, asOf, paint ? site : null))
  } catch (error) {
    log(error)
    return unavailable()
  }
}

const NO_PAGE = 'No comparison of two to four protocols has this address.'

/** The names of pages in a path; null for a path of another form. */
function namesIn(pathname: string): { names: string[]; isPicture: boolean } | null {
  if (pathname.length > LONGEST_PATH) return null
  const [, list, end] = /^\/share\/compare\/([^/]+?)(\.png|\/)$/.exec(pathname) ?? []
  if (list === undefined) return null
  try {
    const names = decodeURIComponent(list).split('+')
    return names.length < 2 || names.length > MOST ? null : { names, isPicture: end === '.png' }
  } catch {
    return null
  }
}

/** Made once for each published folder. A current name wins over a former one. */
function prepare(documents: ShareDocuments): Prepared {
  const known = prepared.get(documents)
  if (known) return known
  const { columns } = documents.search
  const rows = new Map<string, Shared>()
  const all = columns.id.map((_, at) => rowOf(columns, at))
  all.forEach((row, at) => {
    for (const former of columns.formerSlugs[at] ?? []) rows.set(fileNameOf(former), row)
  })
  for (const row of all) rows.set(row.plainName, row)
  const made = { rows, paint: documents.kit && comparisonPainter(documents.kit) }
  prepared.set(documents, made)
  return made
}

function rowOf(columns: SearchIndex['columns'], at: number): Shared {
  const id = columns.id[at] ?? ''
  const inactive = inactiveWord(columns.status?.[at] ?? null)
  const score = inactive === null ? (columns.compositeScore[at] ?? null) : null
  const level = score === null ? '' : LEVEL_WORD[riskLevel(score)]
  const word = score === null ? (inactive ?? 'Insufficient Data') : `${points(score)} ${level}`
  return { id, name: columns.name[at] ?? id, plainName: fileNameOf(id), score, word }
}

function pageOf(rows: readonly Shared[], asOf: string, site: string | null): string {
  const names = new Intl.ListFormat('en').format(rows.map(({ name }) => name))
  const path = `/share/compare/${rows.map(({ plainName }) => encodeURIComponent(plainName)).join('+')}`
  const ids = rows.map(({ id }) => encodeURIComponent(id.toWellFormed())).join(',')
  const title = escaped(`${names}: risk scores side by side | Plimsoll`)
  const scores = rows.map(({ name, word }) => `${name}: ${word}.`).join(' ')
  const description = escaped(`${scores} Of ${formatDay(asOf)}, 0 to 10, lower is safer.`)
  const picture = site
    ? `<meta property="og:url" content="${escaped(`${site}${path}/`)}"><meta property="og:image" content="${escaped(`${site}${path}.png`)}"><meta property="og:image:width" content="${PICTURE.width}"><meta property="og:image:height" content="${PICTURE.height}"><meta property="og:image:alt" content="${description}">`
    : ''
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${title}</title>
<meta name="robots" content="noindex"><meta name="description" property="og:description" content="${description}">
<meta property="og:site_name" content="Plimsoll"><meta property="og:title" content="${title}">
${picture}<meta name="twitter:card" content="${site ? 'summary_large_image' : 'summary'}">
<meta http-equiv="refresh" content="0; url=/compare/?ids=${ids}"></head>
<body><h1>${escaped(names)}</h1><p>${description}</p><p><a href="/compare/?ids=${ids}">The comparison</a></p></body></html>
`
}

const SAFE = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'none'",
}

function answer(type: string, body: string | Uint8Array): ApiResponse {
  const cache = `public, max-age=${CACHE_SECONDS}`
  return { status: 200, headers: { ...SAFE, 'Content-Type': type, 'Cache-Control': cache }, body }
}

function refuse(code: ProblemCode, message: string, headers = {}): ApiResponse {
  return problem(code, { message, headers: { ...SAFE, ...headers } })
}
