import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import * as z from 'zod'

/** The schema of arguments with the part of it that agents see. */
export type AnnouncedInput<Schema extends z.ZodObject> = StandardSchemaWithJSON<
  z.input<Schema>,
  z.output<Schema>
>

/**
 * Bounds that the list of tools leaves out, because every agent reads it: a call past them is refused with the bound. Descriptions name those
 * that matter.
 */
const UNNEEDED = ['pattern', 'minimum', 'exclusiveMinimum', 'minLength', 'maxLength', 'minItems']

/** The schema of arguments as `tools/list` shows it. It is written as JSON once. Arguments are checked with the whole of it. */
export function announcedInput<Schema extends z.ZodObject>(schema: Schema): AnnouncedInput<Schema> {
  const { version, vendor, validate } = schema['~standard']
  let written: Record<string, unknown> | undefined
  const asJson = () => {
    written ??= write(schema)
    return written
  }
  return {
    '~standard': {
      ...{ version, vendor, jsonSchema: { input: asJson, output: asJson } },
      validate: (value, options) => validate(withLists(value, asJson()), options),
    },
  }
}

/**
 * The arguments with a single text where a list is wanted as that list, split at commas: many agents send one. A text where a record is
 * wanted is its fields with colons between them, as the API takes it: `lido:0.06`.
 */
function withLists(value: unknown, { properties }: Record<string, unknown>): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const read = (name: string, given: unknown): unknown => {
    const { type, items } = Object(Object(properties)[name])
    if (type !== 'array') return given
    const list = typeof given === 'string' ? given.split(',').map((one) => one.trim()) : given
    const fields = Object.entries(Object(Object(items).properties))
    return Array.isArray(list) ? list.map((one) => recordIn(one, fields)) : given
  }
  return Object.fromEntries(Object.entries(value).map(([name, given]) => [name, read(name, given)]))
}

function recordIn(text: unknown, fields: readonly [string, unknown][]): unknown {
  const parts = typeof text === 'string' ? text.split(':') : []
  if (fields.length === 0 || parts.length !== fields.length) return text
  return Object.fromEntries(
    fields.map(([name, field], at) => [
      name,
      Object(field).type === 'number' ? Number(parts[at]) : parts[at],
    ]),
  )
}

function write(schema: z.ZodObject): Record<string, unknown> {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema }) => {
      for (const name of UNNEEDED) delete jsonSchema[name as keyof typeof jsonSchema]
    },
  })
  return json
}
