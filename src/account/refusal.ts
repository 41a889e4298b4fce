import { MAX_WEBHOOKS } from '../contract/alert-limits.ts'
import { type ErrorBody, errorBody, type ProblemCode } from '../contract/problems.ts'

/**
 * Why the account API refused a request, for the page to choose its words by, each with its code and, where there is one, its usual
 * message. A closed list.
 */
const REASONS = {
  /** The request comes from another site. */
  origin: ['FORBIDDEN'],
  /** The setting for the public address is missing or unusable. */
  site: ['DATA_UNAVAILABLE'],
  /** The body or its type cannot be read. */
  body: ['INVALID_REQUEST'],
  /** The wallet is on a chain without sign-in. */
  chain: ['INVALID_REQUEST'],
  /** The challenge was not made for this browser, this site or this text. */
  challenge: [
    'UNAUTHORIZED',
    'The sign-in message is not from this site and browser. Ask for a new one.',
  ],
  expired: ['UNAUTHORIZED', 'The sign-in message has expired. Ask for a new one.'],
  /** The challenge was made in the future, by a clock that is ahead. */
  early: ['UNAUTHORIZED', 'The clocks of the servers disagree. Try again in a minute.'],
  /** The challenge was used before. */
  spent: ['UNAUTHORIZED', 'This sign-in message was used already. Ask for a new one.'],
  signature: [
    'UNAUTHORIZED',
    'The signature is not that of this address. Choose the same account in your wallet and try again.',
  ],
  /** Only a node can check whether a contract wallet accepts the signature, and none is set. */
  'no-node': [
    'UNPROCESSABLE',
    'This is the signature of a contract wallet, and this site has no node of that chain that could check it. Sign in with a wallet that has a key of its own.',
  ],
  /** A node is set and did not answer. */
  node: ['DATA_UNAVAILABLE'],
  session: ['UNAUTHORIZED', 'You are not signed in, or the session has ended. Sign in again.'],
  /** Another account is signed in than the page shows. */
  'other-account': [
    'UNPROCESSABLE',
    'This browser is signed in with another account now. Nothing was changed.',
  ],
  'too-many-keys': ['UNPROCESSABLE'],
  key: ['NOT_FOUND', 'This account has no key of this id.'],
  'too-many-webhooks': [
    'UNPROCESSABLE',
    `An account has at most ${MAX_WEBHOOKS} webhooks. Delete one that you no longer use.`,
  ],
  webhook: ['NOT_FOUND', 'This account has no webhook of this id.'],
  /** The address of the webhook did not echo a challenge yet. */
  pending: [
    'UNPROCESSABLE',
    'The address did not answer with the challenge yet. Ask it again first.',
  ],
  /** Alerts are not sent to this address. */
  url: ['UNPROCESSABLE'],
  /** Alerts of this form are not sent by this site. */
  form: ['UNPROCESSABLE', 'This site sends no e-mail: its operator has set up none.'],
  /** A webhook is to watch nothing. */
  watch: [
    'UNPROCESSABLE',
    'Choose at least one: changes of the level, incidents, dependencies, or a threshold.',
  ],
  /** A protocol that is to be watched is not published. */
  protocol: ['UNPROCESSABLE'],
  /** Alerts are not set up, or the published list cannot be read. */
  alerts: ['DATA_UNAVAILABLE', 'Alerts are temporarily unavailable. Try again later.'],
  /** The account is not to be deleted: another address was typed. */
  confirm: ['UNPROCESSABLE', 'Type the address of this account to delete it.'],
  limit: ['RATE_LIMIT_EXCEEDED'],
  /** The state store did not answer. */
  state: ['DATA_UNAVAILABLE', 'Accounts are temporarily unavailable. Try again later.'],
  path: ['NOT_FOUND', 'There is nothing at this address.'],
  method: ['METHOD_NOT_ALLOWED'],
  internal: ['INTERNAL_ERROR', 'An internal error occurred. Try again.'],
} as const satisfies Record<string, [ProblemCode, string?]>

export type RefusalReason = keyof typeof REASONS

/** A request that is refused. The message is a complete sentence for the person at the page, and repeats nothing that was sent, except
 * ids of protocols that are unknown. */
export class AccountRefusal extends Error {
  override name = 'AccountRefusal'
  readonly reason: RefusalReason
  readonly headers: Record<string, string>

  /** Without a message, the usual one of the reason. */
  constructor(reason: RefusalReason, message?: string, headers: Record<string, string> = {}) {
    super(message ?? REASONS[reason][1])
    this.reason = reason
    this.headers = headers
  }
}

/** The envelope of an error with its reason, the one text in `error.details.reason`. */
export function refusalBody({ reason, message }: AccountRefusal): ErrorBody {
  return errorBody(REASONS[reason][0], message, { reason: [reason] })
}
