import type { Address, Hex } from '../address.ts'

const WORD = 64
const FALSE = '0'.repeat(WORD)
const BEFORE_ADDRESS = '0'.repeat(WORD - 40)
const TRUE = `${'0'.repeat(WORD - 1)}1`
/** `tryBlockAndAggregate(bool,(address,bytes)[])` of Multicall3. */
const SELECTOR = '0x399542e9'
/** The answer's head: block number, block hash, and offset of the list. */
const HEAD_WORDS = 3
const HEX = /^0x[0-9a-f]*$/

/**
 * A list of structs of an address and as many `bytes` each, as `(address, bytes)[]` is written after its offset. The words equal viem's, whose
 * encoder takes longer than a node takes to answer.
 */
export function encodeTargets(
  targets: readonly (readonly [to: Address, ...fields: Hex[]])[],
): string {
  const places: string[] = []
  const bodies: string[] = []
  let at = targets.length * 32
  for (const [to, ...fields] of targets) {
    let size = 32 + fields.length * 32
    places.push(word(at))
    bodies.push(BEFORE_ADDRESS, to.slice(2))
    for (const field of fields) {
      bodies.push(word(size))
      size += 32 + paddedBytes(field)
    }
    for (const field of fields) {
      const digits = field.length - 2
      bodies.push(word(digits / 2), field.slice(2), FALSE.slice(0, 2 * paddedBytes(field) - digits))
    }
    at += size
  }
  return `${word(targets.length)}${places.join('')}${bodies.join('')}`
}

/** Bytes of a field in whole words, without that of its length. */
function paddedBytes(field: Hex): number {
  return 32 * Math.ceil((field.length - 2) / WORD)
}

/** Calldata for Multicall3 in which each call may fail independently. */
export function encodeAggregate(calls: readonly { to: Address; data: Hex }[]): Hex {
  return `${SELECTOR}${FALSE}${word(64)}${encodeTargets(calls.map(({ to, data }) => [to, data]))}`
}

interface Aggregated {
  blockNumber: bigint
  replies: { ok: boolean; data: Hex }[]
}

/**
 * The decoded answer of Multicall3; null unless the bytes are exactly what Solidity would return: nothing missing, nothing after it, no
 * other order.
 */
export function decodeAggregate(answer: Hex): Aggregated | null {
  const data = answer.toLowerCase()
  if (!HEX.test(data) || (data.length - 2) % WORD !== 0) return null
  const words = (data.length - 2) / WORD
  const wordAt = (index: number): string => data.slice(2 + index * WORD, 2 + (index + 1) * WORD)
  const numberAt = (index: number): number => toNumber(wordAt(index))

  if (numberAt(2) !== HEAD_WORDS * 32) return null
  const count = numberAt(HEAD_WORDS)
  const table = HEAD_WORDS + 1
  if (!(count <= words - table)) return null
  let at = table + count
  const replies: Aggregated['replies'] = []
  for (let row = 0; row < count; row += 1) {
    if (numberAt(table + row) !== (at - table) * 32) return null
    const ok = wordAt(at)
    const length = numberAt(at + 2)
    if ((ok !== TRUE && ok !== FALSE) || numberAt(at + 1) !== 64) return null
    const size = Math.ceil(length / 32)
    if (!(at + 3 + size <= words)) return null
    const start = 2 + (at + 3) * WORD
    const end = start + length * 2
    at += 3 + size
    if (!isZero(data.slice(end, 2 + at * WORD))) return null
    replies.push({ ok: ok === TRUE, data: `0x${data.slice(start, end)}` })
  }
  if (at !== words) return null
  return { blockNumber: BigInt(`0x${wordAt(0)}`), replies }
}

/** Words that were written before: they are lengths and offsets, of which most are the same in each request. */
const words = new Map<number, string>()
const MAX_WORDS = 10_000

function word(value: number): string {
  const known = words.get(value)
  if (known) return known
  const made = value.toString(16).padStart(WORD, '0')
  if (words.size < MAX_WORDS) words.set(value, made)
  return made
}

/** NaN for a word that is missing or has more than 48 bits. */
function toNumber(text: string): number {
  return text.startsWith(FALSE.slice(0, WORD - 12)) && text.length === WORD
    ? Number.parseInt(text, 16)
    : Number.NaN
}

function isZero(text: string): boolean {
  return text === '' || FALSE.startsWith(text)
}
