import { changes } from './changes/route.ts'
import { contract } from './contract/route.ts'
import { dependencies } from './dependencies/route.ts'
import { dependents } from './dependents/route.ts'
import { health } from './health/route.ts'
import { history } from './history/route.ts'
import { incidents } from './incidents/route.ts'
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
  contract,
  chains,
  categories,
  changes,
  incidents,
  wallet,
  usage,
] as const

/** Every endpoint, in the order of the documentation. */
export const ROUTES = [createIndex(ENDPOINTS), ...ENDPOINTS] as const

const SPLIT_ROUTES = ROUTES.map((route) => ({ route, own: route.path.split('/') }))

export type RouteId = (typeof ROUTES)[number]['id']

export interface RouteMatch {
  route: Route & { id: RouteId }
  /** The decoded parts of the path in braces, in order. */
  parameters: readonly string[]
}

/** The path with repeated slashes collapsed into one: some proxies do this before they forward a request. */
export function collapseSlashes(pathname: string): string {
  return pathname.includes('//') ? pathname.replace(/\/{2,}/g, '/') : pathname
}

/** Finds the route of a path. Null for an unknown path, and for a parameter that is empty or not valid percent-encoding. */
export function matchRoute(path: string): RouteMatch | null {
  const collapsed = collapseSlashes(path)
  const parts = (collapsed === `${INDEX_PATH}/` ? INDEX_PATH : collapsed).split('/')
  const found = SPLIT_ROUTES.find(
    ({ own }) =>
      own.length === parts.length && own.every((part, at) => isPart(part, parts[at] ?? '')),
  )
  if (!found) return null
  const { route, own } = found
  const parameters: string[] = []
  for (const [at, part] of own.entries()) {
    const parameter = part.startsWith('{') ? tryDecode(parts[at] ?? '') : ''
    if (parameter === null) return null
    if (parameter !== '') parameters.push(parameter)
  }
  return { route, parameters }
}

function isPart(own: string, part: string): boolean {
  return own.startsWith('{') ? part !== '' : part === own
}

function tryDecode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
