import * as z from 'zod'
import { PlimsollError } from '../errors.ts'
import { DEFAULT_DEPLOY_BUDGET } from './deploy-gate.ts'

export const BUILD_SOURCES = ['live', 'seed', 'previous'] as const

export interface NetlifySettings {
  /** The live site, without a trailing slash; null when there is none to go on from. */
  siteUrl: string | null
  /** Deploys of this build are seen by everybody and cost credits. */
  isProduction: boolean
  /** `previous` takes no snapshot and publishes the last one again. */
  source: (typeof BUILD_SOURCES)[number]
  budget: number
}

const address = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/(?<!\/)\/+$/, ''))

const environment = z.object({
  /** The live site, where Netlify does not say it itself, or where another one is to be gone on from. */
  PLIMSOLL_SITE_URL: address.optional(),
  /** `new` starts without the live site's history. */
  PLIMSOLL_HISTORY: z.enum(['keep', 'new']).default('keep'),
  PLIMSOLL_DEPLOY_BUDGET: z.coerce.number().int().min(0).max(1_000).default(DEFAULT_DEPLOY_BUDGET),
  PLIMSOLL_SOURCE: z.enum(BUILD_SOURCES).optional(),
  PLIMSOLL_SECRET: z.string().optional(),
  // Netlify's own (docs.netlify.com, "Build environment variables", read 2026-11-21).
  URL: address.optional(),
  CONTEXT: z.string().default('production'),
  NETLIFY: z.string().optional(),
  NETLIFY_LOCAL: z.string().optional(),
})

/** Settings of a build for Netlify. Throws `CONFIG_INVALID`, which names variables and never repeats a value. */
export function readNetlifySettings(env: Record<string, string | undefined>): NetlifySettings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw invalid(problems.join('; '))
  }
  const { data } = parsed
  const isOnNetlify = data.NETLIFY === 'true' && data.NETLIFY_LOCAL !== 'true'
  const isProduction = data.CONTEXT === 'production'
  if (isOnNetlify && isProduction && (data.PLIMSOLL_SECRET ?? '').length < 32) {
    throw invalid(
      'PLIMSOLL_SECRET must be set to 32 letters or more, for example from `openssl rand -hex 32`; without it the gateway answers nothing',
    )
  }
  const siteUrl = data.PLIMSOLL_SITE_URL ?? (isOnNetlify ? data.URL : undefined)
  return {
    siteUrl: data.PLIMSOLL_HISTORY === 'new' ? null : (siteUrl ?? null),
    isProduction,
    source: data.PLIMSOLL_SOURCE ?? (isProduction ? 'live' : 'previous'),
    budget: data.PLIMSOLL_DEPLOY_BUDGET,
  }
}

function invalid(problems: string): PlimsollError {
  return new PlimsollError('CONFIG_INVALID', `Check the environment: ${problems}.`)
}
