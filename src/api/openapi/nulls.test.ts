import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import type { JsonSchema } from '../../contract/openapi-document.ts'
import { createOpenApi } from './create-openapi.ts'
import { settleNulls } from './nulls.ts'

const old = createOpenApi('3.0.3', '0.0.0').components.schemas
const current = createOpenApi('3.1.1', '0.0.0').components.schemas

const INNER = ['properties', 'items', 'required', 'additionalProperties']

/** Paths of every property below a schema, with the property. */
function properties(schema: JsonSchema, path: string): [path: string, property: JsonSchema][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
    if (typeof inner === 'boolean') return []
    const at = `${path}/properties/${name}`
    const own: [string, JsonSchema] = [at, inner]
    return [own, ...properties(inner, at)]
  })
}

/** Every property by its path, as text. */
function textByPath(schemas: Record<string, JsonSchema>): Map<string, string> {
  const all = Object.entries(schemas).flatMap(([name, schema]) =>
    properties(schema, `#/components/schemas/${name}`),
  )
  return new Map(all.map(([path, property]) => [path, JSON.stringify(property)]))
}

/** A schema without what is within an object or a list, which null has not and which takes long to compile. */
function withoutInner(schema: object): string {
  return JSON.stringify(schema, (key, value) => (INNER.includes(key) ? undefined : value))
}

/** Everything below a value that is an object. */
function everySchema(part: unknown): JsonSchema[] {
  if (Array.isArray(part)) return part.flatMap(everySchema)
  return isSchema(part) ? [part, ...Object.values(part).flatMap(everySchema)] : []
}

function isSchema(part: unknown): part is JsonSchema {
  return typeof part === 'object' && part !== null
}

describe('null in the schemas of 3.0', () => {
  it('is beside a type, as 3.0 requires', () => {
    const lost = everySchema(old).filter(({ nullable, type }) => nullable === true && !type)
    expect(lost).toEqual([])
  })

  it('is never an option by itself, which client generators write as no type at all', () => {
    const options = everySchema(old).flatMap(({ anyOf, oneOf, allOf }) => [
      ...(anyOf ?? []),
      ...(oneOf ?? []),
      ...(allOf ?? []),
    ])
    expect(options.length).toBeGreaterThan(10)
    expect(options.filter(({ enum: values }) => values?.every((value) => value === null))).toEqual(
      [],
    )
  })

  it('is taken exactly where 3.1 takes it', () => {
    // The validator knows an exclusive minimum as a number, as 3.1 writes it.
    const numbers: Record<string, JsonSchema> = JSON.parse(
      JSON.stringify(old).replaceAll(
        /"minimum":(\d+),"exclusiveMinimum":true/g,
        '"exclusiveMinimum":$1',
      ),
    )
    const takesNull = [
      [new Ajv({ strict: false }), numbers] as const,
      [new Ajv2020({ strict: false }), current] as const,
    ].map(([ajv, schemas]) => {
      addFormats.default(ajv)
      ajv.addSchema(JSON.parse(withoutInner({ components: { schemas } })), 'api')
      const texts = textByPath(schemas)
      // Properties of the same text are compiled once.
      const known = new Map<string | undefined, unknown>()
      return (path: string) => {
        const text = texts.get(path)?.replaceAll('"#/', '"api#/')
        if (!known.has(text)) {
          known.set(text, ajv.compile(JSON.parse(withoutInner(JSON.parse(text ?? ''))))(null))
        }
        return known.get(text)
      }
    })
    const all = [...textByPath(current).keys()]
    expect(all.length).toBeGreaterThan(200)
    const [in30, in31] = takesNull.map((takes) => all.filter((path) => takes(path)))
    expect(in30).toEqual(in31)
    expect(in31).toContain('#/components/schemas/ProtocolDetail/properties/dimensions')
    expect(in31).not.toContain('#/components/schemas/PositionRisk/properties/riskLevel')
  })

  it('leaves every name of 3.1 as it is', () => {
    expect(Object.keys(old)).toEqual(expect.arrayContaining(Object.keys(current)))
  })
})

describe(settleNulls, () => {
  const maybe = (name: string) => ({ nullable: true, allOf: [{ $ref: `#/s/${name}` }] })
  const always = (name: string) => ({ $ref: `#/s/${name}` })
  const part = { type: 'object' as const }

  it('gives null to a schema that is always referred to with it', () => {
    const a = { properties: { x: { description: 'Why.', ...maybe('B') }, y: maybe('B') } }
    expect(settleNulls({ A: a, B: part })).toEqual({
      A: {
        properties: {
          x: { description: 'Why.', allOf: [always('B')] },
          y: always('B'),
        },
      },
      B: { type: 'object', nullable: true },
    })
  })

  it('gives it a twin where it is referred to without null too', () => {
    const level = { type: 'string' as const, enum: ['low'] }
    const a = { properties: { x: maybe('B'), y: always('B') } }
    expect(settleNulls({ A: a, B: level })).toEqual({
      A: { properties: { x: always('BOrNull'), y: always('B') } },
      B: level,
      BOrNull: { type: 'string', nullable: true, enum: ['low', null] },
    })
  })
})
