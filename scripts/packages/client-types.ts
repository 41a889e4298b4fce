import { compile, type JSONSchema } from 'json-schema-to-typescript'
import { createSchemas } from '../../src/api/openapi/schemas.ts'
import type { JsonSchema } from '../../src/contract/openapi-document.ts'
import { NOT_IN_PACKAGE, nameOf, REFERENCE } from './type-names.ts'

/** The types of all responses as TypeScript, from the schemas of the OpenAPI document with their descriptions. */
export async function clientTypes(): Promise<string> {
  const definitions = Object.entries(createSchemas('3.1.1'))
    .filter(([name]) => !NOT_IN_PACKAGE.test(name))
    .map(([name, schema]) => [nameOf(name), typeSchema(schema)])
  const root = { title: 'Root', definitions: Object.fromEntries(definitions) }
  const text = await compile(root, 'Root', {
    additionalProperties: false,
    bannerComment: '',
    ignoreMinAndMaxItems: true,
    unreachableDefinitions: true,
  })
  return text
    .replace(/(\n \*)?\n \* This interface was referenced by .*\n \* via the .*/g, '')
    .replace(/export interface Root \{[^}]*\}\n/, '')
    .replace(/\/\*\*\n +\* (.*)\n +\*\//g, '/** $1 */')
}

/** The parts of a schema that make a type. A description beside a reference would make a second type of what it refers to. */
function typeSchema(schema: JsonSchema): JSONSchema {
  return JSON.parse(JSON.stringify(schema), (key, value) => {
    if (key === 'maxItems' || key === 'minItems') return undefined
    if (value?.maxProperties === 0) return { tsType: 'Record<string, never>' }
    if (typeof value?.$ref !== 'string') return value
    const $ref = `#/definitions/${nameOf(value.$ref.slice(REFERENCE.length))}`
    return value.description ? { description: value.description, allOf: [{ $ref }] } : { $ref }
  })
}
