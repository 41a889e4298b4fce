import { DEPRECATIONS, type Deprecation } from '../../contract/deprecations.ts'
import type {
  OpenApi,
  OpenApiVersion,
  Operation,
  Parameter,
} from '../../contract/openapi-document.ts'
import { PROBLEMS, type ProblemCode } from '../../contract/problems.ts'
import { ROUTES, type RouteMatch } from '../routes/routes.ts'
import { markDeprecated } from './mark-deprecated.ts'
import {
  HEADERS,
  problemDescription,
  responseRef,
  sharedResponses,
  successResponse,
} from './responses.ts'
import { COMMON_PROBLEMS, ROUTE_DOCUMENTATION } from './route-documentation.ts'
import { createSchemas } from './schemas.ts'

type DocumentedRoute = RouteMatch['route']

/** Shared by the routes that may return 304. */
const IF_NONE_MATCH: Parameter = {
  name: 'If-None-Match',
  in: 'header',
  description: '`ETag` of an earlier response. Returns 304 when nothing has changed.',
  schema: { type: 'string' },
}

/** Shared by the routes whose data are of a snapshot. */
const SNAPSHOT: Parameter = {
  name: 'snapshot',
  in: 'query',
  description:
    'Only from this snapshot, as `X-Snapshot` or `meta.snapshot` names it. Returns 410 `SNAPSHOT_GONE` when another is published.',
  schema: { type: 'string', pattern: '^[\\w.-]{1,100}$' },
}

const KEY_SCHEME = 'ApiKey'

const ABOUT = `A risk score for every DeFi protocol: one composite and six dimensions, 0 to 10, lower is safer.

Scores are numbers from 0 to 10, amounts are in US dollars, times are ISO 8601 in UTC. Null means that a value is unknown or does not apply; it never means zero. New fields may be added within \`/v1\`.

Every endpoint accepts GET, HEAD, and OPTIONS for CORS; any other method returns 405 \`METHOD_NOT_ALLOWED\`. Send an API key in the header \`X-API-Key\`; keys that begin with \`dpk_test_\` read an invented data set of the same shape. An unknown path returns 404 \`NOT_FOUND\`.`

/** The OpenAPI description of the service at a version of it. Pure: the same version gives the same document. */
export function createOpenApi(
  openapi: OpenApiVersion,
  version: string,
  deprecations: readonly Deprecation[] = DEPRECATIONS,
): OpenApi {
  return markDeprecated(describe(openapi, version), deprecations)
}

function describe(openapi: OpenApiVersion, version: string): OpenApi {
  return {
    openapi,
    info: {
      title: 'Plimsoll',
      version,
      description: ABOUT,
      license: { name: 'MIT', url: 'https://spdx.org/licenses/MIT.html' },
    },
    servers: [{ url: '/', description: 'The host that serves this description.' }],
    tags: [
      { name: 'Protocols', description: 'Scores of protocols.' },
      { name: 'Dependencies', description: 'What stands on what, and what a failure costs.' },
      { name: 'Wallet', description: 'Positions of a wallet and their risk.' },
      { name: 'Service', description: 'Health of the service and usage of the calling key.' },
    ],
    paths: Object.fromEntries(ROUTES.map((route) => [route.path, { get: operation(route) }])),
    components: {
      securitySchemes: {
        [KEY_SCHEME]: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description: 'An API key: `dpk_live_` for real data, `dpk_test_` for the sandbox.',
        },
      },
      parameters: { [IF_NONE_MATCH.name]: IF_NONE_MATCH, [SNAPSHOT.name]: SNAPSHOT },
      headers: HEADERS,
      schemas: createSchemas(openapi),
      responses: sharedResponses(sharedProblems()),
    },
  }
}

/** The published descriptions, by their path below the published folder. Deterministic. */
export function openApiDocuments(version: string): { path: string; body: string }[] {
  const written = (openapi: OpenApiVersion) =>
    `${JSON.stringify(createOpenApi(openapi, version), null, 2)}\n`
  return [
    { path: 'openapi.json', body: written('3.0.3') },
    { path: 'openapi-3.1.json', body: written('3.1.1') },
  ]
}

function operation(route: DocumentedRoute): Operation {
  const text = ROUTE_DOCUMENTATION[route.id]
  const { operationId, tag, conditional, parameters } = text
  const notes = route.auth === 'optional' ? ' An API key is optional and raises the limits.' : ''
  return {
    operationId,
    summary: route.summary,
    description: `${text.description}${notes}`,
    tags: [tag],
    security: route.auth === 'optional' ? [{}, { [KEY_SCHEME]: [] }] : [{ [KEY_SCHEME]: [] }],
    parameters: [
      ...parameters,
      ...(route.ofSnapshot ? [{ $ref: `#/components/parameters/${SNAPSHOT.name}` }] : []),
      ...(conditional ? [{ $ref: `#/components/parameters/${IF_NONE_MATCH.name}` }] : []),
    ],
    responses: responses(route),
  }
}

function responses(route: DocumentedRoute): Operation['responses'] {
  const text = ROUTE_DOCUMENTATION[route.id]
  const { schema, success, conditional, example, problems, invalid } = text
  const ok = successResponse(schema, {
    description: success,
    conditional,
    ofSnapshot: route.ofSnapshot,
    example,
  })
  const gone = route.ofSnapshot ? (['SNAPSHOT_GONE'] as const) : []
  const codes = [...problems, ...gone, ...COMMON_PROBLEMS]
  const errors = codes.map((code) => [
    PROBLEMS[code].status,
    code === 'INVALID_REQUEST' && invalid ? problemDescription(code, invalid) : responseRef(code),
  ])
  return {
    200: ok,
    ...(conditional ? { 304: responseRef('NOT_MODIFIED') } : {}),
    ...Object.fromEntries(errors),
  }
}

/** Problems that endpoints refer to, by status. */
function sharedProblems(): ProblemCode[] {
  const used = new Set<ProblemCode>(['SNAPSHOT_GONE', ...COMMON_PROBLEMS])
  for (const { problems } of Object.values(ROUTE_DOCUMENTATION))
    for (const code of problems) used.add(code)
  return [...used].sort((a, b) => PROBLEMS[a].status - PROBLEMS[b].status)
}
