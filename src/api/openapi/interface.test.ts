import { describe, expect, it } from 'vitest'
import type { JsonSchema } from '../../contract/openapi-document.ts'
import { createOpenApi } from './create-openapi.ts'
// The field tables of the interface, written out again: `?` after a name that may be left out, and after a type that may be null.
import INTERFACE from './interface.json' with { type: 'json' }

describe('the description keeps the interface', () => {
  const { schemas } = createOpenApi('3.1.1', '0.0.0').components

  it.each(Object.entries(INTERFACE))('in every field of %s', (name, fields) => {
    expect(fieldsOf(schemas[name] ?? {})).toMatchObject(fields)
  })
})

interface Fields {
  [field: string]: string | Fields
}

function fieldsOf({ properties = {}, required = [] }: JsonSchema): Fields {
  const found = Object.entries(properties).map(([field, property]) => [
    required.includes(field) ? field : `${field}?`,
    typeof property === 'object' && property.properties ? fieldsOf(property) : typeOf(property),
  ])
  return Object.fromEntries(found)
}

/** The type of a field in the interface's words, with its limits. */
function typeOf(property: boolean | JsonSchema | undefined): string {
  if (typeof property !== 'object') return 'anything'
  const { $ref, enum: values, anyOf, format, pattern, items } = property
  const types = [property.type ?? []].flat()
  const nullable = [...types, ...(anyOf ?? []).map(({ type }) => type)].includes('null') ? '?' : ''
  if (anyOf)
    return (
      anyOf
        .filter(({ type }) => type !== 'null')
        .map(typeOf)
        .join(' or ') + nullable
    )
  if ($ref) return $ref.split('/').at(-1) ?? ''
  if (values) return values.join('|')
  const limits = [
    [property.minimum, property.maximum],
    [property.minLength, property.maxLength],
    [property.minItems, property.maxItems],
  ].flatMap(([least, most]) =>
    (least ?? most) === undefined ? [] : `${least ?? ''}..${most ?? ''}`,
  )
  const [type] = types
  const list = type === 'array' && !Array.isArray(items) ? `list of (${typeOf(items)})` : type
  return [list, ...limits, format ?? pattern ?? []].flat().join(' ') + nullable
}
