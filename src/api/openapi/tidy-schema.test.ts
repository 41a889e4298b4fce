import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { JsonSchema, OpenApiVersion } from '../../contract/openapi-document.ts'
import { tidySchema } from './tidy-schema.ts'

const part = z.object({ x: z.string() })

/** Schemas as the contract may hold them, each with values that it takes and values that it refuses. */
const CASES: [name: string, schema: z.ZodType, good: unknown[], bad: unknown[]][] = [
  ['a number or null', z.number().min(0).max(10).nullable(), [0, 10, null], [11, '1']],
  ['an enum or null', z.enum(['a', 'b']).nullable(), ['a', null], ['c', 1]],
  ['a schema of its own or null', part.nullable(), [{ x: '' }, null], [{}, 'x']],
  ['only null', z.null(), [null], ['', 0]],
  ['the literal null', z.literal(null), [null], ['', 0]],
  ['true', z.literal(true), [true], [false, null]],
  [
    'one of several objects, or null',
    z
      .discriminatedUnion('t', [
        z.object({ t: z.literal('a') }),
        z.object({ t: z.literal('b'), n: z.number() }),
      ])
      .nullable(),
    [{ t: 'a' }, { t: 'b', n: 1 }, null],
    [{ t: 'b' }, { t: 'c' }],
  ],
  ['a list of values or null', z.array(z.number().nullable()), [[1, null]], [['1'], null]],
  ['a time in UTC', z.iso.datetime(), ['2026-01-01T00:00:00Z'], ['2026-01-01T00:00:00+01:00', '']],
  ['a day or null', z.iso.date().nullable(), ['2026-02-28', null], ['2026-02-30', '2026']],
  ['anything', z.unknown(), [1, null, {}], []],
  ['a closed object', z.strictObject({ x: z.int() }), [{ x: 1 }, { x: 1, more: 2 }], [{ x: 1.5 }]],
]

describe.each(['3.0.3', '3.1.1'] as const)('a tidy schema of OpenAPI %s', (openapi) => {
  it.each(CASES)('takes and refuses what zod does: %s', (_, schema, good, bad) => {
    const check = compile(schema, openapi)
    expect(good.filter((value) => !check(value))).toEqual([])
    expect(bad.filter((value) => check(value))).toEqual([])
  })

  it('holds no limit that only JavaScript has, and lets fields be added at every depth', () => {
    const inner = z.strictObject({ n: z.int(), at: z.iso.datetime() })
    const text = JSON.stringify(tidy(z.strictObject({ list: z.array(inner) }), openapi))
    expect(text).not.toMatch(/additionalProperties|900719925/)
    expect(text).toContain('"pattern":"Z$"')
  })

  it('puts the description before everything else', () => {
    const schema = z.object({ n: z.number().min(0).nullable().describe('A number.') })
    const { properties } = tidy(schema, openapi)
    expect(Object.keys(Object(properties?.n))[0]).toBe('description')
  })
})

function generated(schema: z.ZodType, openapi: OpenApiVersion): JsonSchema {
  const target = openapi === '3.0.3' ? 'openapi-3.0' : 'draft-2020-12'
  const { $schema, ...json } = z.toJSONSchema(schema, { target, io: 'output' })
  return json
}

function tidy(schema: z.ZodType, openapi: OpenApiVersion): JsonSchema {
  return tidySchema(generated(schema, openapi), openapi)
}

function compile(schema: z.ZodType, openapi: OpenApiVersion) {
  const ajv = openapi === '3.0.3' ? new Ajv({ strict: false }) : new Ajv2020({ strict: false })
  addFormats.default(ajv)
  return ajv.compile(tidy(schema, openapi))
}
