import type { GatewayDependencies } from '../../gateway/gateway.ts'
import { openEdgeState } from '../../state/open-edge-state.ts'
import { PREVIEW_STATE, PRODUCTION_STATE } from './state.ts'

/** The part of the platform's context that is used (docs.netlify.com, "Edge Functions API", read 2026-11-21). */
export interface EdgeContext {
  ip: string
  deploy?: { context?: string | undefined } | undefined
  /** Continues behind the gateway, also at another address of the site. Edge functions do not run again. */
  next(request: Request): Promise<Response>
  waitUntil(work: Promise<unknown>): void
}

export interface EdgeHostOptions {
  /** A variable of the environment; undefined when it is not set. */
  env: (name: string) => string | undefined
  version: string
  /** Milliseconds since 1970. */
  now: () => number
  newId: () => string
  /** Takes one line of JSON. */
  log: (line: string) => void
  openState?: typeof openEdgeState
}

/** Keys hashed with this are worth nothing anywhere else. */
const DEVELOPMENT_SECRET = 'the secret of netlify dev, known to all'

const SECRET_LETTERS = 32

export interface EdgeSettings {
  isDevelopment: boolean
  /** Lower-case name of the header that stands for the client's address; only in development, where all share one. */
  addressHeader: string | null
  /** Null when something is missing; what it is was logged. */
  usable: Omit<GatewayDependencies, 'fetchInternal'> | null
}

/** Reads the settings of an edge function; what is missing is logged once. */
export function readEdgeSettings(
  { env, version, now, newId, log, openState = openEdgeState }: EdgeHostOptions,
  { deploy }: EdgeContext,
  background: (work: Promise<void>) => void,
): EdgeSettings {
  const isDevelopment = env('NETLIFY_DEV') === 'true' && deploy?.context === 'dev'
  const addressHeader = (isDevelopment && env('TRUST_PROXY')?.toLowerCase()) || null
  const write = (entry: object) => log(JSON.stringify(entry))
  const refuse = (error: string): EdgeSettings => {
    write({ level: 'error', error })
    return { isDevelopment, addressHeader, usable: null }
  }
  const secret = env('PLIMSOLL_SECRET') || (isDevelopment ? DEVELOPMENT_SECRET : '')
  if (secret.length < SECRET_LETTERS) {
    return refuse(
      `PLIMSOLL_SECRET is missing or shorter than ${SECRET_LETTERS} letters, so nothing is answered. Set it among the site's environment variables and deploy again.`,
    )
  }
  try {
    const token = env('STATE_TOKEN') || null
    const isPreview = !isDevelopment && deploy?.context !== 'production'
    const state = openState(env('STATE_URL') || (isPreview ? PREVIEW_STATE : PRODUCTION_STATE), {
      token,
      instance: newId(),
      clock: now,
      background,
    })
    const usable = {
      state,
      secret,
      version,
      now,
      newRequestId: () => requestIdOf(newId()),
      log: write,
    }
    return { isDevelopment, addressHeader, usable }
  } catch (error) {
    return refuse(error instanceof Error ? error.message : 'STATE_URL cannot be used.')
  }
}

export function requestIdOf(id: string): string {
  return `req_${id.replaceAll('-', '')}`
}
