import type { ApiResponse } from '../http/api-response.ts'
import type { AccountDependencies } from './account-deps.ts'
import type { MailPage } from './mail-pages.ts'
import type { Site } from './site.ts'

/** One request whose origin, size and limits have been checked. */
export interface AccountRequest {
  deps: AccountDependencies
  request: Request
  site: Site
  /** Address of the client, as the host knows it. */
  ip: string
  /** When it arrived, in milliseconds since 1970. */
  arrived: number
  /** Value of the session cookie, not looked up yet. */
  session: string | null
  /** The account that the page shows, by its header; null when it sends none. */
  expected: string | null
  /** Value of the challenge cookie. */
  browser: string | null
}

/** What a handler returns: the `data` of the envelope and cookies to set, or the whole answer of another function. */
export type AccountResult =
  | { status?: 200 | 201; data: unknown; cookies?: string[] }
  | { answer: ApiResponse }
  | { page: MailPage }
