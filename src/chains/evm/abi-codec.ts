import type { Hex } from '../address.ts'

/** The fields of an ABI parameter that are used here. */
export interface AbiParameter {
  readonly type: string
  readonly name?: string | undefined
  readonly components?: readonly AbiParameter[]
}

/** How values of one type are read and written. Positions and lengths are in hex digits. */
interface Codec {
  /** Its length in the head: of the value itself, or of its offset if dynamic. */
  head: number
  isDynamic: boolean
  /** The value that starts at a position, and its end. Throws `NotCanonical`. */
  read: (text: string, at: number) => { value: unknown; end: number }
  /** The hex digits of a value; null for one that is not written here. */
  write: (value: unknown) => string | null
}

/** A value of one word. */
interface Word {
  /** Throws `NotCanonical`. */
  read: (word: string) => unknown
  write: (value: unknown) => string | null
}

class NotCanonical extends Error {
  override name = 'NotCanonical'
}

const WORD = 64
const HEX = /^0x[0-9a-f]*$/
const ZEROS = '0'.repeat(WORD)
/** Hex digits of an address. */
const ADDRESS = 40
/** Integers of up to this many bits are numbers, larger ones bigints, as in viem. */
const NUMBER_BITS = 48
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Creates a decoder for values of these types: integers, addresses in lower case, booleans, bytes, strings, lists, and structs as
 * objects, or as lists where a field has no name. The decoder returns null unless the bytes are exactly what Solidity returns for
 * some values: nothing missing, nothing after them, no bits outside a type, every part at its one canonical offset. So no byte is read
 * twice and hostile bytes take linear time; 64 KB with offsets that all point to one place take viem 40 s. Throws `TypeError` for an
 * unknown type.
 */
export function createDecoder(
  parameters: readonly AbiParameter[],
): (data: Hex) => readonly unknown[] | null {
  const codecs = parameters.map(codecOf)
  return (data) => {
    const text = data.toLowerCase()
    if (!HEX.test(text)) return null
    try {
      const { value, end } = readRow(codecs, text, 2)
      return end === text.length ? value : null
    } catch (error) {
      if (error instanceof NotCanonical) return null
      throw error
    }
  }
}

/**
 * Creates an encoder for arguments of these types: lower-case addresses and bytes, unsigned integers, booleans, lists and structs. It
 * writes what viem writes, many times faster, and returns null for any other argument. Throws `TypeError` for an unknown type.
 */
export function createEncoder(
  parameters: readonly AbiParameter[],
): (args: readonly unknown[]) => string | null {
  const codecs = parameters.map(codecOf)
  return (args) => (args.length === codecs.length ? writeRow(codecs, args) : null)
}

/** Adjacent values: the head of each, then the dynamic ones in the same order. */
function readRow(
  codecs: readonly Codec[],
  text: string,
  start: number,
): { value: unknown[]; end: number } {
  let head = start
  let tail = start + headOf(codecs)
  if (tail > text.length) throw new NotCanonical()
  const value = codecs.map((codec) => {
    const at = head
    head += codec.head
    if (!codec.isDynamic) return codec.read(text, at).value
    if (lengthAt(text, at) !== tail - start) throw new NotCanonical()
    const read = codec.read(text, tail)
    tail = read.end
    return read.value
  })
  return { value, end: tail }
}

function writeRow(codecs: readonly Codec[], values: readonly unknown[]): string | null {
  const size = headOf(codecs)
  let heads = ''
  let tails = ''
  for (let at = 0; at < codecs.length; at += 1) {
    const codec = codecs[at]
    const text = codec?.write(values[at]) ?? null
    if (codec === undefined || text === null) return null
    if (codec.isDynamic) {
      heads += lengthWord(size + tails.length)
      tails += text
    } else heads += text
  }
  return heads + tails
}

function headOf(codecs: readonly Codec[]): number {
  return codecs.reduce((sum, { head }) => sum + head, 0)
}

function codecOf(parameter: AbiParameter): Codec {
  const { type } = parameter
  const list = /^(.+)\[(\d*)\]$/.exec(type)
  if (list) {
    const [, element = '', count = ''] = list
    return listCodec(codecOf({ ...parameter, type: element }), count === '' ? null : Number(count))
  }
  if (type === 'tuple') return structCodec(parameter.components ?? [])
  if (type === 'bytes') return { head: WORD, isDynamic: true, read: readBytes, write: writeBytes }
  if (type === 'string') return { head: WORD, isDynamic: true, read: readText, write: () => null }
  const { read, write } = wordOf(type)
  return {
    head: WORD,
    isDynamic: false,
    read: (text, at) => ({ value: read(wordAt(text, at)), end: at + WORD }),
    write,
  }
}

function listCodec(element: Codec, count: number | null): Codec {
  const isDynamic = count === null || element.isDynamic
  return {
    head: isDynamic ? WORD : element.head * (count ?? 0),
    isDynamic,
    read: (text, at) => {
      const start = count === null ? at + WORD : at
      const length = count ?? lengthAt(text, at) / 2
      // Checked before the list is allocated.
      if (!(start + length * element.head <= text.length)) throw new NotCanonical()
      return readRow(new Array<Codec>(length).fill(element), text, start)
    },
    write: (value) => {
      if (!Array.isArray(value) || value.length !== (count ?? value.length)) return null
      const row = writeRow(new Array<Codec>(value.length).fill(element), value)
      if (row === null || count !== null) return row
      return `${lengthWord(2 * value.length)}${row}`
    },
  }
}

