import * as z from 'zod'
import file from '../../data/descriptions.json' with { type: 'json' }
import { isDay } from '../domain/day.ts'

const tableSchema = z.strictObject({
  by: z.string().min(1),
  day: z.string().refine(isDay, 'is not a day'),
  descriptions: z.record(z.string().regex(/^[1-9]\d{0,14}$/), z.string().min(60).max(160)),
})

const ownDescriptions = new Map(Object.entries(tableSchema.parse(file).descriptions))

/** Our own sentence on a protocol by its upstream id, for one that upstream does not describe; null when there is none. */
export function ownDescription(id: string): string | null {
  return ownDescriptions.get(id) ?? null
}
