import * as z from 'zod'

const slugText = z.string().min(1).max(200)

/** Slugs that are no longer current, each with the slug to ask for instead. */
export const aliasIndex = z.record(slugText, slugText)
