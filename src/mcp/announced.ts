import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import * as z from 'zod'

/** A schema with the part of it that agents see. */
export type Announced<Schema extends z.ZodObject> = StandardSchemaWithJSON<
  z.input<Schema>,
  z.output<Schema>
>

/**
 * The schema of a result as `tools/list` shows it: types and names, without the descriptions, patterns and bounds of the contract. Every
 * agent reads the list, and the whole of it would be 15,000 tokens. Results are still checked with the schema itself.
 */
export function announced<Schema extends z.ZodObject>(schema: Schema): Announced<Schema> {
  const output = () =>
    z.toJSONSchema(schema, {
      io: 'output',
      override: ({ jsonSchema, path }) => {
        for (const name of UNNEEDED) delete jsonSchema[name]
        // The note of a whole result's own field stays: it says how to get more.
        if (path.length > MAX_NOTE_DEPTH) delete jsonSchema.description
      },
    })
  const { version, vendor, validate } = schema['~standard']
  return { '~standard': { version, vendor, validate, jsonSchema: { input: output, output } } }
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
