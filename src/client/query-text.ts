import { PlimsollError } from './errors.ts'

/** A query with its `?`, or nothing. Null, undefined and empty lists are left out; lists are joined by commas. */
export function queryText(query: object | undefined): string {
  const search = new URLSearchParams()
  const entries: [string, unknown][] = Object.entries(query ?? {})
  for (const [name, value] of entries) {
    if (value === null || value === undefined) continue
    if (typeof value === 'number') search.set(name, decimal(value))
    else if (!Array.isArray(value)) search.set(name, String(value))
    else if (value.length > 0) search.set(name, value.join(','))
  }
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}

/** A path, with its query if it has one, of one snapshot. */
export function withSnapshot(path: string, snapshot: string | undefined): string {
  const pin = queryText({ snapshot })
  return path + (path.includes('?') ? pin.replace('?', '&') : pin)
}

/** A number in plain decimals: the service does not accept `1e-7`. */
function decimal(value: number): string {
  const [digits = '', exponent] = String(value).split('e-')
  if (exponent === undefined) return digits
  return `0.${'0'.repeat(Number(exponent) - 1)}${digits.replace('.', '')}`
}

/** One part of a path. A part of dots would be taken for a step up. */
export function pathPart(name: string, value: string): string {
  if (typeof value === 'string' && !/^\.{0,2}$/.test(value) && value.isWellFormed())
    return encodeURIComponent(value)
  throw new PlimsollError('INVALID_ARGUMENT', `${name} is not one that the service could know.`)
}

/** The base URL without its last slash. A path is kept. */
export function baseOf(baseUrl: string | URL): string {
  const refuse = (why: string) => new PlimsollError('INVALID_ARGUMENT', `baseUrl ${why}.`)
  if (!URL.canParse(baseUrl))
    throw refuse('must be an absolute URL, such as https://plimsoll.example')
  const { protocol, username, password, search, hash, origin, pathname } = new URL(baseUrl)
  if (protocol !== 'https:' && protocol !== 'http:')
    throw refuse('must begin with https:// or http://')
  if (username || password) throw refuse('must not contain a user name or password')
  if (search || hash) throw refuse('must have no query and no fragment')
  const path = pathname.replace(/(?<!\/)\/+$/, '')
  if (/\/v1$/.test(path)) throw refuse('must not end in /v1: the client adds it')
  return origin + path
}
