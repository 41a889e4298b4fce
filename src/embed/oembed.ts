import type { ProblemCode, ProblemDetails } from '../contract/problems.ts'
import { type ApiResponse, JSON_TYPE, problem } from '../http/api-response.ts'
import { type EmbedDocuments, type Embedded, fileNamesIn, listEmbedded } from './find-protocol.ts'
import { CARD, cardFrame, LEAST_CARD } from './frame.ts'
import { PICTURE } from './pictures/picture-size.ts'

/** Seconds for which an answer may be kept. */
const CACHE_SECONDS = 3_600

const LONGEST_URL = 2_000

export interface OembedRequest {
  method: string
  /** The query with its `?`, or empty. */
  search: string
  /** Host of this site with its port, as the client asked for it. */
  host: string
}

export interface OembedDependencies {
  /** The published documents. Rejects when they cannot be read. */
  load: () => Promise<EmbedDocuments>
  log: (error: unknown) => void
}

const SAFE = { 'X-Content-Type-Options': 'nosniff', 'Access-Control-Allow-Origin': '*' }

/** One list for each loaded set of documents. */
const listOf = new WeakMap<object, Map<string, Embedded>>()

/**
 * `GET /oembed?url=…` (https://oembed.com, 1.0): the card of a protocol as type `rich`, or `link` where the card does not fit into
 * `maxwidth` and `maxheight`. 405 for a method that does not read, 400 for a query that cannot be read, 404 for an address that is no page of a protocol on this host,
 * 501 for any format but JSON, 503 while the documents cannot be read.
 */
export async function answerOembed(
  { method, search, host }: OembedRequest,
  { load, log }: OembedDependencies,
): Promise<ApiResponse> {
  if (method !== 'GET' && method !== 'HEAD') return refuse('METHOD_NOT_ALLOWED', ONLY_READ)
  const query = new URLSearchParams(search)
  const format = query.get('format') ?? 'json'
  if (format !== 'json') return refuse('NOT_IMPLEMENTED', 'Only the format json is available.')
  const [address, width, height] = [
    query.get('url'),
    most(query, 'maxwidth'),
    most(query, 'maxheight'),
  ]
  const wrong = {
    ...(!address && { url: ['is required: the address of a page of a protocol'] }),
    ...(width === null && { maxwidth: [NO_SIZE] }),
    ...(height === null && { maxheight: [NO_SIZE] }),
  }
  if (!address || width === null || height === null) {
    return refuse('INVALID_REQUEST', 'The query cannot be read.', wrong)
  }
  const url = address.length > LONGEST_URL ? null : URL.parse(address)
  const names = url && isOwn(url, host) ? fileNamesIn(url.pathname) : []
  if (!url || names.length === 0) return refuse('NOT_FOUND', NO_PAGE)
  try {
    const documents = await load()
    const list = listOf.get(documents) ?? listEmbedded(documents)
    listOf.set(documents, list)
    const found = names.map((name) => list.get(name)).find((row) => row !== undefined)
    if (!found) return refuse('NOT_FOUND', NO_PAGE)
    const body = JSON.stringify(describe(found, url.origin, { width, height }))
    return { status: 200, headers: { ...SAFE, ...CACHED, 'Content-Type': JSON_TYPE }, body }
  } catch (error) {
    log(error)
    return refuse('DATA_UNAVAILABLE', 'The data cannot be read at the moment.')
  }
}

const CACHED = { 'Cache-Control': `public, max-age=${CACHE_SECONDS}` }

const ONLY_READ = 'Only GET and HEAD are allowed.'
const NO_SIZE = 'must be a whole number of pixels from 1'
const RETRY_AFTER_SECONDS = '30'
const NO_PAGE = 'No page of a protocol on this site has this address.'

/** The response of the specification, with a picture only where it fits. */
function describe({ fileName, name }: Embedded, site: string, most: Size) {
  // Without the score: consumers keep a title for long, and a number in it would not say that it is old.
  const title = `${name}: Plimsoll risk score`
  const showsPicture = PICTURE.width <= most.width && PICTURE.height <= most.height
  const common = {
    version: '1.0',
    title,
    provider_name: 'Plimsoll',
    provider_url: `${site}/`,
    cache_age: CACHE_SECONDS,
    ...(showsPicture && {
      thumbnail_url: `${site}/og/${encodeURIComponent(fileName)}.png`,
      thumbnail_width: PICTURE.width,
      thumbnail_height: PICTURE.height,
    }),
  }
  const [width, height] = [Math.min(CARD.width, most.width), Math.min(CARD.height, most.height)]
  if (width < LEAST_CARD.width || height < LEAST_CARD.height) return { type: 'link', ...common }
  const html = cardFrame({ site, fileName, title, width, height })
  return { type: 'rich', ...common, html, width, height }
}

interface Size {
  width: number
  height: number
}

/** The number in a parameter, or no limit without it; null when it is none. */
function most(query: URLSearchParams, name: string): number | null {
  const text = query.get(name)
  if (text === null || text === '') return Number.POSITIVE_INFINITY
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : null
}

/** Never another host's page, nor one with a name and password in front. */
function isOwn({ protocol, host, username, password }: URL, own: string): boolean {
  if (!/^https?:$/.test(protocol) || username !== '' || password !== '') return false
  return host === URL.parse(`${protocol}//${own}`)?.host
}

function refuse(code: ProblemCode, message: string, details?: ProblemDetails): ApiResponse {
  const headers = {
    ...SAFE,
    ...(code === 'METHOD_NOT_ALLOWED' && { Allow: 'GET, HEAD' }),
    ...(code === 'DATA_UNAVAILABLE' && { 'Retry-After': RETRY_AFTER_SECONDS }),
  }
  return problem(code, { message, headers, ...(details && { details }) })
}
