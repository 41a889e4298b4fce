import type * as z from 'zod'
import type { Parameter } from '../../contract/openapi-document.ts'
import type { ProblemCode, ProblemDetails } from '../../contract/problems.ts'

/** The parts of an endpoint's OpenAPI documentation that are not in its `route.ts`. */
export interface RouteDocumentation {
  /** The method of the client library for this endpoint. */
  operationId: string
  tag: 'Protocols' | 'Wallet' | 'Service'
  description: string
  parameters: Parameter[]
  /** Whether it returns 304 when `If-None-Match` still matches. */
  conditional: boolean
  /** Schema of the body of a response with status 200. It needs a name in `openapi/schemas.ts`. */
  schema: z.ZodType
  success: string
  example?: unknown
  /** Problems of this endpoint, in addition to those of every endpoint. */
  problems: readonly ProblemCode[]
  /** Example of the details of `INVALID_REQUEST`. */
  invalid?: ProblemDetails
}
