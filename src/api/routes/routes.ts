import { categories } from './categories/route.ts'
import { chains } from './chains/route.ts'
import { health } from './health/route.ts'
import { createIndex, INDEX_PATH } from './index/route.ts'
import { protocol } from './protocol/route.ts'
import { protocols } from './protocols/route.ts'
import type { Route } from './route.ts'
import { screener } from './screener/route.ts'
import { search } from './search/route.ts'
import { stats } from './stats/route.ts'
import { usage } from './usage/route.ts'
import { wallet } from './wallet/route.ts'

const ENDPOINTS = [
  health,
  stats,
  search,
  protocols,
  protocol,
  screener,
  chains,
  categories,
  wallet,
  usage,
] as const

/** Every endpoint, in the order of the documentation. */
export const ROUTES = [createIndex(ENDPOINTS), ...ENDPOINTS] as const

export type RouteId = (typeof ROUTES)[number]['id']

export interface RouteMatch {
  route: Route & { id: RouteId }
  /** The decoded last part of the path; null for a route without a parameter. */
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
    const brace = route.path.indexOf('{')
    if (brace < 0) {
      if (pathname === route.path) return { route, parameter: null }
      continue
    }
    const prefix = route.path.slice(0, brace)
    const rest = pathname.slice(prefix.length)
    if (!pathname.startsWith(prefix) || rest === '' || rest.includes('/')) continue
    const parameter = tryDecode(rest)
    return parameter === null ? null : { route, parameter }
  }
  return null
}

function tryDecode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
