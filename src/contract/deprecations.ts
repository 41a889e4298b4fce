import type { Day } from '../domain/day.ts'
import entries from './deprecations.json' with { type: 'json' }

/** An endpoint, a query parameter or a field of a response that is to go. Imports no package, because the edge uses it. */
export interface Deprecation {
  /** The endpoints that have it, as their routes write their paths. */
  paths: string[]
  /** The parameter that goes; absent where it is not one. */
  parameter?: string
  /** The field that goes, after the name of its schema, such as `ProtocolSummary.twitter`; absent where it is not one. */
  field?: string
  /** Day from which it is marked. */
  marked: Day
  /** Day from which it may be gone, at least `LEAST_DAYS` later. */
  gone: Day
  /** What to use instead, as a sentence. */
  instead: string
}

/** Days for which a thing stays after it is marked. */
export const LEAST_DAYS = 180

export const DEPRECATIONS: readonly Deprecation[] = entries

/** Page about what may change. */
export const VERSIONS_PAGE = '/docs/versions/'

/**
 * The headers `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and `Link` of a response at a path, for the earliest days of its entries. A
 * parameter counts only where the request has it. Nothing where there is no entry.
 */
export function deprecationHeaders(
  deprecations: readonly Deprecation[],
  path: string,
  search: string,
): Record<string, string> {
  const ofPath = deprecations.filter(({ paths }) => paths.includes(path))
  if (ofPath.length === 0) return {}
  const given = new URLSearchParams(search)
  const own = ofPath.filter(({ parameter }) => parameter === undefined || given.has(parameter))
  const [marked] = own.map((entry) => Date.parse(entry.marked)).sort((a, b) => a - b)
  const [gone] = own.map((entry) => Date.parse(entry.gone)).sort((a, b) => a - b)
  if (marked === undefined || gone === undefined) return {}
  return {
    Deprecation: `@${marked / 1_000}`,
    Sunset: new Date(gone).toUTCString(),
    Link: `<${VERSIONS_PAGE}>; rel="deprecation"; type="text/html"`,
  }
}
