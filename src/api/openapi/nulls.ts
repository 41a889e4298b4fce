import type { JsonSchema, Reference } from '../../contract/openapi-document.ts'

/** A nullable reference as zod writes it for 3.0, where `nullable` beside `allOf` has no effect. */
interface NullableReference extends JsonSchema {
  nullable: true
  allOf: [Reference]
}

/**
 * Moves null from references to the referenced schemas, for 3.0: null is allowed neither beside a reference nor in an `anyOf`
 * that client generators understand. A schema that is referenced both with and without null gets a copy, `NAMEOrNull`.
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
    // 3.0 ignores properties beside a reference.
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

/** A schema with a type that also allows null. */
export function withNull(schema: JsonSchema): JsonSchema {
  const { enum: values } = schema
  const all = values && !values.includes(null) ? { enum: [...values, null] } : {}
  return { ...schema, nullable: true, ...all }
}

function isNullableReference(schema: JsonSchema): schema is NullableReference {
  const [only, ...others] = schema.allOf ?? []
  return schema.nullable === true && only?.$ref !== undefined && others.length === 0
}

/** Calls `see` with every object in a schema, outer ones first. Does not descend into a nullable reference. */
function visit(part: JsonSchema, see: (schema: JsonSchema) => void): void {
  see(part)
  if (isNullableReference(part)) return
  for (const inner of Object.values(part).flat()) if (isObject(inner)) visit(inner, see)
}

function isObject(part: unknown): part is JsonSchema {
  return typeof part === 'object' && part !== null && !Array.isArray(part)
}
