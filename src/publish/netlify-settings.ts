import * as z from 'zod'
import { type Day, daysBetween } from '../domain/day.ts'
import { PlimsollError } from '../domain/errors.ts'
import { DEFAULT_DEPLOY_BUDGET } from './deploy-gate.ts'

const BUILD_SOURCES = ['live', 'seed', 'previous'] as const

export interface NetlifySettings {
  /** URL of the live site, without a trailing slash; null when none is set. */
  siteUrl: string | null
  /** Whether a new history may start today when none is online. */
  newHistory: boolean
  /** Folder or URL of a copy to start a new history from; null without one. */
  restore: string | null
  /** Production deploys are public and cost credits. */
  isProduction: boolean
  /** `previous`: takes no snapshot and publishes the last one again. */
  source: (typeof BUILD_SOURCES)[number]
  budget: number
}

const address = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/(?<!\/)\/+$/, ''))

const environment = z.object({
  /** URL of the live site, when Netlify does not set it or another site's history is to be continued. */
  PLIMSOLL_SITE_URL: address.optional(),
  /** Today's date: allows a new history on this day, when none is online. */
  PLIMSOLL_NEW_HISTORY: z.iso.date().optional(),
  /** Folder or URL of a copy that a new history starts with. */
  PLIMSOLL_RESTORE: z.string().optional(),
  PLIMSOLL_DEPLOY_BUDGET: z.coerce.number().int().min(0).max(1_000).default(DEFAULT_DEPLOY_BUDGET),
  PLIMSOLL_SOURCE: z.enum(BUILD_SOURCES).optional(),
  PLIMSOLL_SECRET: z.string().optional(),
  // Netlify's own (docs.netlify.com, "Build environment variables", read 2026-11-21).
  URL: address.optional(),
  CONTEXT: z.string().default('production'),
  NETLIFY: z.string().optional(),
  NETLIFY_LOCAL: z.string().optional(),
})

/** Days before and after the given one on which a new history may start, because of time zones. */
const NEW_HISTORY_DAYS = 1

/** Settings of a build for Netlify. Throws `CONFIG_INVALID`, which names variables and never repeats a value. */
export function readNetlifySettings(
  env: Record<string, string | undefined>,
  today: Day,
): NetlifySettings {
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
    siteUrl: siteUrl ?? null,
    newHistory:
      data.PLIMSOLL_NEW_HISTORY !== undefined &&
      Math.abs(daysBetween(data.PLIMSOLL_NEW_HISTORY, today)) <= NEW_HISTORY_DAYS,
    restore: data.PLIMSOLL_RESTORE ?? null,
    isProduction,
    source: data.PLIMSOLL_SOURCE ?? (isProduction ? 'live' : 'previous'),
    budget: data.PLIMSOLL_DEPLOY_BUDGET,
  }
}

function invalid(problems: string): PlimsollError {
  return new PlimsollError('CONFIG_INVALID', `Check the environment: ${problems}.`)
}
