import type { GatewayDependencies } from '../../api/gateway/gateway.ts'
import { NETLIFY_DOWNLOAD_KB } from '../../contract/admission.ts'
import { readSecretMark } from '../../state/edge-secret-mark.ts'
import { openEdgeState } from '../../state/open-edge-state.ts'
import { isSecretOf } from '../../state/secret-mark.ts'
import { DEVELOPMENT_SECRET, MIN_SECRET_LENGTH, PREVIEW_STATE, PRODUCTION_STATE } from './state.ts'

/** The part of the platform's context that is used (docs.netlify.com, "Edge Functions API", read 2026-11-21). */
export interface EdgeContext {
  ip: string
  deploy?: { context?: string | undefined } | undefined
  /**
   * Fetches an address of the site behind the gateway. Edge functions do not run again. The platform takes `If-None-Match` and its like
   * off the request, unless `sendConditionalRequest` is set.
   */
  next(request: Request, options?: { sendConditionalRequest?: boolean }): Promise<Response>
  waitUntil(work: Promise<unknown>): void
}

export interface EdgeHostOptions {
  /** An environment variable; undefined when it is not set. */
  env: (name: string) => string | undefined
  version: string
  /** Milliseconds since 1970. */
  now: () => number
  newId: () => string
  /** Takes one line of JSON. */
  log: (line: string) => void
  openState?: typeof openEdgeState
  readMark?: typeof readSecretMark
}

export interface EdgeSettings {
  isDevelopment: boolean
  /** Lower-case name of a header with the client's address. Development only, where all clients share one address. */
  addressHeader: string | null
  /** Kilobytes of the store and tables that all clients together may download in a day. */
  downloadKilobytes: number
  /** Null when a setting is missing or invalid; the reason was logged. */
  usable: Omit<GatewayDependencies, 'fetchInternal'> | null
  /** Whether the state was made with this secret, as far as it says; rejects when it is unreachable. */
  isSecretRight: () => Promise<boolean>
}

/** Reads the settings of an edge function, without zod because of the bundle. Logs what is missing or invalid. */
export function readEdgeSettings(
  { env, version, now, newId, log, ...open }: EdgeHostOptions,
  { deploy }: EdgeContext,
  background: (work: Promise<void>) => void,
): EdgeSettings {
  const { openState = openEdgeState, readMark = readSecretMark } = open
  const isDevelopment = env('NETLIFY_DEV') === 'true' && deploy?.context === 'dev'
  const addressHeader = (isDevelopment && env('TRUST_PROXY')?.toLowerCase()) || null
  const megabytes = Number(env('DOWNLOAD_MB_A_DAY') || Number.NaN)
  const downloadKilobytes = megabytes > 0 ? megabytes * 1_000 : NETLIFY_DOWNLOAD_KB
  const given = { isDevelopment, addressHeader, downloadKilobytes }
  const write = (entry: object) => log(JSON.stringify(entry))
  const refuse = (error: string): EdgeSettings => {
    write({ level: 'error', error })
    return { ...given, usable: null, isSecretRight: async () => true }
  }
  const secret = env('PLIMSOLL_SECRET') || (isDevelopment ? DEVELOPMENT_SECRET : '')
  if (secret.length < MIN_SECRET_LENGTH) {
    return refuse(
      `PLIMSOLL_SECRET is missing or shorter than ${MIN_SECRET_LENGTH} characters, so every request gets 503. Set it in the site's environment variables and deploy again.`,
    )
  }
  try {
    const token = env('STATE_TOKEN') || null
    const isPreview = !isDevelopment && deploy?.context !== 'production'
    const url = env('STATE_URL') || (isPreview ? PREVIEW_STATE : PRODUCTION_STATE)
    const logState = (error: string) => write({ level: 'error', error })
    const options = { token, instance: newId(), clock: now, background, log: logState }
    const state = openState(url, options)
    const usable = {
      state,
      secret,
      version,
      now,
      newRequestId: () => requestIdOf(newId()),
      log: write,
    }
    const markSecret = async (mark: string) => (await readMark(url, options)) ?? mark
    const isSecretRight = () => isSecretOf({ markSecret }, secret)
    return { ...given, usable, isSecretRight }
  } catch (error) {
    return refuse(error instanceof Error ? error.message : 'STATE_URL cannot be used.')
  }
}

export function requestIdOf(id: string): string {
  return `req_${id.replaceAll('-', '')}`
}
