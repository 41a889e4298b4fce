import type { Address } from '../../address.ts'
import { type Call, call, decodeOrThrow, type Reply } from '../call.ts'
import { lensCode } from './lens-code.ts'
import compiled from './unlisted.json' with { type: 'json' }

const CODE = lensCode(compiled)
const READ =
  'function read(address[] tokens, address owner) view returns ((address token, uint8 kind, address first, uint256 firstAmount, address second, uint256 secondAmount)[] found)'
/** As the kinds of `Unlisted.sol`. */
const KINDS = [null, 'vault', 'aToken', 'pair'] as const

/** At most this many tokens in one request: each may use two million gas. */
export const MAX_UNLISTED = 20

/** A token that is recognised by its interface, and what the owner's balance of it holds. */
export interface UnlistedToken {
  token: Address
  kind: 'vault' | 'aToken' | 'pair'
  parts: { token: Address; amount: bigint }[]
}

/** Asks what some tokens of an owner are: `Unlisted.sol` is run from its creation code, never deployed. */
export function askUnlisted(tokens: readonly Address[], owner: Address): Call {
  const [at = owner] = tokens
  return { ...call(at, READ, [tokens, owner]), code: CODE }
}

/** The recognised ones. Throws `Unreadable`. */
export function readUnlisted(reply: Reply | undefined): UnlistedToken[] {
  return decodeOrThrow(reply, READ).flatMap(({ token, kind, ...parts }) => {
    const name = KINDS[kind]
    if (!name) return []
    const first = { token: parts.first, amount: parts.firstAmount }
    const second = { token: parts.second, amount: parts.secondAmount }
    return [{ token, kind: name, parts: name === 'pair' ? [first, second] : [first] }]
  })
}