function structCodec(components: readonly AbiParameter[]): Codec {
  const fields = components.map(codecOf)
  const names = components.map(({ name }) => name ?? '')
  if (fields.length === 0) throw new TypeError('A struct without fields cannot be read.')
  const isNamed = !names.includes('')
  const isDynamic = fields.some((field) => field.isDynamic)
  return {
    head: isDynamic ? WORD : headOf(fields),
    isDynamic,
    read: (text, at) => {
      const { value, end } = readRow(fields, text, at)
      if (!isNamed) return { value, end }
      return { value: Object.fromEntries(names.map((name, i) => [name, value[i]])), end }
    },
    write: (value) => {
      if (typeof value !== 'object' || value === null) return null
      const isList = Array.isArray(value)
      const values = names.map((name, at): unknown => Reflect.get(value, isList ? at : name))
      return writeRow(fields, values)
    },
  }
}

function readBytes(text: string, at: number): { value: Hex; end: number } {
  const start = at + WORD
  const length = lengthAt(text, at)
  const end = start + Math.ceil(length / WORD) * WORD
  if (!(end <= text.length)) throw new NotCanonical()
  const padding = text.slice(start + length, end)
  if (padding !== ZEROS.slice(0, padding.length)) throw new NotCanonical()
  return { value: `0x${text.slice(start, start + length)}`, end }
}

function writeBytes(value: unknown): string | null {
  if (typeof value !== 'string' || value.length % 2 !== 0 || !HEX.test(value)) return null
  const length = value.length - 2
  return `${lengthWord(length)}${value.slice(2).padEnd(Math.ceil(length / WORD) * WORD, '0')}`
}

function readText(text: string, at: number): { value: string; end: number } {
  const { value, end } = readBytes(text, at)
  try {
    return { value: decoder.decode(Buffer.from(value.slice(2), 'hex')), end }
  } catch {
    throw new NotCanonical()
  }
}

function wordOf(type: string): Word {
  const [, kind = '', digits = ''] = /^([a-z]+)(\d*)$/.exec(type) ?? []
  /** In bits, or of bytes in bytes. */
  const size = Number(digits)
  switch (kind) {
    case 'address':
      return {
        read: (word) => `0x${lowDigits(word, ADDRESS)}`,
        write: (value) => digitsOf(value, ADDRESS)?.padStart(WORD, '0') ?? null,
      }
    case 'bool':
      return {
        read: (word) => readBool(lowDigits(word, 1)),
        write: (value) => (typeof value === 'boolean' ? numberWord(value ? 1 : 0) : null),
      }
    case 'uint':
      return {
        read: (word) => toInteger(BigInt(`0x${lowDigits(word, size / 4)}`), size),
        write: (value) => (isUint(value, 1n << BigInt(size)) ? numberWord(value) : null),
      }
    case 'int':
      return { read: (word) => readSigned(word, size), write: () => null }
    case 'bytes':
      return {
        read: (word) => `0x${highDigits(word, 2 * size)}`,
        write: (value) => digitsOf(value, 2 * size)?.padEnd(WORD, '0') ?? null,
      }
    default:
      throw new TypeError(`Values of the type ${type} cannot be read.`)
  }
}

function lowDigits(word: string, count: number): string {
  if (!word.startsWith(ZEROS.slice(count))) throw new NotCanonical()
  return word.slice(WORD - count)
}

function highDigits(word: string, count: number): string {
  if (word.slice(count) !== ZEROS.slice(count)) throw new NotCanonical()
  return word.slice(0, count)
}

function digitsOf(value: unknown, digits: number): string | null {
  const isSo = typeof value === 'string' && value.length === digits + 2 && HEX.test(value)
  return isSo ? value.slice(2) : null
}

function readBool(digit: string): boolean {
  if (digit !== '0' && digit !== '1') throw new NotCanonical()
  return digit === '1'
}

function readSigned(word: string, bits: number): bigint | number {
  const value = BigInt.asIntN(256, BigInt(`0x${word}`))
  if (BigInt.asIntN(bits, value) !== value) throw new NotCanonical()
  return toInteger(value, bits)
}

function isUint(value: unknown, limit: bigint): value is bigint | number {
  const isInteger =
    typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value))
  return isInteger && value >= 0 && value < limit
}

function toInteger(value: bigint, bits: number): bigint | number {
  return bits <= NUMBER_BITS ? Number(value) : value
}

function wordAt(text: string, at: number): string {
  if (at + WORD > text.length) throw new NotCanonical()
  return text.slice(at, at + WORD)
}

/** An offset or length in bytes as a number of hex digits. Throws `NotCanonical` for one of more than 48 bits. */
function lengthAt(text: string, at: number): number {
  return 2 * Number.parseInt(lowDigits(wordAt(text, at), 12), 16)
}

/** Words that were written before: most lengths and offsets are the same in each request. */
const words = new Map<number, string>()
const MAX_WORDS = 10_000

/** An offset or length in bytes, of so many hex digits. */
function lengthWord(digits: number): string {
  const known = words.get(digits)
  if (known) return known
  const made = numberWord(digits / 2)
  if (words.size < MAX_WORDS) words.set(digits, made)
  return made
}

function numberWord(value: bigint | number): string {
  return value.toString(16).padStart(WORD, '0')
}
