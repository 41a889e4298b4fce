import * as z from 'zod'
import packageFile from '../../package.json' with { type: 'json' }
import { fromTron } from '../../src/chains/tron-address.ts'
import type { Token } from '../../src/wallet/model/entry-base.ts'
import { lower, slug } from './lower.ts'
import { knownToken } from './tokens.ts'

const ADDRESS = /^0x[0-9a-fA-F]{40}$/
const TRON_ADDRESS = /^T[1-9A-HJ-NP-Za-km-z]{33}$/
/** Symbol, decimals and address; without decimals it is a token of the lists of tokens. */
const TOKEN = /^(\S+)(?: (\d+))? (0x[0-9a-fA-F]{40}|T[1-9A-HJ-NP-Za-km-z]{33})$/
const packed = z.strictObject({ packed: z.array(z.string()) })
const versions = z.record(z.string(), z.string()).parse(packageFile.devDependencies)

/**
 * The values of a row as an entry has them: addresses in lower case, tokens as objects, `{ packed }` as addresses in a row. In texts,
 * `{field.field}` is the text of that field, and `{@scope/package}` the package with its version.
 */
export function resolved(row: Record<string, unknown>, chainId: number): Record<string, unknown> {
  const values = resolvedFields(row, chainId)
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? filledIn(value, values, name === 'id') : value,
    ]),
  )
}

function resolvedFields(fields: object, chainId: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, resolvedValue(value, chainId)]),
  )
}

function resolvedValue(value: unknown, chainId: number): unknown {
  if (typeof value === 'string') return resolvedText(value, chainId)
  if (Array.isArray(value)) return value.map((each) => resolvedValue(each, chainId))
  if (typeof value !== 'object' || value === null) return value
  const list = packed.safeParse(value)
  if (list.success) return pack(list.data.packed.map(lower))
  return resolvedFields(value, chainId)
}

function resolvedText(text: string, chainId: number): unknown {
  if (ADDRESS.test(text)) return lower(text)
  if (TRON_ADDRESS.test(text)) return tronAddress(text)
  const [, symbol, decimals, address] = TOKEN.exec(text) ?? []
  if (!symbol || !address) return text
  if (decimals === undefined) return listedToken(chainId, symbol, address)
  return { address: resolvedText(address, chainId), symbol, decimals: Number(decimals) }
}

function listedToken(chainId: number, symbol: string, address: string): Token {
  const found = knownToken(chainId, address)
  if (found.symbol === symbol) return found
  throw new TypeError(`${address} is ${found.symbol} in the lists of tokens, not ${symbol}.`)
}

function tronAddress(text: string): string {
  const found = fromTron(text)
  if (found === null) throw new TypeError(`${text} is not a Tron address.`)
  return found
}

/** Addresses in a row, as a driver unpacks them. */
export function pack(addresses: readonly string[]): `0x${string}` {
  return `0x${addresses.map((each) => each.slice(2)).join('')}`
}

function filledIn(text: string, fields: Record<string, unknown>, isId: boolean): string {
  return text.replace(/\{([^}]+)\}/g, (_, path: string) => {
    if (path.startsWith('@')) return `${path}@${versions[path] ?? missing(path)}`
    const found = path.split('.').reduce(fieldOf, fields)
    if (typeof found !== 'string') return missing(path)
    const value = filledIn(found, fields, false)
    return isId ? slug(value) : value
  })
}

function fieldOf(value: unknown, name: string): unknown {
  return z.looseObject({}).safeParse(value).data?.[name]
}

function missing(path: string): never {
  throw new TypeError(`Nothing in the row, or in package.json, is named ${path}.`)
}
