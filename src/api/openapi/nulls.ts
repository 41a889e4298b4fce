import type { JsonSchema, Reference } from '../../contract/openapi-document.ts'

/** A reference that may also be null, as zod writes it for 3.0, where it would mean nothing. */
interface NullableReference extends JsonSchema {
  nullable: true
  allOf: [Reference]
}

/**
 * Schemas of 3.0 in which null belongs to the schema that is referred to, since it can stand neither beside a reference
 * nor in an `anyOf` that client generators understand. A schema that is referred to both with and without null gets a
 * twin, `NAMEOrNull`.
 */
export function settleNulls(schemas: Record<string, JsonSchema>): Record<string, JsonSchema> {
  const nullable = new Set<string>()
  const plain = new Set<string>()
  visit(schemas, (schema) => {
    if (isNullableReference(schema)) nullable.add(schema.allOf[0].$ref)
    else if (schema.$ref) plain.add(schema.$ref)
  })
  const settled = structuredClone(schemas)
  visit(settled, (schema) => {
    if (!isNullableReference(schema)) return
    const { $ref } = schema.allOf[0]
    const reference = { $ref: plain.has($ref) ? `${$ref}OrNull` : $ref }
    for (const key of ['nullable', 'allOf']) Reflect.deleteProperty(schema, key)
    // What stands beside a reference is passed over in 3.0.
    Object.assign(schema, Object.keys(schema).length > 0 ? { allOf: [reference] } : reference)
  })
  return Object.fromEntries(
    Object.entries(settled).flatMap(([name, schema]) => {
      const ref = [...nullable].find(($ref) => $ref.endsWith(`/${name}`))
      if (ref === undefined) return [[name, schema]]
      const orNull = withNull(schema)
      return plain.has(ref)
        ? [
            [name, schema],
            [`${name}OrNull`, orNull],
          ]
        : [[name, orNull]]
    }),
  )
}

/** A schema with a type that also takes null. */
export function withNull(schema: JsonSchema): JsonSchema {
  const { enum: values } = schema
  const all = values && !values.includes(null) ? { enum: [...values, null] } : {}
  return { ...schema, nullable: true, ...all }
}

function isNullableReference(schema: JsonSchema): schema is NullableReference {
  const [only, ...others] = schema.allOf ?? []
  return schema.nullable === true && only?.$ref !== undefined && others.length === 0
}

/** Calls `see` with every object in a schema, outer ones first; what lies in a nullable reference was seen with it. */
function visit(part: JsonSchema, see: (schema: JsonSchema) => void): void {
  see(part)
  if (isNullableReference(part)) return
  for (const inner of Object.values(part).flat()) if (isObject(inner)) visit(inner, see)
}

function isObject(part: unknown): part is JsonSchema {
  return typeof part === 'object' && part !== null && !Array.isArray(part)
}
