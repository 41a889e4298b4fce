import type { Hex } from '../address.ts'

/** The fields of an ABI parameter that are used here. */
export interface AbiParameter {
  readonly type: string
  readonly name?: string | undefined
  readonly components?: readonly AbiParameter[]
}

/** How one type is read. Positions and lengths are in hex digits. */
interface Codec {
  /** Its length in the head: of the value itself, or of its offset if dynamic. */
  head: number
  isDynamic: boolean
  /** The value that starts at a position, and its end. Throws `NotCanonical`. */
  read: (text: string, at: number) => { value: unknown; end: number }
}

class NotCanonical extends Error {
  override name = 'NotCanonical'
}

const WORD = 64
const HEX = /^0x[0-9a-f]*$/
const ZEROS = '0'.repeat(WORD)
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

/** Adjacent values: the head of each, then the dynamic ones in the same order. */
function readRow(
  codecs: readonly Codec[],
  text: string,
  start: number,
): { value: unknown[]; end: number } {
  let head = start
  let tail = start + codecs.reduce((sum, codec) => sum + codec.head, 0)
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

function codecOf(parameter: AbiParameter): Codec {
  const { type } = parameter
  const list = /^(.+)\[(\d*)\]$/.exec(type)
  if (list) {
    const [, element = '', count = ''] = list
    return listCodec(codecOf({ ...parameter, type: element }), count === '' ? null : Number(count))
  }
  if (type === 'tuple') return structCodec(parameter.components ?? [])
  if (type === 'bytes') return { head: WORD, isDynamic: true, read: readBytes }
  if (type === 'string') return { head: WORD, isDynamic: true, read: readText }
  const ofWord = wordReader(type)
  return {
    head: WORD,
    isDynamic: false,
    read: (text, at) => ({ value: ofWord(wordAt(text, at)), end: at + WORD }),
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
  }
}

function structCodec(components: readonly AbiParameter[]): Codec {
  const fields = components.map(codecOf)
  const names = components.map(({ name }) => name ?? '')
  if (fields.length === 0) throw new TypeError('A struct without fields cannot be read.')
  const isNamed = !names.includes('')
  const isDynamic = fields.some((field) => field.isDynamic)
  return {
    head: isDynamic ? WORD : fields.reduce((sum, { head }) => sum + head, 0),
    isDynamic,
    read: (text, at) => {
      const { value, end } = readRow(fields, text, at)
      if (!isNamed) return { value, end }
      return { value: Object.fromEntries(names.map((name, i) => [name, value[i]])), end }
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

function readText(text: string, at: number): { value: string; end: number } {
  const { value, end } = readBytes(text, at)
  try {
    return { value: decoder.decode(Buffer.from(value.slice(2), 'hex')), end }
  } catch {
    throw new NotCanonical()
  }
}

function wordReader(type: string): (word: string) => unknown {
  const [, kind = '', size = ''] = /^([a-z]+)(\d*)$/.exec(type) ?? []
  const digits = Number(size) / 4
  switch (kind) {
    case 'address':
      return (word) => `0x${lowDigits(word, 40)}`
    case 'bool':
      return (word) => readBool(lowDigits(word, 1))
    case 'uint':
      return (word) => toInteger(BigInt(`0x${lowDigits(word, digits)}`), Number(size))
    case 'int':
      return (word) => readSigned(word, Number(size))
    case 'bytes':
      return (word) => {
        const end = Number(size) * 2
        if (word.slice(end) !== ZEROS.slice(end)) throw new NotCanonical()
        return `0x${word.slice(0, end)}`
      }
    default:
      throw new TypeError(`Values of the type ${type} cannot be read.`)
  }
}

function lowDigits(word: string, count: number): string {
  if (!word.startsWith(ZEROS.slice(count))) throw new NotCanonical()
  return word.slice(WORD - count)
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
