import type { ProblemCode } from '../contract/problems.ts'

export interface ErrorText {
  /** What it means, in a sentence or two. */
  meaning: string
  /** When it occurs. */
  when: readonly string[]
  /** What to do. */
  remedy: readonly string[]
  /** Whether the same request may succeed later, and after how long. */
  retry: string
}

const NEVER = 'Do not repeat the request as it is: the answer will be the same.'

/** What the page of each error says. Backticks mark code. */
export const ERROR_TEXTS: Record<ProblemCode, ErrorText> = {
  INVALID_REQUEST: {
    meaning: 'A parameter or the request itself is malformed, so nothing was read.',
    when: [
      'A parameter is empty, repeated, or outside its range. `error.details` names every such field with the reason.',
      'A wallet address is of no known form, or its checksum is wrong.',
      'The request is not valid HTTP, such as one with two `Host` headers.',
    ],
    remedy: [
      'Correct the fields that `error.details` names.',
      'Leave out a parameter that has no value. Only `chain` and `category` may be repeated.',
      'Copy an address again: a mixed case that is not its checksum is most likely mistyped.',
    ],
    retry: NEVER,
  },
  UNAUTHORIZED: {
    meaning:
      'The endpoint needs an API key and none was sent, or the key that was sent is not valid.',
    when: [
      '`/v1/usage` and `/v1/wallet/…` without a key.',
      'A key that is malformed, unknown or revoked, at any endpoint. The message says which. No part of the key is repeated.',
    ],
    remedy: [
      'Send the key in the header `X-API-Key`, exactly as it was shown when it was created: a truncated key is refused.',
      'To try it out, use the public sandbox key of the quick start.',
      'A lost or revoked key cannot be shown again. Ask the operator of this site for another one.',
    ],
    retry: NEVER,
  },
  FORBIDDEN: {
    meaning: 'The key is valid, but its plan does not include this endpoint.',
    when: ['A wallet scan with a live key on the Free plan.'],
    remedy: [
      'Use a key on the Pro plan. The operator can change the plan of a key; the key stays the same.',
      'The public sandbox key is on the Pro plan and scans invented wallets.',
    ],
    retry: NEVER,
  },
  NOT_FOUND: {
    meaning: 'Nothing has this address.',
    when: [
      'The path is not an endpoint. Paths are case-sensitive and begin with `/v1/`.',
      'A name such as `nobody.eth` has no owner or no address.',
    ],
    remedy: [
      'Compare the path with the API reference.',
      'Check the name, or scan the address itself.',
    ],
    retry: NEVER,
  },
  PROTOCOL_NOT_FOUND: {
    meaning: 'No protocol has this id, now or earlier.',
    when: [
      'The id is mistyped. It is the last part of the address of the protocol’s page, such as `aave-v3`.',
      'A live id with a sandbox key, or a sandbox id without one: the two data sets share no protocol.',
    ],
    remedy: [
      'Look the protocol up in the list or the screener and use its `id`. Former slugs also work.',
      'Check which key is sent: keys that begin with `dpk_test_` see the sandbox only.',
    ],
    retry: 'A new protocol may appear with the next snapshot.',
  },
  METHOD_NOT_ALLOWED: {
    meaning: 'The API only reads: it accepts GET, HEAD and OPTIONS.',
    when: ['A request with POST, PUT, PATCH, DELETE or another method.'],
    remedy: ['Send a GET request. Parameters belong in the query, not in a body.'],
    retry: NEVER,
  },
  UNPROCESSABLE: {
    meaning: 'The request is well formed, but there is nothing to answer it with.',
    when: [
      'The zero address of EVM chains, or the system program of Solana: neither has an owner.',
      'A Solana address that is a mint, a program or a token account.',
    ],
    remedy: ['Scan the address of the wallet that owns the tokens.'],
    retry: NEVER,
  },
  RATE_LIMIT_EXCEEDED: {
    meaning:
      'A limit of the minute or of the day is reached. The message names it, and when it resets.',
    when: [
      'Too many requests in a minute or in a UTC day by this key or, without a key, from this network.',
      'Too many scans of live wallets, which have limits of their own beside those of requests.',
      'More health checks in a minute than its own limit allows.',
    ],
    remedy: [
      'Wait for the seconds in `Retry-After`. A refused request costs nothing.',
      'Look at `X-RateLimit-Remaining` and `X-RateLimit-Burst-Remaining` on every response, and slow down before they reach 0.',
      'Read a list with `per_page=100` instead of single protocols, and send `If-None-Match`.',
      'A key has higher limits than none.',
    ],
    retry: 'After `Retry-After` seconds.',
  },
  INTERNAL_ERROR: {
    meaning: 'A fault on our side. The request was probably fine.',
    when: ['Something happened that no other code describes.'],
    remedy: [
      'Try again once after some seconds.',
      'If it stays, report it with the `X-Request-Id` of the response: the operator finds the cause by it.',
    ],
    retry: 'After some seconds, with growing pauses.',
  },
  NOT_IMPLEMENTED: {
    meaning: 'The answer is not available in the format that was asked for.',
    when: ['`/oembed` is asked for another `format` than `json`.'],
    remedy: ['Leave `format` out, or send `format=json`.'],
    retry: 'Not useful: the same request fails again.',
  },
  NAME_RESOLUTION_FAILED: {
    meaning:
      'A name such as `guillemot.eth` could not be resolved to an address: a service that was asked did not answer.',
    when: [
      'The nodes that resolve the name do not answer.',
      'The name is resolved by a gateway that does not answer or is not allowed: it must be public and use https.',
    ],
    remedy: ['Try again later, or scan the address itself.'],
    retry: 'After some seconds. A name that does not exist gets 404 instead.',
  },
  DATA_UNAVAILABLE: {
    meaning: 'The data cannot be read just now. No answer is better than a wrong one.',
    when: [
      'There is no snapshot, or it is being replaced.',
      'No chain of a wallet scan could be read, or no source could say whether the address is sanctioned.',
      'Too many wallet scans are running.',
      'The store of the keys does not answer, for a request that needs a key.',
    ],
    remedy: [
      'Wait for the seconds in `Retry-After` and try again.',
      'The status page shows whether the service is up.',
    ],
    retry: 'After `Retry-After` seconds.',
  },
}
