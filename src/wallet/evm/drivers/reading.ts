import type { Address } from '../../../chains/address.ts'
import { DECIMALS, OLD_SYMBOL, SYMBOL } from '../../../chains/evm/abi.ts'
import { type Call, call, decodeOrThrow, type Reply, tryDecode } from '../../../chains/evm/call.ts'
import type { Token } from '../../model/entry-base.ts'

const MAX_SYMBOL_LENGTH = 40

/** One, in fixed point numbers of 18 decimals. */
export const WAD = 10n ** 18n
const MAX_UINT256 = 2n ** 256n - 1n

export function hasBit(bits: bigint, position: number): boolean {
  return ((bits >> BigInt(position)) & 1n) === 1n
}

/** One round of calls. No calls, no round, because a driver has only three. */
export function* ask(calls: Call[]): Generator<Call[], Reply[], Reply[]> {
  return calls.length === 0 ? [] : yield calls
}

/** The two calls that `tokenFrom` reads. */
export function tokenCalls(token: Address): [Call, Call] {
  return [call(token, SYMBOL, []), call(token, DECIMALS, [])]
}

/**
 * A token that no list has, as its contract describes it. The symbol may be bytes32 (MKR); one that cannot be read becomes the start
 * of the address. Throws `Unreadable` without decimals.
 */
export function tokenFrom(address: Address, symbol?: Reply, decimals?: Reply): Token {
  const text = tryDecode(symbol, SYMBOL) ?? textOf(tryDecode(symbol, OLD_SYMBOL))
  return {
    address,
    symbol: symbolOf(text, address),
    decimals: decodeOrThrow(decimals, DECIMALS),
  }
}

/** The symbol without invisible characters; the start of the address if that is empty or too long. */
export function symbolOf(text: string | null, address: Address): string {
  const shown = (text ?? '').replace(/\p{C}/gu, '').trim()
  return shown === '' || shown.length > MAX_SYMBOL_LENGTH ? `${address.slice(0, 8)}…` : shown
}

function textOf(bytes: `0x${string}` | null): string | null {
  return bytes === null ? null : Buffer.from(bytes.slice(2), 'hex').toString('utf8')
}

/** A health factor with 18 decimals as a number; null for 2^256 − 1, which contracts return without debt. */
export function healthFactorOf(value: bigint): number | null {
  return value === MAX_UINT256 ? null : ratio(value, WAD)
}

/** a / b as a number with 15 exact digits, however large a and b are; b must not be 0. */
export function ratio(a: bigint, b: bigint): number {
  const digits = a.toString().length - b.toString().length
  const scale = Math.max(0, 17 - digits)
  return Number(`${(a * 10n ** BigInt(scale)) / b}e-${scale}`)
}
