import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { detailDocument } from '../../contract/protocol-detail.ts'
import { listDocument } from '../../contract/protocol-summary.ts'
import { parseScreenerQuery, SCREENER_SORTS } from '../../contract/query.ts'
import { sandboxWallets } from '../../contract/sandbox-wallet.ts'
import { screenerIndex } from '../../contract/screener-index.ts'
import { textOf } from '../../http/api-response.ts'
import { readHoldings, sandboxCatalogue } from '../../publish/sandbox.ts'
import { sandboxDocuments } from '../../publish/write-documents.ts'
import { validateResponse } from '../../testing/api/conformance.ts'
import type { RouteId } from '../routes/routes.ts'
import { createEngine } from '../routes/screener/engine.ts'
import { answerSearch } from '../routes/search/function.ts'
import { createOpenApi } from './create-openapi.ts'
import { HEADERS } from './responses.ts'

const SANDBOX = fileURLToPath(new URL('../../../data/sandbox', import.meta.url))

/** The name of the schema that each route promises. */
const SCHEMA: Partial<Record<RouteId, string>> = {
  stats: 'StatsResponse',
  protocols: 'ProtocolListResponse',
  protocol: 'ProtocolResponse',
  screener: 'ScreenerResponse',
  search: 'SearchResponse',
  chains: 'ChainListResponse',
  categories: 'CategoryListResponse',
  wallet: 'WalletResponse',
}

interface Made {
  route: RouteId
  name: string
  body: string
}

let made: Made[] = []

beforeAll(async () => {
  const catalogue = await sandboxCatalogue(SANDBOX, readConfig({}).upstreams)
  const documents = [...sandboxDocuments(catalogue, readHoldings(SANDBOX))]
  const each = documents.map(async ({ path, body }): Promise<Made[]> => {
    const route = routeOf(path)
    if (route === 'screener') return screened(body)
    if (route === 'wallet') return scanned(body)
    if (route === 'search') return searched(body)
    return route ? [{ route, name: path, body }] : []
  })
  made = (await Promise.all(each)).flat()
})

describe('every document that the sandbox is made of', () => {
  it('is there, of every kind, scored and not', () => {
    const count = (route: RouteId) => made.filter((document) => document.route === route).length
    expect(count('stats')).toBe(1)
    expect(count('wallet')).toBe(9)
    expect(count('search')).toBe(3)
    expect([count('chains'), count('categories')]).toEqual([1, 1])
    expect(count('protocols')).toBe(6)
    expect(count('protocol')).toBeGreaterThanOrEqual(45)
    expect(count('screener')).toBe(SCREENER_SORTS.length)
    const composites = made
      .filter(({ route }) => route === 'protocol')
      .map(({ body }) => detailDocument.parse(JSON.parse(body)).data.composite)
    expect(composites).toContain(null)
    expect(composites.some((composite) => composite !== null)).toBe(true)
  })

  it('keeps the 3.1 description', () => {
    const headers = Object.fromEntries(
      Object.entries(HEADERS)
        .filter(([name]) => name !== 'Retry-After')
        .map(([name, { example }]) => [name, String(example)]),
    )
    const faults = made.flatMap(({ route, name, body }) =>
      validateResponse(route, 200, { ...headers, 'Content-Type': 'application/json' }, body).map(
        (fault) => `${name}: ${fault}`,
      ),
    )
    expect(faults).toEqual([])
  })

  it('keeps the 3.0 description', () => {
    // The validator knows an exclusive minimum as a number, as 3.1 writes it.
    const text = JSON.stringify(createOpenApi('3.0.3', '0.0.0').components)
    const components = JSON.parse(
      text.replaceAll(/"minimum":(\d+),"exclusiveMinimum":true/g, '"exclusiveMinimum":$1'),
    )
    const ajv = new Ajv({ strict: false })
    addFormats.default(ajv)
    const checks = new Map(
      Object.values(SCHEMA).map((name) => [
        name,
        ajv.compile({ $ref: `#/components/schemas/${name}`, components }),
      ]),
    )
    const refused = made.filter(
      ({ route, body }) => !checks.get(SCHEMA[route] ?? '')?.(JSON.parse(body)),
    )
    expect(refused.map(({ name }) => name)).toEqual([])
  })

  it('breaks it when one number in one of them is wrong', () => {
    const block = made.find(({ route }) => route === 'protocols')
    const document = listDocument.parse(JSON.parse(block?.body ?? ''))
    const [row] = document.data
    if (row) row.compositeScore = 42
    const faults = validateResponse('protocols', 200, {}, JSON.stringify(document))
    expect(faults).not.toEqual([])
  })
})

function routeOf(path: string): RouteId | null {
  if (path === 'stats.json') return 'stats'
  if (path === 'screener.json') return 'screener'
  if (path === 'wallet.json') return 'wallet'
  if (path === 'search.json') return 'search'
  if (path === 'chains.json') return 'chains'
  if (path === 'categories.json') return 'categories'
  if (path.startsWith('lists/')) return 'protocols'
  return path.startsWith('protocols/') ? 'protocol' : null
}

/** The sandbox's wallets as scans answer with them. */
function scanned(document: string): Made[] {
  const { scans } = sandboxWallets.parse(JSON.parse(document))
  const all = Object.entries(scans).flatMap(([kind, byName]) =>
    Object.entries(byName).map(([name, scan]) => [`${kind} ${name}`, scan] as const),
  )
  return all.map(([name, scan]) => {
    const body = JSON.stringify({ success: true, data: { address: '0x5ca1ab1e', ...scan } })
    return { route: 'wallet', name: `the wallet that is ${name}`, body }
  })
}

/** What the search answers to a name, to a part of one, and to nothing it knows. */
function searched(document: string): Promise<Made[]> {
  const index: unknown = JSON.parse(document)
  const dependencies = { loadIndex: async () => index, log: () => undefined }
  return Promise.all(
    ['Guillemot Lend', 'a', 'nobody knows'].map(async (q): Promise<Made> => {
      const query = `?set=sandbox&${new URLSearchParams({ q })}`
      const answer = await answerSearch(query, dependencies)
      return { route: 'search', name: `the search for ${q}`, body: textOf(answer) }
    }),
  )
}

/** The first page of the screener in every order, from its index. */
function screened(index: string): Made[] {
  const engine = createEngine(screenerIndex.parse(JSON.parse(index)))
  return SCREENER_SORTS.map((sort) => {
    const parsed = parseScreenerQuery(new URLSearchParams({ sort, per_page: '100' }))
    if (!parsed.ok) throw new Error(sort)
    const { rows, total } = engine.screen(parsed.value)
    const meta = { total, page: 1, limit: 100, pageCount: Math.ceil(total / 100) }
    const body = JSON.stringify({ success: true, data: rows, meta })
    return { route: 'screener', name: `screener by ${sort}`, body }
  })
}
