import { changes } from './changes/route.ts'
import { dependencies } from './dependencies/route.ts'
import { dependents } from './dependents/route.ts'
import { health } from './health/route.ts'
import { history } from './history/route.ts'
import { createIndex, INDEX_PATH } from './index/route.ts'
import { protocol } from './protocol/route.ts'
import { protocols } from './protocols/route.ts'
import { categories, chains, stats } from './published.ts'
import type { Route } from './route.ts'
import { screener } from './screener/route.ts'
import { search } from './search/route.ts'
import { stress } from './stress/route.ts'
import { usage } from './usage/route.ts'
import { wallet } from './wallet/route.ts'

const ENDPOINTS = [
  health,
  stats,
  search,
  protocols,
  protocol,
  history,
  dependencies,
  dependents,
  stress,
  screener,
  chains,
  categories,
  changes,
  wallet,
  usage,
] as const

/** Every endpoint, in the order of the documentation. */
export const ROUTES = [createIndex(ENDPOINTS), ...ENDPOINTS] as const

export type RouteId = (typeof ROUTES)[number]['id']

export interface RouteMatch {
  route: Route & { id: RouteId }
  /** The decoded part of the path in braces; null for a route without a parameter. */
  parameter: string | null
}

/** The path with repeated slashes collapsed into one: some proxies do this before they forward a request. */
export function collapseSlashes(pathname: string): string {
  return pathname.includes('//') ? pathname.replace(/\/{2,}/g, '/') : pathname
}

/** Finds the route of a path. Null for an unknown path, and for a parameter that is empty or not valid percent-encoding. */
export function matchRoute(path: string): RouteMatch | null {
  const collapsed = collapseSlashes(path)
  const pathname = collapsed === `${INDEX_PATH}/` ? INDEX_PATH : collapsed
  for (const route of ROUTES) {
    const [prefix = '', suffix] = route.path.split(/\{\w+\}/)
    if (suffix === undefined) {
      if (pathname === route.path) return { route, parameter: null }
      continue
    }
    const part = between(pathname, prefix, suffix)
    if (part === '' || part.includes('/')) continue
    const parameter = tryDecode(part)
    return parameter === null ? null : { route, parameter }
  }
  return null
}

/** The text between a prefix and a suffix; empty when it does not have both. */
function between(text: string, prefix: string, suffix: string): string {
  if (!text.startsWith(prefix) || !text.endsWith(suffix)) return ''
  return text.slice(prefix.length, text.length - suffix.length)
}

function tryDecode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
