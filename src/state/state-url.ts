import { PlimsollError } from '../domain/errors.ts'

export type StateUrl =
  | { kind: 'sqlite'; file: string }
  | { kind: 'redis'; url: string }
  | { kind: 'rest'; url: string }
  | { kind: 'blobs'; siteId: string | null; name: string }

/** Name of the production stores; a preview deploy uses `blobs:?name=preview`. */
const DEFAULT_BLOBS_NAME = 'plimsoll'

/** Parses STATE_URL. Throws `CONFIG_INVALID`, whose message repeats no part of the value: it may contain a password. */
export function parseStateUrl(text: string): StateUrl {
  // One letter before the colon is a drive of Windows.
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(text)?.[1]?.toLowerCase()
  switch (scheme) {
    case undefined:
      return sqlite(text)
    case 'sqlite':
      return sqlite(text.slice('sqlite:'.length))
    case 'redis':
    case 'rediss':
      return { kind: 'redis', url: parse(text).href }
    case 'redis+sentinel':
    case 'rediss+sentinel':
    case 'redis+cluster':
    case 'rediss+cluster':
      // Read when it is opened: the edge does not.
      return { kind: 'redis', url: text }
    case 'http':
    case 'https':
      return rest(parse(text))
    case 'blobs':
      return blobs(parse(text))
    default:
      throw invalid(
        'must be sqlite:FILE, redis://…, redis+sentinel://…, redis+cluster://…, https://… or blobs:',
      )
  }
}

function sqlite(file: string): StateUrl {
  if (file.trim() === '') throw invalid('sqlite: needs the name of a file')
  return { kind: 'sqlite', file }
}

function rest(url: URL): StateUrl {
  const isLocal = ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname)
  if (url.protocol === 'http:' && !isLocal) {
    throw invalid('a Redis endpoint needs https, because every request carries the token')
  }
  if (url.username !== '' || url.password !== '') {
    throw invalid('a Redis endpoint takes its token from STATE_TOKEN, not from the URL')
  }
  return { kind: 'rest', url: url.href }
}

function blobs(url: URL): StateUrl {
  const name = url.searchParams.get('name') ?? DEFAULT_BLOBS_NAME
  if (!/^[a-z0-9-]{1,40}$/.test(name)) {
    throw invalid('the name after blobs: may have up to 40 lower-case letters, digits and hyphens')
  }
  if (!/^[0-9A-Za-z-]*$/.test(url.pathname))
    throw invalid('blobs: must be followed by a site id or nothing')
  return { kind: 'blobs', siteId: url.pathname === '' ? null : url.pathname, name }
}

function parse(text: string): URL {
  const url = URL.parse(text)
  if (!url) throw invalid('it is not a valid URL')
  return url
}

function invalid(reason: string): PlimsollError {
  return new PlimsollError('CONFIG_INVALID', `Check STATE_URL: ${reason}.`)
}
