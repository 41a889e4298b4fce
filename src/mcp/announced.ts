import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import * as z from 'zod'

/** A schema with the part of it that agents see. */
export type AnnouncedSchema<Schema extends z.ZodObject> = StandardSchemaWithJSON<
  z.input<Schema>,
  z.output<Schema>
>

/** The schema of arguments, with all of it. It is written as JSON once, because every agent asks for the list of tools. */
export function announcedInput<Schema extends z.ZodObject>(
  schema: Schema,
): AnnouncedSchema<Schema> {
  return announce(schema, () => z.toJSONSchema(schema, { io: 'input' }))
}

/**
 * The schema of a result as `tools/list` shows it: types and names, without the patterns, bounds and inner descriptions of the contract. Every
 * agent reads the list, and the whole of it would be 15,000 tokens. Results are still checked with the schema itself.
 */
export function announcedOutput<Schema extends z.ZodObject>(
  schema: Schema,
): AnnouncedSchema<Schema> {
  return announce(schema, () =>
    z.toJSONSchema(schema, {
      io: 'output',
      override: ({ jsonSchema, path }) => {
        for (const name of UNNEEDED) delete jsonSchema[name]
        // The note of a whole result's own field stays: it says how to get more.
        if (path.length > MAX_NOTE_DEPTH) delete jsonSchema.description
      },
    }),
  )
}

const UNNEEDED = [
  'pattern',
  'format',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'minLength',
  'maxLength',
  'maxItems',
  'minItems',
  'additionalProperties',
] as const

/** `properties` and the name of a field. */
const MAX_NOTE_DEPTH = 2

function announce<Schema extends z.ZodObject>(
  schema: Schema,
  write: () => Record<string, unknown>,
): AnnouncedSchema<Schema> {
  const { version, vendor, validate } = schema['~standard']
  let written: Record<string, unknown> | undefined
  const asJson = () => {
    written ??= write()
    return written
  }
  return {
    '~standard': { version, vendor, validate, jsonSchema: { input: asJson, output: asJson } },
  }
}
