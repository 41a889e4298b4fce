import path from 'node:path'

/** Prefixes that belong to the gateway. Windows would also open `_data.` and `_data::$DATA`. */
const GATED = /^\/(v1(\/|$)|_(data|fn)(?![\w-]))/i

/** The path and query of a request's target, which may be absolute. The query keeps its `?`. */
export function splitTarget(target: string): { pathname: string; search: string } {
  const local = target.replace(/^https?:\/\/[^/?#]*/i, '')
  const [beforeHash = ''] = local.split('#')
  const question = beforeHash.indexOf('?')
  const pathname = question < 0 ? beforeHash : beforeHash.slice(0, question)
  return { pathname: pathname || '/', search: question < 0 ? '' : beforeHash.slice(question) }
}

/**
 * The path as a file system reads it: decoded once, without backslashes, repeated slashes and dot segments. Null when it is
 * not a valid path.
 */
export function plainPath(pathname: string): string | null {
  try {
    const decoded = decodeURIComponent(pathname).replaceAll('\\', '/')
    if (decoded.includes('\0') || !decoded.startsWith('/')) return null
    return path.posix.normalize(decoded)
  } catch {
    return null
  }
}

/** Whether a path belongs to the gateway, in any encoding. */
export function isGated(pathname: string): boolean {
  return GATED.test(pathname) || GATED.test(plainPath(pathname) ?? '')
}
