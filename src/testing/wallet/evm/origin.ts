import * as z from 'zod'
import { isDay } from '../../../domain/day.ts'

/** What was not written down when a run was recorded. It is not filled in later by what seems likely. */
const notKnown = z.literal('not known')

const compiled = {
  /** Their names, or what they are. */
  contracts: z.union([z.array(z.string().min(1)).min(1), notKnown]),
  /** The paths of their files. */
  files: z.union([z.array(z.string().regex(/^[\w@][\w@./-]*\.(sol|vy|json)$/)).min(1), notKnown]),
  compiler: z.union([
    z.string().regex(/^(solc|Vyper) \d+\.\d+\.\d+(b\d+)?( and \d+\.\d+\.\d+)?$/),
    /** The code that the package or repository has beside its source. */
    z.literal('as published'),
    notKnown,
  ]),
  /** How it optimised, where that is not its default. */
  settings: z.string().min(1).optional(),
  note: z.string().min(1).optional(),
}

const source = z.union([
  z.strictObject({
    repository: z.string().regex(/^[\w.-]+\/[\w.-]+$/),
    commit: z.string().regex(/^[0-9a-f]{7,40}$/),
    ...compiled,
  }),
  z.strictObject({
    package: z.string().regex(/^(@[\w.-]+\/)?[\w.-]+$/),
    version: z.string().regex(/^\d+\.\d+\.\d+$/),
    ...compiled,
  }),
])

/** Of what a run was recorded, so that it can be made again. */
export const origin = z.strictObject({
  sources: z.array(source).min(1),
  /** What was changed in the sources, a sentence each; an empty list if nothing was. */
  edits: z.union([z.array(z.string().min(1)), notKnown]),
  /** Whether `npm run record-driver` makes it again, by the file of its name in `scenarios/`. */
  scenario: z.enum(['kept', 'not kept']),
  /** On which it was recorded; of older ones, on which it was added. */
  day: z.string().refine(isDay),
})
export type Origin = z.infer<typeof origin>
