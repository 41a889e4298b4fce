import type { JsonSchema, OpenApiVersion, Reference } from './openapi-document.ts'

/** The one value null, as 3.0 can say it so that validators accept it. */
const NULL_30: JsonSchema = { type: 'string', nullable: true, enum: [null] }

/**
 * A schema as zod writes it, made fit to publish: responses may gain fields, limits that only JavaScript has go, and
 * null is spelled in 3.0 so that validators agree on it. `named` holds, by their JSON, enums that have a schema of their own.
 */
export function tidySchema(
  schema: JsonSchema,
  openapi: OpenApiVersion,
  named: Map<string, Reference>,
): JsonSchema {
  const child = (inner: JsonSchema): JsonSchema => {
    const reference = named.get(JSON.stringify(inner.enum))
    if (!reference) return tidySchema(inner, openapi, named)
    return inner.nullable ? { anyOf: [reference, NULL_30] } : reference
  }
  const own = withoutLimitsOfCode(withChildren(schema, child))
  return openapi === '3.0.3' ? spellNull(own) : own
}

function withChildren(schema: JsonSchema, child: (inner: JsonSchema) => JsonSchema): JsonSchema {
  const own = { ...schema }
  const any = (inner: boolean | JsonSchema) => (typeof inner === 'boolean' ? inner : child(inner))
  if (own.properties) {
    const entries = Object.entries(own.properties)
    own.properties = Object.fromEntries(entries.map(([name, inner]) => [name, any(inner)]))
  }
  if (own.items !== undefined && !Array.isArray(own.items)) own.items = any(own.items)
  if (own.additionalProperties !== undefined) {
    own.additionalProperties = any(own.additionalProperties)
  }
  if (own.anyOf) own.anyOf = own.anyOf.map(child)
  if (own.oneOf) own.oneOf = own.oneOf.map(child)
  if (own.allOf) own.allOf = own.allOf.map(child)
  return own
}

function withoutLimitsOfCode(schema: JsonSchema): JsonSchema {
  const own = { ...schema }
  const { additionalProperties: more } = own
  if (more === false || (typeof more === 'object' && Object.keys(more).length === 0)) {
    delete own.additionalProperties
  }
  if (own.maximum === Number.MAX_SAFE_INTEGER) delete own.maximum
  if (own.minimum === Number.MIN_SAFE_INTEGER) delete own.minimum
  // The formats say the same as zod's long patterns, but for the time zone.
  if (own.format === 'date') delete own.pattern
  if (own.format === 'date-time') own.pattern = 'Z$'
  return own
}

function spellNull(schema: JsonSchema): JsonSchema {
  if (schema.type === 'null') return NULL_30
  if (!schema.nullable) return schema
  if (schema.type) {
    const values = schema.enum
    return values && !values.includes(null) ? { ...schema, enum: [...values, null] } : schema
  }
  const { nullable: _, description, ...rest } = schema
  const [only, ...others] = rest.allOf ?? []
  // A reference may not have anything beside it in 3.0.
  const value = only?.$ref && others.length === 0 ? only : rest
  return { ...(description ? { description } : {}), anyOf: [value, NULL_30] }
}
