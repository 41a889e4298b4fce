import * as z from 'zod'
import * as f from './fields.ts'

/** Slugs that are no longer current, each with the slug to ask for instead. */
export const aliasIndex = z.record(f.slugText, f.slugText)
