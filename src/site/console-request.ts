/** A field of the console's form. */
export interface ConsoleField {
  name: string
  in: string
  value: string
  required: boolean
}

/** A request to this site. */
export interface ConsoleRequest {
  path: string
  headers: Record<string, string>
  /** Names of required fields that are empty; the request is not sent then. */
  missing: string[]
}

/** The request of a form. Empty fields are left out: the API refuses empty parameters. */
export function buildRequest(
  template: string,
  fields: readonly ConsoleField[],
  key: string,
): ConsoleRequest {
  const given = fields
    .map((field) => ({ ...field, value: field.value.trim() }))
    .filter(({ value }) => value !== '')
  const names = new Set(given.map(({ name }) => name))
  const missing = fields
    .filter(({ name, required }) => required && !names.has(name))
    .map(({ name }) => name)
  let path = template
  for (const field of given) {
    if (field.in === 'path') path = path.replace(`{${field.name}}`, encodePart(field.value))
  }
  const query = given
    .filter((field) => field.in === 'query')
    .map(({ name, value }) => `${encodePart(name)}=${encodePart(value)}`)
  const headers: Record<string, string> = {}
  for (const field of given) if (field.in === 'header') headers[field.name] = field.value
  if (key.trim() !== '') headers['X-API-Key'] = key.trim()
  return { path: query.length > 0 ? `${path}?${query.join('&')}` : path, headers, missing }
}

/** The same request as a line for a shell. */
export function curlLine(
  origin: string,
  { path, headers }: Omit<ConsoleRequest, 'missing'>,
): string {
  const named = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)} `)
  return `curl -s ${named.join('')}${quoted(`${origin}${path}`)}`
}

/** Text of a body for people: JSON with line breaks, at most `most` characters. */
export function shownBody(body: string, most: number): { text: string; isCut: boolean } {
  const text = indented(body)
  return text.length <= most ? { text, isCut: false } : { text: text.slice(0, most), isCut: true }
}

/** Headers worth reading, in this order. */
const SHOWN_HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-RateLimit-Burst-Limit',
  'X-RateLimit-Burst-Remaining',
  'Retry-After',
  'X-Ignored-Parameters',
  'ETag',
  'Cache-Control',
  'X-Request-Id',
]

/** The headers of a response that are shown, with their values. */
export function shownHeaders(headers: { get(name: string): string | null }): [string, string][] {
  return SHOWN_HEADERS.flatMap((name): [string, string][] => {
    const value = headers.get(name)
    return value === null ? [] : [[name, value]]
  })
}

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

/** Commas stay readable: names in a filter are separated by them. */
function encodePart(text: string): string {
  return encodeURIComponent(text).replaceAll('%2C', ',')
}

/** For a POSIX shell. Only what no shell reads in another way stays bare. */
function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
