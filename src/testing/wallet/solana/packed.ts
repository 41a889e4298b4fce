import {
  fixEncoderSize,
  getAddressEncoder,
  getU8Encoder,
  getU16Encoder,
  getU32Encoder,
  getU64Encoder,
  getU128Encoder,
  getUtf8Encoder,
  isAddress,
} from '@solana/kit'
import * as z from 'zod'
import rows from './shapes.json' with { type: 'json' }

/** A field: a number, a key, a text of so many bytes, a list of structs, or so many bytes that no test sets. */
type Field = 'u8' | 'u16' | 'u32' | 'u64' | 'u128' | 'key' | number | { text: number } | List
interface List {
  count: number
  of: Shape
}
/** The fields of a struct in the order in which its program publishes them, without gaps. */
export type Shape = Readonly<Record<string, Field>>
export type Values = { readonly [name: string]: bigint | string | readonly Values[] | undefined }

const shape: z.ZodType<Shape> = z.lazy(() =>
  z.record(
    z.string(),
    z.union([
      z.enum(['u8', 'u16', 'u32', 'u64', 'u128', 'key']),
      z.number(),
      z.strictObject({ text: z.number() }),
      z.strictObject({ count: z.number(), of: shape }),
    ]),
  ),
)
const shapes = z.record(z.string(), z.record(z.string(), shape)).parse(rows)

/** A struct of `shapes.json`. Throws for one that is not there. */
export function shapeOf(program: string, name: string): Shape {
  const found = shapes[program]?.[name]
  if (!found) throw new RangeError(`${program} has no struct ${name}`)
  return found
}

/** The bytes of a struct; what has no value is zero. */
export function packed(shape: Shape, values: Values = {}): Uint8Array {
  for (const name of Object.keys(values)) {
    if (!(name in shape)) throw new Error(`the struct has no field ${name}`)
  }
  return Buffer.concat(
    Object.entries(shape).map(([name, field]) =>
      Uint8Array.from(bytesOf(name, field, values[name])),
    ),
  )
}

function bytesOf(name: string, field: Field, value: Values[string]): ArrayLike<number> {
  if (typeof field === 'number') return new Uint8Array(field)
  if (typeof field === 'object' && 'of' in field) {
    const rows = Array.isArray(value) ? value : []
    const all = Array.from({ length: field.count }, (_, i) => packed(field.of, rows[i]))
    return Buffer.concat(all)
  }
  if (field === 'key') {
    if (value === undefined) return new Uint8Array(32)
    if (typeof value !== 'string' || !isAddress(value)) throw new Error(`${name} is no address`)
    return getAddressEncoder().encode(value)
  }
  if (typeof field === 'object') {
    return fixEncoderSize(getUtf8Encoder(), field.text).encode(String(value ?? ''))
  }
  const number = typeof value === 'bigint' ? value : 0n
  switch (field) {
    case 'u8':
      return getU8Encoder().encode(number)
    case 'u16':
      return getU16Encoder().encode(number)
    case 'u32':
      return getU32Encoder().encode(number)
    case 'u64':
      return getU64Encoder().encode(number)
    case 'u128':
      return getU128Encoder().encode(number)
  }
}
