import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { createOpenApi } from '../../api/openapi/create-openapi.ts'
import { headerRefs, problemDescription } from '../../api/openapi/responses.ts'
import { COMMON_PROBLEMS } from '../../api/openapi/route-documentation.ts'
import { ROUTES, type RouteId } from '../../api/routes/routes.ts'
import type {
  Header,
  JsonSchema,
  OpenApi,
  Reference,
  ResponseObject,
} from '../../contract/openapi-document.ts'
import { PROBLEMS, type ProblemCode } from '../../contract/problems.ts'
import { parseJson } from '../../domain/json.ts'

/**
 * Everything in which a response breaks the description; empty when it keeps it. `routeId` is null for a path that no
 * route has. `body` is the text as it was received, after decompression; null or empty without one.
 */
export type ValidateResponse = (
  routeId: RouteId | null,
  status: number,
  headers: HeadersInit,
  body: string | null,
  method?: string,
) => string[]

/** Problems of requests that the description does not know: a path without a route, a method without an operation. */
const NO_ROUTE: ProblemCode[] = [...COMMON_PROBLEMS, 'NOT_FOUND']
const NO_OPERATION: ProblemCode[] = [...COMMON_PROBLEMS, 'METHOD_NOT_ALLOWED']

const PREFLIGHT: ResponseObject = {
  description: 'What may be sent.',
  headers: headerRefs(),
}

/** Compiles an OpenAPI 3.1 document into a check of responses. */
export function createConformance(document: OpenApi): ValidateResponse {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  const compiled = new Map<JsonSchema, ValidateFunction>()
  const faults = (schema: JsonSchema, value: unknown, where: string): string[] => {
    const check =
      compiled.get(schema) ?? ajv.compile({ ...schema, components: document.components })
    compiled.set(schema, check)
    check(value)
    return (check.errors ?? []).map(
      ({ instancePath, message, params }) =>
        `${where}${instancePath} ${message} ${JSON.stringify(params)}`,
    )
  }
  const described = describedResponses(document)
  return (routeId, status, init, body, method = 'GET') => {
    const response = described(routeId, status, method)
    if (!response)
      return [`status ${status} is not described for ${method} ${routeId ?? 'no route'}`]
    const headers = new Headers(init)
    return [
      ...headerFaults(document, response, headers, faults),
      ...bodyFaults(response, headers, method === 'HEAD', body, faults),
    ]
  }
}

let current: ValidateResponse | undefined

/** Checks a response against the description that this code publishes. Compiled at the first call. */
export const validateResponse: ValidateResponse = (...exchange) => {
  current ??= createConformance(createOpenApi('3.1.1', '0.0.0'))
  return current(...exchange)
}

type Faults = (schema: JsonSchema, value: unknown, where: string) => string[]

function describedResponses(
  document: OpenApi,
): (routeId: RouteId | null, status: number, method: string) => ResponseObject | undefined {
  const problems = new Map<ProblemCode, ResponseObject>()
  const oneOf = (codes: ProblemCode[], status: number) => {
    const code = codes.find((candidate) => PROBLEMS[candidate].status === status)
    if (!code) return undefined
    const response = problems.get(code) ?? problemDescription(code)
    problems.set(code, response)
    return response
  }
  return (routeId, status, method) => {
    const path = ROUTES.find(({ id }) => id === routeId)?.path
    if (method === 'OPTIONS' && status === 204) return PREFLIGHT
    if (method !== 'GET' && method !== 'HEAD') return oneOf(NO_OPERATION, status)
    if (path === undefined) return oneOf(NO_ROUTE, status)
    const response = document.paths[path]?.get.responses[status]
    return response && resolve(document.components.responses, response)
  }
}

function resolve<T extends object>(shared: Record<string, T>, part: T | Reference): T | undefined {
  return '$ref' in part ? shared[part.$ref.slice(part.$ref.lastIndexOf('/') + 1)] : part
}

function headerFaults(
  document: OpenApi,
  response: ResponseObject,
  headers: Headers,
  faults: Faults,
): string[] {
  const found = Object.entries(response.headers).flatMap(([name, reference]) => {
    const header = resolve<Header>(document.components.headers, reference)
    if (!header) return [`header ${name} is described nowhere`]
    const text = headers.get(name)
    if (text === null) return header.required ? [`header ${name} is missing`] : []
    const value = header.schema.type === 'integer' && /^\d+$/.test(text) ? Number(text) : text
    return faults(header.schema, value, `header ${name}`)
  })
  // A client that sees it waits, so it may not stand where waiting does not help (interface, "Limits").
  const waits = headers.has('Retry-After') && !('Retry-After' in response.headers)
  return waits ? [...found, 'header Retry-After is not described for this status'] : found
}

function bodyFaults(
  response: ResponseObject,
  headers: Headers,
  isHead: boolean,
  body: string | null,
  faults: Faults,
): string[] {
  const { content } = response
  if (!content || isHead) return body ? ['a body is there, and none may be'] : []
  const type = headers.get('Content-Type') ?? ''
  const media = content[type.split(';', 1)[0]?.trim().toLowerCase() ?? '']
  if (!media) return [`content type "${type}" is not described`]
  const document = parseJson(body ?? '')
  return document === undefined ? ['the body is not JSON'] : faults(media.schema, document, 'body')
}
