import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import type { OpenApi, Operation, ResponseObject } from '../../contract/openapi-document.ts'
import { MAX_NAMES } from '../../contract/parameter-reader.ts'
import { HEALTH_A_MINUTE } from '../../contract/plans.ts'
import { PROBLEMS } from '../../contract/problems.ts'
import {
  DIRECTIONS,
  LEVEL_CHOICES,
  LIST_SORTS,
  parseChangesQuery,
  parseListQuery,
  parseScreenerQuery,
  parseSearchQuery,
  SCREENER_SORTS,
} from '../../contract/query.ts'
import { errorDocument, walletDocument } from '../../contract/responses.ts'
import { WALLET_FLAGS } from '../../contract/wallet-risk.ts'
import { DIMENSIONS } from '../../domain/dimension.ts'
import { RISK_LEVELS } from '../../domain/risk-level.ts'
import { ROUTES, type RouteId } from '../routes/routes.ts'
import { createOpenApi, openApiDocuments } from './create-openapi.ts'
import { ROUTE_DOCUMENTATION } from './route-documentation.ts'
import { schemaRef } from './schemas.ts'

const VERSIONS = ['3.0.3', '3.1.1'] as const

/** The parts of the description in 3.0. Its validator knows an exclusive minimum as a number, as 3.1 writes it. */
const OLD: unknown = JSON.parse(
  JSON.stringify(createOpenApi('3.0.3', '0.0.0').components).replaceAll(
    /"minimum":(\d+),"exclusiveMinimum":true/g,
    '"exclusiveMinimum":$1',
  ),
)

/** The interface's own tables: the statuses of each endpoint, and those that every endpoint may have. */
const STATUSES: Record<RouteId, number[]> = {
  index: [200, 304, 410],
  health: [200],
  search: [200, 304, 410],
  chains: [200, 304, 410],
  categories: [200, 304, 410],
  stats: [200, 304, 410],
  protocols: [200, 304, 410],
  protocol: [200, 304, 410, 404],
  history: [200, 304, 410, 404],
  dependencies: [200, 304, 410, 404],
  dependents: [200, 304, 410, 404],
  stress: [200, 304, 410],
  contract: [200, 304, 410, 404],
  screener: [200, 304, 410],
  changes: [200, 304, 410],
  incidents: [200, 304, 410],
  wallet: [200, 403, 404, 422, 502],
  usage: [200],
}
const EVERYWHERE = [400, 401, 429, 500, 503]

const RATE_HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-RateLimit-Burst-Limit',
  'X-RateLimit-Burst-Remaining',
]

describe('the published descriptions', () => {
  it('are the same bytes every time', () => {
    expect(openApiDocuments('1.2.3')).toEqual(openApiDocuments('1.2.3'))
  })

  it('are a 3.0 document and its 3.1 twin at the version of the service', () => {
    const found = openApiDocuments('1.2.3').map(({ path, body }) => {
      const { openapi, info } = JSON.parse(body)
      return [path, openapi, info.version]
    })
    expect(found).toEqual([
      ['openapi.json', '3.0.3', '1.2.3'],
      ['openapi-3.1.json', '3.1.1', '1.2.3'],
    ])
  })

  it('differ in their schemas only', () => {
    const [old, current] = VERSIONS.map((version) => {
      const document = createOpenApi(version, '1.2.3')
      return { ...document, openapi: '', components: { ...document.components, schemas: {} } }
    })
    expect(old).toEqual(current)
  })
})

