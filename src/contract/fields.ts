import * as z from 'zod'

/** The kinds of value that documents have, each by one name. What each of them is of, its field says. */
export const text = z.string()
export const someText = z.string().min(1)
export const slugText = z.string().min(1).max(200)
export const link = z.string().regex(/^https?:\/\//)
export const day = z.iso.date()
export const instant = z.iso.datetime()
export const count = z.int().min(0)
export const usd = z.number().min(0)
export const boolean = z.boolean()
/** 0 to 1. */
export const share = z.number().min(0).max(1)
/** 0 to 10; lower is safer. */
export const score = z.number().min(0).max(10)

export const textOrNull = text.nullable()
export const someTextOrNull = someText.nullable()
export const linkOrNull = link.nullable()
export const dayOrNull = day.nullable()
export const instantOrNull = instant.nullable()
export const countOrNull = count.nullable()
export const usdOrNull = usd.nullable()
export const shareOrNull = share.nullable()
export const scoreOrNull = score.nullable()
export const booleanOrNull = boolean.nullable()

/** At most `most` of something. */
export function list<T extends z.ZodType>(of: T, most: number) {
  return z.array(of).max(most)
}

/** The envelope of an answer with this data. */
export function answer<T extends z.ZodType>(data: T) {
  return z.strictObject({ success: z.literal(true), data })
}
