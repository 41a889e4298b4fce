import * as z from 'zod'

/** The origin of an address without a path: pages link to each other from the root. */
const origin = z
  .url({ protocol: /^https?$/ })
  .refine((text) => URL.parse(text)?.pathname === '/', 'must be an address without a path')
  .transform((text) => URL.parse(text)?.origin ?? text)

/** Environment variables of the pages. */
export const siteEnvironment = z.object({
  /** Address under which the site is published. */
  PLIMSOLL_PUBLIC_URL: origin.optional(),
  /** Web page of the repository with the operator's code. */
  PLIMSOLL_REPOSITORY: z
    .url({ protocol: /^https$/ })
    .transform((text) => text.replace(/(?<!\/)\/+$/, '').replace(/\.git$/, ''))
    .optional(),
  // Netlify's own.
  URL: z.string().optional(),
  NETLIFY: z.string().optional(),
})

export interface SiteSettings {
  /** Origin for absolute links (canonical links, sitemap); null: the pages name none. */
  publicUrl: string | null
  /** Link to the code; null: no page offers the code. */
  repository: string | null
}

export function siteSettings(data: z.infer<typeof siteEnvironment>): SiteSettings {
  const netlify = data.NETLIFY === 'true' ? origin.safeParse(data.URL).data : undefined
  return {
    publicUrl: data.PLIMSOLL_PUBLIC_URL ?? netlify ?? null,
    repository: data.PLIMSOLL_REPOSITORY ?? null,
  }
}