describe.each(VERSIONS)('the description in OpenAPI %s', (version) => {
  const document = createOpenApi(version, '0.0.0')

  it('has every route once, under the name that the client library gives it', () => {
    const names = ROUTES.map(({ path }) => document.paths[path]?.get.operationId)
    expect(names).toEqual([
      'index',
      'health',
      'stats',
      'search',
      'list',
      'get',
      'history',
      'dependencies',
      'dependents',
      'stress',
      'screener',
      'contract',
      'chains',
      'categories',
      'changes',
      'incidents',
      'walletScan',
      'usage',
    ])
    expect(Object.keys(document.paths)).toHaveLength(ROUTES.length)
  })

  it.each(ROUTES)('knows the statuses of $path', ({ id, path }) => {
    const statuses = Object.keys(document.paths[path]?.get.responses ?? {}).map(Number)
    expect(statuses.sort()).toEqual([...STATUSES[id], ...EVERYWHERE].sort())
  })

  it.each(ROUTES)('asks for a key at $path exactly where one is needed', ({ path, auth }) => {
    const security = document.paths[path]?.get.security
    expect(security).toEqual(auth === 'optional' ? [{}, { ApiKey: [] }] : [{ ApiKey: [] }])
  })

  it('promises the rate-limit headers on every response, and Retry-After on 429 and 503 alone', () => {
    for (const { status, response } of responsesOf(document)) {
      expect(Object.keys(response.headers)).toEqual(expect.arrayContaining(RATE_HEADERS))
      const waits = 'Retry-After' in response.headers
      expect([status, waits]).toEqual([status, status === '429' || status === '503'])
    }
    for (const name of [...RATE_HEADERS, 'Retry-After']) {
      expect(document.components.headers[name]?.required).toBe(true)
    }
  })

  it('has nothing that is referred to and missing', () => {
    const references = JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)
    const missing = [...references].filter(([, ref]) => at(document, ref ?? '') === undefined)
    expect(missing).toEqual([])
  })

  it('gives an example of every error, in the words of the closed list', () => {
    const codes = new Set<string>()
    for (const { status, response } of responsesOf(document)) {
      if (Number(status) < 400) continue
      const examples = Object.values(response.content?.['application/json']?.examples ?? {})
      expect(examples).toHaveLength(1)
      const { error } = errorDocument.parse(examples[0]?.value)
      expect(error.status).toBe(Number(status))
      codes.add(error.code)
    }
    // No method but GET is described, and no path but those of /v1: oEmbed answers NOT_IMPLEMENTED.
    const elsewhere = ['METHOD_NOT_ALLOWED', 'NOT_IMPLEMENTED']
    expect([...codes, ...elsewhere].sort()).toEqual(Object.keys(PROBLEMS).sort())
  })

  it('describes every field that is more than a reference', () => {
    const bare = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
      Object.entries(schema.properties ?? {}).flatMap(([field, property]) => {
        if (field === 'success' || field === 'data' || typeof property === 'boolean') return []
        return property.description || property.$ref ? [] : [`${name}.${field}`]
      }),
    )
    expect(bare, 'describe them at the field of the zod schema').toEqual([])
  })

  it('has no object inside a wallet scan that is not described by its own name', () => {
    const parts = ['WalletScan', 'WalletPosition', 'WalletLeg', 'RiskSummary', 'WalletCoverage']
    for (const name of parts) {
      const text = JSON.stringify(document.components.schemas[name]?.properties)
      expect([name, /"properties":\{"/.test(text)]).toEqual([name, false])
    }
  })

  it('names the keys of a record where they are a closed list', () => {
    const composite = at(document, '#/components/schemas/ScoreMetadata/properties/composite')
    const weights = at({ composite }, '#/composite/properties/weights_used/properties')
    expect(Object.keys(Object(weights))).toEqual([...DIMENSIONS])
  })

  it('speaks its own dialect', () => {
    const text = JSON.stringify(document.components.schemas)
    const foreign =
      version === '3.0.3' ? /"const":|"type":"null"|"type":\[|"propertyNames"/ : /"nullable"/
    expect(text).not.toMatch(foreign)
    expect(text).not.toMatch(/"\$id"|"\$schema"|additionalProperties":(false|\{\})/)
  })
})

describe('the schemas', () => {
  const { schemas } = createOpenApi('3.1.1', '0.0.0').components

  it('are each described', () => {
    const bare = Object.entries(schemas).filter(([, { description }]) => !description)
    expect(bare.map(([name]) => name)).toEqual([])
  })

  it('refer to the risk level by its name', () => {
    const { RiskLevel, ...others } = schemas
    expect(RiskLevel?.enum).toEqual([...RISK_LEVELS])
    expect(JSON.stringify(others)).not.toContain(JSON.stringify(RISK_LEVELS))
  })

  it('explain each flag of a wallet', () => {
    const flags = schemas.RiskSummary?.properties?.flags
    const text = typeof flags === 'object' ? flags.description : ''
    const explained = [...(text ?? '').matchAll(/`([a-z-]+)`: /g)].map(([, flag]) => flag)
    expect(explained).toEqual([...WALLET_FLAGS])
  })
})

describe('the examples', () => {
  const ajv = new Ajv({ strict: false }).addSchema({ components: OLD }, 'api')
  addFormats.default(ajv)

  it.each(Object.entries(ROUTE_DOCUMENTATION))(
    'keep the contract to the letter, and the description in 3.0: %s',
    (_, { schema, example }) => {
      expect(schema.safeParse(example).error).toBeUndefined()
      expect(ajv.validate({ $ref: `api${schemaRef(schema).$ref}` }, example)).toBe(true)
    },
  )

  it('have a position without legs only for a perpetual', () => {
    const { success, data } = ROUTE_DOCUMENTATION.wallet.example
    const legs: never[] = []
    const errorOf = (more: object) =>
      walletDocument
        .safeParse({
          success,
          data: { ...data, positions: [{ ...data.positions[0], ...more }] },
        })
        .error?.issues[0]?.path.at(-1)
    const amounts = { sizeUsd: 1, leverage: null, entryPrice: null, liquidationPrice: null }
    const perp = { side: 'long', ...amounts, pnlUsd: null, pnlInNet: null }
    expect([errorOf({ legs }), errorOf({ legs, perp })]).toEqual(['legs', undefined])
  })
})

describe.each([
  ['the list', ROUTE_DOCUMENTATION.protocols.parameters, parseListQuery],
  ['the screener', ROUTE_DOCUMENTATION.screener.parameters, parseScreenerQuery],
] as const)('the parameters of %s, as described', (_, parameters, parse) => {
  const query = (name: string, value: unknown) =>
    parse(new URLSearchParams([[name, String(value)]]))

  it.each(parameters)('are those that are read: $name', ({ name, schema, example }) => {
    const value = example ?? schema.enum?.[0] ?? schema.minimum ?? 'x'
    expect(query(name, value)).toMatchObject({ ok: true, ignored: [] })
  })

  it('are all that are read', () => {
    const names = parameters.map(({ name }) => name)
    // Two names for one parameter may not be given at once.
    const given = names.filter((name) => name !== 'sort_by' && name !== 'sort_dir')
    const empty = parse(new URLSearchParams(given.map((name) => [name, ''])))
    expect(empty).toMatchObject({ ok: false })
    expect(empty.ok ? [] : Object.keys(empty.details).sort()).toEqual(given.sort())
  })

  it.each(parameters)('have the limits that are kept: $name', ({ name, schema }) => {
    const { minimum, maximum, type, enum: choices } = schema
    const step = type === 'integer' ? 1 : Math.max(0.001, (maximum ?? 0) / 1e6)
    if (minimum !== undefined && maximum !== undefined) {
      const tried = [minimum, maximum, minimum - step, maximum + step]
      expect(tried.map((value) => query(name, value).ok)).toEqual([true, true, false, false])
      expect(query(name, minimum + 0.5).ok).toBe(type === 'number')
    }
    if (choices) {
      expect(choices.every((choice) => query(name, choice).ok)).toBe(true)
      expect(query(name, 'other').ok).toBe(false)
    }
    if (name === 'level') {
      for (const choice of LEVEL_CHOICES) expect(query(name, choice).ok).toBe(true)
      expect(query(name, 'very-low,other').ok).toBe(false)
    }
    if (name === 'q') {
      expect(query(name, 'x'.repeat(schema.maxLength ?? 0)).ok).toBe(true)
      expect(query(name, 'x'.repeat((schema.maxLength ?? 0) + 1)).ok).toBe(false)
    }
    if (['chain', 'category', 'ids', 'fields'].includes(name)) {
      expect(type).toBe('string')
      expect(query(name, Array(MAX_NAMES).fill('x')).ok).toBe(true)
      expect(query(name, Array(MAX_NAMES + 1).fill('x')).ok).toBe(false)
    }
  })

  it('have the defaults that are taken', () => {
    const given = parameters.filter(({ schema }) => schema.default !== undefined)
    const said = given.map(({ name, schema }): [string, string] => [name, String(schema.default)])
    expect(said).toHaveLength(4)
    expect(parse(new URLSearchParams(said))).toEqual(parse(new URLSearchParams()))
  })
})

describe('the texts of the endpoints', () => {
  const parameterOf = (id: 'protocols' | 'screener', wanted: string) =>
    ROUTE_DOCUMENTATION[id].parameters.find(({ name }) => name === wanted)

  it('name every choice, limit and maximum', () => {
    const choices = [
      parameterOf('protocols', 'sort_by'),
      parameterOf('protocols', 'sort_dir'),
      parameterOf('screener', 'sort'),
      parameterOf('screener', 'order'),
    ].map((parameter) => parameter?.schema.enum)
    expect(choices).toEqual([
      [...LIST_SORTS],
      [...DIRECTIONS],
      [...SCREENER_SORTS],
      [...DIRECTIONS],
    ])
    const levels = LEVEL_CHOICES.map((level) => `\`${level}\``).join(', ')
    expect(parameterOf('screener', 'level')?.description).toContain(`one or more of ${levels},`)
    expect(parameterOf('screener', 'chain')?.description).toContain(`Up to ${MAX_NAMES} comma`)
    const rows = ROUTE_DOCUMENTATION.changes.parameters.find(({ name }) => name === 'limit')?.schema
    const isRead = (limit: number) =>
      parseChangesQuery(new URLSearchParams({ limit: `${limit}` })).ok
    const { minimum = 0, maximum = 0 } = rows ?? {}
    expect([minimum, maximum, minimum - 1, maximum + 1].map(isRead)).toEqual([
      true,
      true,
      false,
      false,
    ])
    const { description } = ROUTE_DOCUMENTATION.health
    expect(description).toContain(`but its own: ${HEALTH_A_MINUTE} requests a minute`)
  })

  it('have a tag that is described', () => {
    const tags = createOpenApi('3.1.1', '0.0.0').tags.map(({ name }) => name)
    for (const { tag } of Object.values(ROUTE_DOCUMENTATION)) expect(tags).toContain(tag)
  })
})

function responsesOf(document: OpenApi): { status: string; response: ResponseObject }[] {
  const operations: Operation[] = Object.values(document.paths).map(({ get }) => get)
  return operations.flatMap(({ responses }) =>
    Object.entries(responses).flatMap(([status, part]) => {
      const name = '$ref' in part ? part.$ref.split('/').at(-1) : undefined
      const response = '$ref' in part ? document.components.responses[name ?? ''] : part
      return response ? [{ status, response }] : []
    }),
  )
}

function at(document: object, reference: string): unknown {
  return reference
    .slice(2)
    .split('/')
    .reduce<unknown>((part, name) => Object(part)[name.replaceAll('~1', '/')], document)
}

describe('the parameters of the search, as described', () => {
  const parameters = ROUTE_DOCUMENTATION.search.parameters
  const schemaOf = (name: string) => parameters.find((each) => each.name === name)?.schema ?? {}
  const read = (search: string) => parseSearchQuery(new URLSearchParams(search))

  it('are those that are read, with their limits and defaults', () => {
    expect(parameters.map(({ name }) => name)).toEqual(['q', 'limit'])
    const { minimum, maximum, default: usual } = schemaOf('limit')
    for (const [limit, ok] of [
      [Number(minimum), true],
      [Number(maximum), true],
      [Number(minimum) - 1, false],
      [Number(maximum) + 1, false],
    ]) {
      expect(read(`q=x&limit=${limit}`).ok, String(limit)).toBe(ok)
    }
    expect(read('q=x')).toMatchObject({ ok: true, value: { q: 'x', limit: usual } })
    const longest = Number(schemaOf('q').maxLength)
    expect(read(`q=${'x'.repeat(longest)}`).ok).toBe(true)
    expect(read(`q=${'x'.repeat(longest + 1)}`).ok).toBe(false)
    expect(read('').ok).toBe(false)
  })
})
