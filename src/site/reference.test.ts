import { describe, expect, test } from 'vitest'
import type { JsonSchema } from '../contract/openapi-document.ts'
import { PROBLEMS } from '../contract/problems.ts'
import {
  API,
  commonHeaders,
  describeField,
  exampleRequest,
  referenceOperations,
} from './reference.ts'
import { errorExample, operationsWith } from './reference-errors.ts'
import { fieldRows, typeParts } from './reference-schema.ts'

const words = (schema: Parameters<typeof typeParts>[0]) =>
  typeParts(schema)
    .map(({ text }) => text)
    .join('')

describe('types in words', () => {
  test.each([
    [{ type: 'integer', minimum: 1, maximum: 100 }, 'integer, 1 to 100'],
    [{ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }, 'integer, at least 0'],
    [{ type: ['string', 'null'] }, 'string or null'],
    [
      { anyOf: [{ $ref: '#/components/schemas/RiskLevel' }, { type: 'null' }] },
      'RiskLevel or null',
    ],
    [{ type: 'array', maxItems: 12, items: { type: 'number' } }, 'array of number, at most 12'],
    [{ type: 'string', enum: ['asc', 'desc'] }, '"asc" or "desc"'],
    [{ type: 'boolean', const: true }, 'true'],
    [{ type: 'string', format: 'date' }, 'string, a day'],
  ] as const)('%j', (schema, expected) => {
    expect(words(schema as Parameters<typeof typeParts>[0])).toBe(expected)
  })
})

test('an object without a name of its own is shown with its fields, in a list as well', () => {
  const inner: JsonSchema = {
    type: 'object',
    properties: { b: { type: 'number' } },
    required: ['b'],
  }
  const rows = fieldRows({
    type: 'object',
    properties: { a: { ...inner }, c: { type: 'array', items: { ...inner } } },
    required: ['a'],
  })
  expect(rows.map(({ name, optional }) => [name, optional])).toEqual([
    ['a', false],
    ['a.b', false],
    ['c', true],
    ['c[].b', false],
  ])
})

test('every schema that a type names exists, and every field has a meaning', () => {
  const rows = Object.entries(API.components.schemas).flatMap(([schema, definition]) =>
    fieldRows(definition).map((row) => ({ ...row, schema })),
  )
  const named = rows.flatMap(({ type }) => type.flatMap(({ schema }) => schema ?? []))
  expect(named.filter((name) => !API.components.schemas[name])).toEqual([])
  expect(rows.length).toBeGreaterThan(300)
  const top = rows.filter(({ name }) => !/[.[]/.test(name) && name !== 'data')
  expect(
    top.filter((row) => describeField(row) === '').map(({ schema, name }) => `${schema}.${name}`),
  ).toEqual([])
})

test('an example fills every place in the path and has the key where one is needed', () => {
  for (const operation of referenceOperations()) {
    const { path, headers } = exampleRequest(operation)
    expect(path).not.toMatch(/[{}]/)
    expect(Object.keys(headers)).toEqual(operation.needsKey ? ['X-API-Key'] : [])
  }
})

test('the headers of every response are not repeated at each', () => {
  const common = commonHeaders().map(([name]) => name)
  expect(common).toContain('X-RateLimit-Remaining')
  expect(common).not.toContain('Retry-After')
  const list = referenceOperations().find(({ path }) => path === '/v1/protocols')
  const headersOf = (status: string) =>
    list?.responses.find((each) => each.status === status)?.headers
  expect(headersOf('429')).toEqual(['Retry-After'])
})

test('an error knows its endpoints and has the example of the description', () => {
  expect(operationsWith('PROTOCOL_NOT_FOUND').map(({ path }) => path)).toContain(
    '/v1/protocols/{id}',
  )
  expect(operationsWith('METHOD_NOT_ALLOWED')).toEqual([])
  for (const code of Object.keys(PROBLEMS) as (keyof typeof PROBLEMS)[]) {
    expect(errorExample(code)).toMatchObject({ error: { code, status: PROBLEMS[code].status } })
  }
})
