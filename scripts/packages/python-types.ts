import { createSchemas } from '../../src/api/openapi/schemas.ts'
import type { JsonSchema } from '../../src/contract/openapi-document.ts'
import { NOT_IN_PACKAGE, nameOf, REFERENCE } from './type-names.ts'

const HEAD = `# What the methods of the client return, from the OpenAPI document of the service. For type checkers only: at run time these are plain
# dictionaries and lists.
from typing import Dict, List, Literal, Union

from typing_extensions import NotRequired, TypedDict

`

const PLAIN: Record<string, string> = {
  string: 'str',
  number: 'float',
  integer: 'int',
  boolean: 'bool',
  null: 'None',
}

/** The types of all responses as a stub of Python, from the schemas of the OpenAPI document. */
export function pythonTypes(): string {
  const lines: string[] = []
  for (const [name, schema] of Object.entries(createSchemas('3.1.1'))) {
    if (NOT_IN_PACKAGE.test(name)) continue
    const type = typeOf(nameOf(name), schema, lines)
    if (type !== nameOf(name)) lines.push(`${nameOf(name)} = ${type}`)
  }
  return `${HEAD}${lines.join('\n')}\n`
}

/** The type of a schema. An object becomes a type of its own, added to the lines, with the name of where it is. */
function typeOf(name: string, schema: JsonSchema, lines: string[]): string {
  const { $ref, anyOf, oneOf, type, items, properties, additionalProperties } = schema
  if (typeof $ref === 'string') return nameOf($ref.slice(REFERENCE.length))
  if ('const' in schema) return literal([schema.const])
  if (Array.isArray(schema.enum)) return literal(schema.enum)
  const choices = anyOf ?? oneOf
  if (Array.isArray(choices)) {
    const of = choices.map((one, at) => typeOf(at === 0 ? name : `${name}_${at + 1}`, one, lines))
    return union(of)
  }
  if (Array.isArray(type)) {
    return union(type.map((one) => typeOf(name, { ...schema, type: one }, lines)))
  }
  if (type === 'array') return `List[${typeOf(`${name}_row`, Object(items), lines)}]`
  if (type !== 'object') return PLAIN[String(type)] ?? 'object'
  if (!properties) {
    const values = Object(additionalProperties)
    return `Dict[str, ${Object.keys(values).length > 0 ? typeOf(`${name}_value`, values, lines) : 'object'}]`
  }
  const required = new Set(Array.isArray(schema.required) ? schema.required : [])
  const fields = Object.entries(properties).map(([key, property]) => {
    const field: JsonSchema = Object(property)
    const of = typeOf(`${name}_${key}`, field, lines)
    return `    ${JSON.stringify(key)}: ${required.has(key) ? of : `NotRequired[${of}]`},\n`
  })
  lines.push(`${name} = TypedDict("${name}", {\n${fields.join('')}})`)
  return name
}

function literal(values: readonly unknown[]): string {
  const words = values.map((value) => {
    if (value === null) return 'None'
    if (typeof value === 'boolean') return value ? 'True' : 'False'
    return JSON.stringify(value)
  })
  return `Literal[${words.join(', ')}]`
}

function union(types: string[]): string {
  const [only, ...others] = new Set(types)
  return others.length === 0 ? String(only) : `Union[${[only, ...others].join(', ')}]`
}
