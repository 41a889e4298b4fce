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
import { schemaRef } from './schemas.ts'

const COUNT = { type: 'integer', minimum: 0 } as const
const FIELD_LIST = { type: 'string', minLength: 1 } as const

/** Every documented header, by name. A required one is present in each response that lists it. */
export const HEADERS = {
  'X-RateLimit-Limit': {
    description: 'Requests that the plan allows per day.',
    required: true,
    schema: COUNT,
    example: 1_000,
  },
  'X-RateLimit-Remaining': {
    description: 'Requests that remain in the current UTC day.',
    required: true,
    schema: COUNT,
    example: 999,
  },
  'X-RateLimit-Reset': {
    description: 'When the daily limit resets, in Unix seconds.',
    required: true,
    schema: COUNT,
    example: 1_767_312_000,
  },
  'X-RateLimit-Burst-Limit': {
    description: 'Requests that the plan allows per minute.',
    required: true,
    schema: COUNT,
    example: 60,
  },
  'X-RateLimit-Burst-Remaining': {
    description: 'Requests that remain in the current minute.',
    required: true,
    schema: COUNT,
    example: 59,
  },
  'RateLimit-Policy': {
    description: 'Both limits, in the format of the IETF draft on rate-limit headers.',
    required: true,
    schema: FIELD_LIST,
    example: '"minute";q=60;w=60, "day";q=1000;w=86400',
  },
  RateLimit: {
    description: 'Requests that remain under both limits, and the seconds until each resets.',
    required: true,
    schema: FIELD_LIST,
    example: '"minute";r=59;t=42, "day";r=999;t=53142',
  },
  'X-Request-Id': {
    description: 'Identifier of the request. Quote it when you report a fault.',
    required: true,
    schema: { type: 'string', minLength: 1 },
    example: 'req_4f1c9a7e2b',
  },
  'Cache-Control': {
    description: 'Whether and for how long the response may be cached.',
    required: true,
    schema: { type: 'string', minLength: 1 },
    example: 'private, max-age=60',
  },
  ETag: {
    description: 'Identifies this version of the response. Send it back in `If-None-Match`.',
    required: true,
    schema: { type: 'string', pattern: '^(W/)?"[^"]*"$' },
    example: '"5f1f2f8b1c0d4e6a9b7c3d2e1f0a9b8c"',
  },
  'Retry-After': {
    description: 'Seconds to wait before the next attempt.',
    required: true,
    schema: COUNT,
    example: 42,
  },
  'X-Ignored-Parameters': {
    description: 'Names of ignored query parameters, percent-encoded.',
    required: false,
    schema: { type: 'string', minLength: 1 },
    example: 'colour, perPage',
  },
} as const satisfies Record<string, Header>

type HeaderName = keyof typeof HEADERS

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
  options: { description: string; conditional: boolean; example?: unknown },
): ResponseObject {
  const { description, conditional, example } = options
  const media: MediaType = { schema: schemaRef(schema) }
  if (example !== undefined) media.examples = { success: { value: example } }
  return {
    description,
    headers: headerRefs(...(conditional ? (['ETag'] as const) : []), 'X-Ignored-Parameters'),
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
