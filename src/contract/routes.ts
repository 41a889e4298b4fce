/** Groups that the usage report counts by (interface, "UsageReport"). */
export const ENDPOINT_GROUPS = ['protocols', 'wallet', 'screener', 'other'] as const

export type EndpointGroup = (typeof ENDPOINT_GROUPS)[number]

export type RouteId =
  | 'health'
  | 'stats'
  | 'protocols'
  | 'protocol'
  | 'screener'
  | 'wallet'
  | 'usage'

export interface Route {
  id: RouteId
  path: string
  group: EndpointGroup
  /** `key`: any plan. `pro`: the Pro plan or higher. */
  auth: 'optional' | 'key' | 'pro'
}

/** Every endpoint. The gateway, the documentation and the tests read this one table. */
export const ROUTES: readonly Route[] = [
  { id: 'health', path: '/v1/health', group: 'other', auth: 'optional' },
  { id: 'stats', path: '/v1/stats', group: 'other', auth: 'optional' },
  { id: 'protocols', path: '/v1/protocols', group: 'protocols', auth: 'optional' },
  { id: 'protocol', path: '/v1/protocols/{id}', group: 'protocols', auth: 'optional' },
  { id: 'screener', path: '/v1/screener', group: 'screener', auth: 'optional' },
  { id: 'wallet', path: '/v1/wallet/{address}', group: 'wallet', auth: 'pro' },
  { id: 'usage', path: '/v1/usage', group: 'other', auth: 'key' },
]

export interface RouteMatch {
  route: Route
  /** The decoded last part of the path, for the routes that have one. */
  parameter: string | null
}

/** A path with one slash wherever several stand together: some proxies send it on like this, and others do not. */
export function tidyPath(pathname: string): string {
  return pathname.includes('//') ? pathname.replace(/\/{2,}/g, '/') : pathname
}

/** The route of a path, in which slashes that stand together are one; null when there is none, or when its last part is empty or not valid percent-encoding. */
export function matchRoute(path: string): RouteMatch | null {
  const pathname = tidyPath(path)
  for (const route of ROUTES) {
    const brace = route.path.indexOf('{')
    if (brace < 0) {
      if (pathname === route.path) return { route, parameter: null }
      continue
    }
    const prefix = route.path.slice(0, brace)
    const rest = pathname.slice(prefix.length)
    if (!pathname.startsWith(prefix) || rest === '' || rest.includes('/')) continue
    const parameter = decode(rest)
    return parameter === null ? null : { route, parameter }
  }
  return null
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
