import { type ErrorBody, errorBody, type ProblemCode } from '../contract/problems.ts'

/** Why the account API refused a request, for the page to choose its words by. A closed list. */
const REASONS = {
  /** The request comes from another site. */
  origin: 'FORBIDDEN',
  /** The setting for the public address is missing or unusable. */
  site: 'DATA_UNAVAILABLE',
  /** The body or its type cannot be read. */
  body: 'INVALID_REQUEST',
  /** The wallet is on a chain without sign-in. */
  chain: 'INVALID_REQUEST',
  /** The challenge was not made for this browser, this site or this text. */
  challenge: 'UNAUTHORIZED',
  expired: 'UNAUTHORIZED',
  /** The challenge was made in the future, by a clock that is ahead. */
  early: 'UNAUTHORIZED',
  /** The challenge was used before. */
  spent: 'UNAUTHORIZED',
  signature: 'UNAUTHORIZED',
  /** Only a node can check whether a contract wallet accepts the signature, and none is set. */
  'no-node': 'UNPROCESSABLE',
  /** A node is set and did not answer. */
  node: 'DATA_UNAVAILABLE',
  session: 'UNAUTHORIZED',
  /** Another account is signed in than the page shows. */
  'other-account': 'UNPROCESSABLE',
  'too-many-keys': 'UNPROCESSABLE',
  key: 'NOT_FOUND',
  'too-many-webhooks': 'UNPROCESSABLE',
  webhook: 'NOT_FOUND',
  /** The address of the webhook did not echo a challenge yet. */
  pending: 'UNPROCESSABLE',
  /** Alerts are not sent to this address. */
  url: 'UNPROCESSABLE',
  /** Alerts of this form are not sent by this site. */
  form: 'UNPROCESSABLE',
  /** A webhook is to watch nothing. */
  watch: 'UNPROCESSABLE',
  /** A protocol that is to be watched is not published. */
  protocol: 'UNPROCESSABLE',
  /** Alerts are not set up, or the published list cannot be read. */
  alerts: 'DATA_UNAVAILABLE',
  /** The account is not to be deleted: another address was typed. */
  confirm: 'UNPROCESSABLE',
  limit: 'RATE_LIMIT_EXCEEDED',
  /** The state store did not answer. */
  state: 'DATA_UNAVAILABLE',
  path: 'NOT_FOUND',
  method: 'METHOD_NOT_ALLOWED',
  internal: 'INTERNAL_ERROR',
} as const satisfies Record<string, ProblemCode>

export type RefusalReason = keyof typeof REASONS

/** A request that is refused. The message is a complete sentence for the person at the page, and repeats nothing that was sent, except
 * ids of protocols that are unknown. */
export class AccountRefusal extends Error {
  override name = 'AccountRefusal'
  readonly reason: RefusalReason
  readonly headers: Record<string, string>

  constructor(reason: RefusalReason, message: string, headers: Record<string, string> = {}) {
    super(message)
    this.reason = reason
    this.headers = headers
  }
}

/** The envelope of an error with its reason, the one text in `error.details.reason`. */
export function refusalBody({ reason, message }: AccountRefusal): ErrorBody {
  return errorBody(REASONS[reason], message, { reason: [reason] })
}
