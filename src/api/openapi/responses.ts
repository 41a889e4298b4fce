import type * as z from 'zod'
import type {
  Header,
  JsonSchema,
  MediaType,
  Reference,
  ResponseObject,
} from '../../contract/openapi-document.ts'
import {
  errorBody,
  errorPage,
  PROBLEMS,
  type ProblemCode,
  type ProblemDetails,
} from '../../contract/problems.ts'
import { errorDocument } from '../../contract/responses.ts'
import headers from './headers.json' with { type: 'json' }
import { schemaRef } from './schemas.ts'

type HeaderName = keyof typeof headers

/** Every documented header, by name. A required one is present in each response that lists it. */
export const HEADERS = headers as Record<HeaderName, Header>

const ON_EVERY_RESPONSE: HeaderName[] = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-RateLimit-Burst-Limit',
  'X-RateLimit-Burst-Remaining',
  'RateLimit-Policy',
  'RateLimit',
  'X-Request-Id',
  'Cache-Control',
]

/** Problems with a `Retry-After` header. */
const RETRY_LATER = new Set<ProblemCode>(['RATE_LIMIT_EXCEEDED', 'DATA_UNAVAILABLE'])

const NOT_MODIFIED: ResponseObject = {
  description: 'Nothing has changed since the response whose `ETag` is in `If-None-Match`.',
  headers: headerRefs('ETag', 'X-Ignored-Parameters'),
}

/** A 200 response. `example` is left out where one would be too long to read. */
export function successResponse(
  schema: z.ZodType,
  options: { description: string; conditional: boolean; ofSnapshot: boolean; example?: unknown },
): ResponseObject {
  const { description, conditional, ofSnapshot, example } = options
  const media: MediaType = { schema: schemaRef(schema) }
  if (example !== undefined) media.examples = { success: { value: example } }
  return {
    description,
    headers: headerRefs(
      ...(conditional ? (['ETag'] as const) : []),
      ...(ofSnapshot ? (['X-Snapshot'] as const) : []),
      'X-Ignored-Parameters',
      'Deprecation',
      'Sunset',
    ),
    content: { 'application/json': media },
  }
}

/** One error of the closed list: its envelope, narrowed to its code and status, with an example. */
export function problemDescription(code: ProblemCode, details?: ProblemDetails): ResponseObject {
  const { status, message } = PROBLEMS[code]
  const only: JsonSchema = {
    type: 'object',
    properties: {
      error: {
        type: 'object',
        properties: {
          code: { type: 'string', enum: [code] },
          message: { type: 'string' },
          status: { type: 'integer', enum: [status] },
          details: { type: 'object' },
          documentation: { type: 'string', enum: [errorPage(code)] },
        },
      },
    },
  }
  return {
    description: message,
    headers: headerRefs(...(RETRY_LATER.has(code) ? (['Retry-After'] as const) : [])),
    content: {
      'application/json': {
        schema: { allOf: [schemaRef(errorDocument), only] },
        examples: { [code]: { value: errorBody(code, undefined, details) } },
      },
    },
  }
}

/** `components.responses`: 304, and a response for each of these problems. */
export function sharedResponses(codes: readonly ProblemCode[]): Record<string, ResponseObject> {
  const problems = codes.map((code) => [code, problemDescription(code)])
  return { NOT_MODIFIED, ...Object.fromEntries(problems) }
}

/** A reference to one of the shared responses. */
export function responseRef(name: ProblemCode | 'NOT_MODIFIED'): Reference {
  return { $ref: `#/components/responses/${name}` }
}

/** References to the headers of every response, and to these. */
export function headerRefs(...more: HeaderName[]): Record<string, Reference> {
  const names = [...ON_EVERY_RESPONSE, ...more]
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
