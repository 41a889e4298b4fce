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
    '~standard': { version, vendor, validate, jsonSchema: { input: asJson, output: asJson } },
  }
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
