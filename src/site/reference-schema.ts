import type { JsonSchema } from '../contract/openapi-document.ts'

/** A part of a type in words: text, or the name of a schema that has a table of its own. */
export interface TypePart {
  text: string
  schema?: string
}

/** One field of an object, for a table. Fields of an object without a name of its own follow it with a dot in their names. */
export interface FieldRow {
  name: string
  type: TypePart[]
  /** Whether it may be absent. */
  optional: boolean
  description: string
}

type Inner = boolean | JsonSchema | undefined

const REF = '#/components/schemas/'

/** A type in words: `integer, 1 to 100`, `array of ProtocolSummary`, `string or null`. Schemas are of OpenAPI 3.1. */
export function typeParts(schema: Inner): TypePart[] {
  if (typeof schema !== 'object') return [{ text: 'anything' }]
  if (schema.$ref) return [{ text: nameOf(schema.$ref), schema: nameOf(schema.$ref) }]
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return joined(choices.map(typeParts), ' or ')
  if (schema.allOf?.[0]) return typeParts(schema.allOf[0])
  if (schema.const !== undefined) return [{ text: JSON.stringify(schema.const) }]
  if (schema.enum)
    return joined(
      schema.enum.map((value) => [{ text: JSON.stringify(value) }]),
      ' or ',
    )
  if (schema.type === 'array') {
    const items = Array.isArray(schema.items) ? schema.items[0] : schema.items
    const most = schema.maxItems === undefined ? '' : `, at most ${schema.maxItems}`
    return [{ text: 'array of ' }, ...typeParts(items), ...(most ? [{ text: most }] : [])]
  }
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? 'anything']
  return [{ text: `${types.join(' or ')}${limits(schema)}` }]
}

/** The fields of an object, with those of objects inside it that have no name of their own. */
export function fieldRows(schema: Inner, prefix = ''): FieldRow[] {
  if (typeof schema !== 'object') return []
  const required = new Set(schema.required ?? [])
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]): FieldRow[] => {
    const full = `${prefix}${name}`
    const row = {
      name: full,
      type: typeParts(inner),
      optional: !required.has(name),
      description: typeof inner === 'object' ? (inner.description ?? '') : '',
    }
    return [row, ...innerRows(inner, full)]
  })
}

function innerRows(schema: Inner, name: string): FieldRow[] {
  if (typeof schema !== 'object' || schema.$ref) return []
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.flatMap((choice) => innerRows(choice, name))
  if (schema.type === 'array' && typeof schema.items === 'object' && !Array.isArray(schema.items)) {
    return innerRows(schema.items, `${name}[]`)
  }
  return fieldRows(schema, `${name}.`)
}

function limits({ minimum, maximum, minLength, maxLength, format }: JsonSchema): string {
  const isLarge = maximum !== undefined && maximum >= Number.MAX_SAFE_INTEGER
  if (minimum !== undefined && maximum !== undefined && !isLarge)
    return `, ${minimum} to ${maximum}`
  if (minimum !== undefined) return `, at least ${minimum}`
  if (maximum !== undefined && !isLarge) return `, at most ${maximum}`
  if (format === 'date') return ', a day'
  if (format === 'date-time') return ', an instant in UTC'
  if (maxLength !== undefined) return `, at most ${maxLength} characters`
  return minLength === 1 ? ', not empty' : ''
}

function nameOf(reference: string): string {
  return reference.replace(REF, '')
}

function joined(lists: TypePart[][], separator: string): TypePart[] {
  return lists.flatMap((parts, index) => (index === 0 ? parts : [{ text: separator }, ...parts]))
}
