import type { Address, Hex } from '../../address.ts'
import { type Call, call, type Reply, tryDecode } from '../call.ts'
import compiled from './balances.json' with { type: 'json' }
import { lensCode } from './lens-code.ts'

const CODE = lensCode(compiled)
const HELD =
  'function held(bytes tokens, address owner, bool mayLackCode) view returns (uint256 asked, bytes held, bytes unread)'
/** Hex digits of a row: two bytes of index, and a word. */
const ROW = 68
const INDEX = 4

/** At most this many tokens in one request: as many fit in one answer even if the owner holds all of them (24,576 bytes, EIP-170). */
export const MAX_BALANCES = 600

/** Asks for an owner's balances of many tokens: `Balances.sol` is run from its creation code, never deployed. */
export function askBalances(tokens: readonly Address[], owner: Address): Call {
  return askHeld(`0x${tokens.map((token) => token.slice(2)).join('')}`, owner, false)
}

/** The same of tokens that stand in a row, 20 bytes each; those without code are not held. */
export function askBalancesOf(packed: Hex, owner: Address): Call {
  return askHeld(packed, owner, true)
}

function askHeld(packed: Hex, owner: Address, mayLackCode: boolean): Call {
  const first: Address = `0x${packed.slice(2, 42)}`
  return { ...call(first, HELD, [packed, owner, mayLackCode]), code: CODE }
}

/**
 * The balances in the order of the tokens, in the token's smallest unit; null for a token that has to be asked alone. Null when the
 * answer does not fit so many tokens.
 */
export function readBalances(reply: Reply | undefined, count: number): (bigint | null)[] | null {
  const answer = tryDecode(reply, HELD)
  if (answer === null) return null
  const [asked, held, unread] = answer
  if (asked > count || (held.length - 2) % ROW !== 0 || (unread.length - 2) % INDEX !== 0)
    return null
  const balances: (bigint | null)[] = Array.from({ length: count }, (_, at) =>
    at < asked ? 0n : null,
  )
  for (const row of piecesOf(held, ROW)) {
    const at = Number(`0x${row.slice(0, INDEX)}`)
    const balance = BigInt(`0x${row.slice(INDEX)}`)
    if (balances[at] !== 0n || balance === 0n) return null
    balances[at] = balance
  }
  for (const row of piecesOf(unread, INDEX)) {
    const at = Number(`0x${row}`)
    if (balances[at] !== 0n) return null
    balances[at] = null
  }
  return balances
}

function piecesOf(hex: Hex, length: number): string[] {
  const count = (hex.length - 2) / length
  return Array.from({ length: count }, (_, at) => hex.slice(2 + at * length, 2 + (at + 1) * length))
}
