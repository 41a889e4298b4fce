import { type MailSettings, mailSettings } from '../../config/mail.ts'
import { problemResponse } from '../../contract/problems.ts'
import { PlimsollError } from '../../domain/errors.ts'
import { DEVELOPMENT_SECRET, MIN_SECRET_LENGTH, PREVIEW_STATE, PRODUCTION_STATE } from './state.ts'

/** The part of the platform's context that is used (docs.netlify.com, "Functions API", read 2026-11-22). */
export interface FunctionContext {
  ip: string
  deploy?: { context?: string | undefined } | undefined
  /** Keeps the instance alive until the work is done. */
  waitUntil?: ((work: Promise<unknown>) => void) | undefined
}

export interface AccountSettings {
  stateUrl: string
  stateToken: string | null
  secret: string
  /** Origin that sign-ins are for; null: only this machine may sign in. */
  publicUrl: string | null
  /** Null: no e-mail is sent. */
  mail: MailSettings | null
  /** Lower-case name of a header with the client's address. Development only, where all clients share one address. */
  addressHeader: string | null
}

type Env = Readonly<Record<string, string | undefined>>

/** The settings of the account function. Throws `CONFIG_INVALID`, which names the variable and no value. */
export function readAccountSettings(env: Env, { deploy }: FunctionContext): AccountSettings {
  const isDevelopment = env.NETLIFY_DEV === 'true'
  const secret = env.PLIMSOLL_SECRET || (isDevelopment ? DEVELOPMENT_SECRET : '')
  if (secret.length < MIN_SECRET_LENGTH) {
    throw invalid(`PLIMSOLL_SECRET is missing or shorter than ${MIN_SECRET_LENGTH} characters`)
  }
  const isPreview = !isDevelopment && deploy?.context !== 'production'
  return {
    stateUrl: env.STATE_URL || (isPreview ? PREVIEW_STATE : PRODUCTION_STATE),
    stateToken: env.STATE_TOKEN || null,
    secret,
    publicUrl: publicUrlOf(env, isDevelopment),
    mail: mailSettings({ SMTP_URL: env.SMTP_URL, MAIL_FROM: env.MAIL_FROM }),
    addressHeader: (isDevelopment && env.TRUST_PROXY?.toLowerCase()) || null,
  }
}

/** PLIMSOLL_PUBLIC_URL, on Netlify else the address of the site. `netlify dev` puts its own there, under one of its names only. */
function publicUrlOf(env: Env, isDevelopment: boolean): string | null {
  const text = env.PLIMSOLL_PUBLIC_URL || (isDevelopment ? '' : env.URL) || ''
  if (text === '') return null
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/') return url.origin
  throw invalid('PLIMSOLL_PUBLIC_URL must be an address without a path')
}

function invalid(reason: string): PlimsollError {
  return new PlimsollError('CONFIG_INVALID', `Accounts cannot be used: ${reason}.`)
}

/** 503 of a function that cannot be used as it is set up. */
export function notSetUp(message: string, retryAfterSeconds: number): Response {
  return problemResponse('DATA_UNAVAILABLE', {
    message,
    headers: { 'Retry-After': String(retryAfterSeconds), 'X-Content-Type-Options': 'nosniff' },
  })
}
