import type { Hex } from './driver.ts'

/** As far as a parameter of an ABI matters here. */
interface Parameter {
  readonly type: string
}

const WORD = 64
const LOWER_ADDRESS = /^0x[0-9a-f]{40}$/
const LOWER_WORD = /^0x[0-9a-f]{64}$/
const UINT = /^uint(\d+)$/
/** viem gives a number for an integer of at most so many bits. */
const NUMBER_BITS = 48
const LIMITS = new Map(
  Array.from({ length: 32 }, (_, at) => [8 * (at + 1), 1n << BigInt(8 * (at + 1))] as const),
)
const PADDING = '0'.repeat(WORD)
const EMPTY_LIST = `0x${32n.toString(16).padStart(WORD, '0')}${PADDING}`

/**
 * The arguments of most calls, addresses in lower case and unsigned integers, as viem would encode them but some thirty
 * times faster; null for all others.
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
  if (type === 'uint256') return fits(value, 256) ? padded(value.toString(16)) : null
  return null
}

/**
 * The values of most replies, unsigned integers, addresses and truth values or one empty list, if the bytes are exactly
 * what Solidity would return for them; undefined for all others, and for replies that are wrong.
 */
export function decodeWords(
  outputs: readonly Parameter[],
  data: Hex,
): readonly unknown[] | undefined {
  const [only] = outputs
  if (data === EMPTY_LIST && outputs.length === 1 && only?.type.endsWith('[]')) return [[]]
  if (data.length !== 2 + WORD * outputs.length) return undefined
  const values: unknown[] = []
  for (const [at, { type }] of outputs.entries()) {
    const value = readWord(type, data.slice(2 + at * WORD, 2 + (at + 1) * WORD))
    if (value === undefined) return undefined
    values.push(value)
  }
  return values
}

function readWord(type: string, word: string): unknown {
  const text = `0x${word}`
  if (!LOWER_WORD.test(text)) return undefined
  if (type === 'address') {
    return text.startsWith(PADDING.slice(0, 24), 2) ? `0x${word.slice(24)}` : undefined
  }
  if (type === 'bool') return readBool(BigInt(text))
  const bits = Number(UINT.exec(type)?.[1])
  const value = BigInt(text)
  if (!fits(value, bits)) return undefined
  return bits <= NUMBER_BITS ? Number(value) : value
}

function readBool(value: bigint): boolean | undefined {
  return value <= 1n ? value === 1n : undefined
}

function fits(value: unknown, bits: number): value is bigint {
  return typeof value === 'bigint' && value >= 0n && value < (LIMITS.get(bits) ?? 0n)
}

function isText(value: unknown, pattern: RegExp): value is string {
  return typeof value === 'string' && pattern.test(value)
}

function padded(hex: string): string {
  return hex.padStart(WORD, '0')
}
