import type { JsonSchema, OpenApiVersion } from '../../contract/openapi-document.ts'
import { withNull } from './nulls.ts'

/** The type null, in a form of 3.0 that validators accept. */
const NULL_30: JsonSchema = { type: 'string', nullable: true, enum: [null] }

/**
 * Prepares a schema from zod for publication: responses may gain fields, limits that only JavaScript has are removed, and
 * null is written for 3.0 so that validators accept it (for references see `settleNulls`).
 */
export function tidySchema(schema: JsonSchema, openapi: OpenApiVersion): JsonSchema {
  const own = withoutLimitsOfCode(withChildren(schema, (inner) => tidySchema(inner, openapi)))
  return describedFirst(openapi === '3.0.3' ? spellNull(own) : own)
}

/** Puts the description before the limits, for readers. */
function describedFirst(schema: JsonSchema): JsonSchema {
  const { description, ...rest } = schema
  return description === undefined ? schema : { description, ...rest }
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
  // The formats mean the same as zod's long patterns, except for the time zone.
  if (own.format === 'date') delete own.pattern
  if (own.format === 'date-time') own.pattern = 'Z$'
  return own
}

function spellNull(schema: JsonSchema): JsonSchema {
  if (schema.type === 'null') return NULL_30
  if (!schema.nullable) return schema
  const { nullable: _, ...rest } = schema
  const choice = rest.anyOf ? 'anyOf' : 'oneOf'
  const [first, ...others] = rest[choice] ?? []
  if (!first) return schema.type ? withNull(schema) : schema
  // It is enough that one of the alternatives allows null.
  const nullable: JsonSchema = first.$ref ? { nullable: true, allOf: [first] } : withNull(first)
  return { ...(rest.type ? withNull(rest) : rest), [choice]: [nullable, ...others] }
}
