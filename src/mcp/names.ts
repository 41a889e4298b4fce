import * as z from 'zod'

const MAX_NAMES = 20

/** Names or ids of a filter, any of which may match. A comma would make two of one. */
export const names = z
  .array(
    z
      .string()
      .min(1)
      .max(100)
      .regex(/^[^,]+$/),
  )
  .max(MAX_NAMES)
  .optional()
