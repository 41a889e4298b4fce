import { createOpenApi } from '../api/openapi/create-openapi.ts'
import type {
  Header,
  OpenApi,
  Parameter,
  Reference,
  ResponseObject,
} from '../contract/openapi-document.ts'
import { VERSION } from '../contract/version.ts'
import { PUBLIC_TEST_KEY } from '../state/api-key.ts'
import { buildRequest, type ConsoleRequest } from './console-request.ts'
import type { FieldRow } from './reference-schema.ts'

/** The published description of the API, `/openapi-3.1.json`: the reference is made from the same document. */
export const API: OpenApi = createOpenApi('3.1.1', VERSION)

export interface ReferenceResponse {
  status: string
  description: string
  /** Error code; null for a success. */
  code: string | null
  /** Schema of the body; null without a body. */
  schema: string | null
  /** Headers in addition to those of every response. */
  headers: string[]
  example: unknown
}

export interface ReferenceOperation {
  id: string
  href: string
  path: string
  tag: string
  summary: string
  description: string
  /** Whether a key is needed; else it is optional. */
  needsKey: boolean
  parameters: Parameter[]
  responses: ReferenceResponse[]
}

/** Every endpoint in the order of the documentation. */
export function referenceOperations(api: OpenApi = API): ReferenceOperation[] {
  return Object.entries(api.paths).map(([path, { get }]) => ({
    id: get.operationId,
    href: `/docs/api/${kebab(get.operationId)}/`,
    path,
    tag: get.tags[0] ?? '',
    summary: get.summary,
    description: get.description,
    needsKey: get.security.every((scheme) => Object.keys(scheme).length > 0),
    parameters: get.parameters.map((part) => resolved(part, api.components.parameters)),
    responses: Object.entries(get.responses).map(([status, part]) =>
      response(status, resolved(part, api.components.responses), api),
    ),
  }))
}

/** Headers of every response, by name. */
export function commonHeaders(api: OpenApi = API): [string, Header][] {
  return Object.entries(api.components.headers).filter(([name]) => isCommon(name, api))
}

/** The request that an example shows: the address with the parameters that have an example, and the key if one is needed. */
export function exampleRequest({ path, parameters, needsKey }: ReferenceOperation): ConsoleRequest {
  const fields = parameters
    .filter((parameter) => parameter.in !== 'header')
    .map((parameter) => ({ ...parameter, value: exampleOf(parameter) ?? '', required: false }))
  return buildRequest(path, fields, needsKey ? SANDBOX_KEY : '')
}

/** The public key of the sandbox, for examples. */
export const SANDBOX_KEY = PUBLIC_TEST_KEY

/** The example of a parameter as text; null when it has none. */
export function exampleOf({ example, examples }: Parameter): string | null {
  const value = example ?? Object.values(examples ?? {})[0]?.value
  return value === undefined ? null : String(value)
}

function response(status: string, found: ResponseObject, api: OpenApi): ReferenceResponse {
  const media = found.content?.['application/json']
  const [code] = Object.keys(media?.examples ?? {})
  const [ref] = [media?.schema.$ref, media?.schema.allOf?.[0]?.$ref].filter((each) => each)
  return {
    status,
    description: found.description,
    code: Number(status) >= 400 ? (code ?? null) : null,
    schema: ref?.split('/').at(-1) ?? null,
    headers: Object.keys(found.headers).filter((name) => !isCommon(name, api)),
    example: code === undefined ? undefined : media?.examples?.[code]?.value,
  }
}

function isCommon(name: string, api: OpenApi): boolean {
  return Object.values(api.components.responses).every(({ headers }) => name in headers)
}

function resolved<T extends object>(part: T | Reference, components: Record<string, T>): T {
  if (!('$ref' in part)) return part
  const found = components[part.$ref.split('/').at(-1) ?? '']
  if (!found) throw new Error(`The OpenAPI document refers to ${part.$ref}, which it lacks.`)
  return found
}

/** What a field means: its own description, else that of the object it refers to. */
export function describeField({ name, description, type }: FieldRow, api: OpenApi = API): string {
  if (description !== '') return description
  if (name === 'success') return 'Whether the request worked. Errors have `false`.'
  const schema = type.find((part) => part.schema)?.schema
  return (schema && api.components.schemas[schema]?.description) || ''
}

/** `walletScan` as `wallet-scan`. */
export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
