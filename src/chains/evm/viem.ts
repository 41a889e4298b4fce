import type {
  Abi,
  AbiFunction,
  AbiStateMutability,
  ContractFunctionArgs,
  ContractFunctionName,
  ContractFunctionReturnType,
  ParseAbiItem,
} from 'viem'
import {
  encodeFunctionData,
  isAddress,
  keccak256,
  parseAbiItem,
  toFunctionSelector,
} from 'viem/utils'
import type { Address, Hex } from '../address.ts'
import { Unreadable } from '../unreadable.ts'
import { createDecoder, createEncoder } from './abi-codec.ts'

/** More than any honest answer of a curated contract: two thousand rows of four words. */
const MAX_REPLY_BYTES = 256 * 1024
const WORD_BYTES = 32

type AbiOf<Signature extends string> =
  ParseAbiItem<Signature> extends infer Item extends AbiFunction ? readonly [Item] : Abi
type NameIn<Items extends Abi> = ContractFunctionName<Items>

/** What `encodeCall` takes for this signature. */
export type ArgsOf<Signature extends string> = ContractFunctionArgs<
  AbiOf<Signature>,
  AbiStateMutability,
  NameIn<AbiOf<Signature>>
>

/** What `decodeReply` gives for this signature: one value as itself, several as a tuple, structs as objects. */
export type ResultOf<Signature extends string> = ContractFunctionReturnType<
  AbiOf<Signature>,
  AbiStateMutability,
  NameIn<AbiOf<Signature>>
>

interface Signature {
  item: AbiFunction
  selector: Hex
  encode: ReturnType<typeof createEncoder>
  decode: ReturnType<typeof createDecoder>
  /** What was encoded last: most readers ask many contracts the same. */
  last: { args: readonly unknown[]; data: Hex } | null
  /** What was decoded last, if it is one word: most contracts answer the same. */
  lastReply: { data: Hex; value: unknown } | null
}
const functions = new Map<string, Signature>()

/** The parsed signature. Signatures are constants of the code, so the map stays small. */
function functionOf(signature: string): Signature {
  const parsed = functions.get(signature)
  if (parsed) return parsed
  const item = parseAbiItem(signature)
  if (item.type !== 'function') throw new TypeError(`Not a function: ${signature}`)
  const made: Signature = {
    item,
    selector: toFunctionSelector(item),
    encode: createEncoder(item.inputs),
    decode: createDecoder(item.outputs),
    last: null,
    lastReply: null,
  }
  functions.set(signature, made)
  return made
}

/** The first four bytes of a call of this function, by which a lens asks it, and which stand in the code of a contract that has it. */
export function selectorOf(signature: string): Hex {
  return functionOf(signature).selector
}

/**
 * The calldata of one call. The signature is the text of Solidity: `function balanceOf(address) view returns (uint256)`;
 * structs are written inline: `((uint256 id, address pool)[])`. Throws viem's error when an argument does not fit.
 */
export function encodeCall<const Signature extends string>(
  signature: Signature,
  args: ArgsOf<Signature>,
): Hex
export function encodeCall(signature: string, args: readonly unknown[]): Hex {
  const known = functionOf(signature)
  if (known.last && isSame(known.last.args, args)) return known.last.data
  const { item, selector, encode } = known
  const words = encode(args)
  const data: Hex =
    words === null
      ? encodeFunctionData({ abi: [item], functionName: item.name, args })
      : `${selector}${words}`
  known.last = { args: [...args], data }
  return data
}

/** Lists and structs are never the same, because their content may have changed. */
function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return (
    one.length === other.length &&
    one.every((value, at) => typeof value !== 'object' && value === other[at])
  )
}

/**
 * The values in a reply, addresses in lower case. Throws `Unreadable` unless the bytes are exactly what Solidity would
 * return for these values: nothing missing, nothing after them, no bits outside a type. That refuses an account without code, a
 * struct with more or fewer fields, and 200 KB of zeros. It cannot detect a contract that means something else by the same shape
 * (every bool is also a uint256): `npm run contracts -- --check` does.
 */
export function decodeReply<const Signature extends string>(
  signature: Signature,
  data: Hex,
  maxBytes?: number,
): ResultOf<Signature>
export function decodeReply(signature: string, data: Hex, maxBytes = MAX_REPLY_BYTES): unknown {
  const known = functionOf(signature)
  if (known.lastReply?.data === data) return known.lastReply.value
  const { item, decode } = known
  const bytes = (data.length - 2) / 2
  if (bytes > maxBytes) throw new Unreadable(`${item.name} answered with ${bytes} bytes`)
  const values = decode(data)
  if (values === null)
    throw new Unreadable(`${item.name} answered with bytes that do not encode its return type`)
  const value = values.length === 1 ? values[0] : values
  if (bytes === WORD_BYTES && typeof value !== 'object') known.lastReply = { data, value }
  return value
}

/** The part of viem that resolves names. It pulls in all of viem, so it is loaded with the first name. */
export async function loadEns() {
  const [{ BaseError, ContractFunctionRevertedError, createClient, custom }, ens] =
    await Promise.all([import('viem'), import('viem/ens')])
  const { getEnsAddress, normalize } = ens
  return {
    BaseError,
    ContractFunctionRevertedError,
    createClient,
    custom,
    getEnsAddress,
    normalize,
  }
}

/** The hash of bytes, as the chain computes it for code. */
export function hashOf(data: Hex): Hex {
  return keccak256(data)
}

/** The address in lower case, or null for anything else: a mixed-case address must have the right checksum. */
export function toAddress(text: string): Address | null {
  const lower = text.toLowerCase()
  return isAddress(text) && isAddress(lower) ? lower : null
}
