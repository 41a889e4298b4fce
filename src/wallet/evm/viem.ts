import type {
  Abi,
  AbiFunction,
  AbiParameter,
  AbiStateMutability,
  ContractFunctionArgs,
  ContractFunctionName,
  ContractFunctionReturnType,
  ParseAbiItem,
} from 'viem'
import {
  decodeFunctionResult,
  encodeAbiParameters,
  encodeFunctionData,
  isAddress,
  parseAbiItem,
  toFunctionSelector,
} from 'viem/utils'
import { decodeWords, encodeWords } from './abi-words.ts'
import { type Address, type Hex, Unreadable } from './driver.ts'

/** More than any honest answer of a curated contract: two thousand rows of four words. */
const MAX_REPLY_BYTES = 256 * 1024

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
}
const functions = new Map<string, Signature>()

/** The parsed signature. Signatures are constants of the code, so the map stays small. */
function functionOf(signature: string): Signature {
  const parsed = functions.get(signature)
  if (parsed) return parsed
  const item = parseAbiItem(signature)
  if (item.type !== 'function') throw new TypeError(`Not a function: ${signature}`)
  const made = { item, selector: toFunctionSelector(item) }
  functions.set(signature, made)
  return made
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
  const { item, selector } = functionOf(signature)
  const words = encodeWords(item.inputs, args)
  if (words !== null) return `${selector}${words}`
  return encodeFunctionData({ abi: [item], functionName: item.name, args })
}

/**
 * The values in a reply, addresses in lower case. Throws `Unreadable` unless the bytes are exactly what Solidity would
 * return for these values: nothing missing, nothing behind them, no bits outside a type. That refuses an account without
 * code, a struct with more or fewer fields and 200 KB of zeros. It cannot refuse a contract that means something else by
 * the same shape (every bool is also a uint256): that is for the registry's own check.
 */
export function decodeReply<const Signature extends string>(
  signature: Signature,
  data: Hex,
  maxBytes?: number,
): ResultOf<Signature>
export function decodeReply(signature: string, data: Hex, maxBytes = MAX_REPLY_BYTES): unknown {
  const { item } = functionOf(signature)
  const words = decodeWords(item.outputs, data)
  if (words !== undefined) return words.length === 1 ? words[0] : words
  const bytes = (data.length - 2) / 2
  if (bytes > maxBytes) throw new Unreadable(`${item.name} answered with ${bytes} bytes`)
  try {
    const value: unknown = decodeFunctionResult({ abi: [item], functionName: item.name, data })
    const values = item.outputs.length === 1 ? [value] : tuple(value)
    if (encodeAbiParameters(item.outputs, values) === data.toLowerCase()) {
      const lower = values.map((each, index) => lowerAddresses(item.outputs[index], each))
      return item.outputs.length === 1 ? lower[0] : lower
    }
  } catch (cause) {
    throw new Unreadable(`${item.name} answered with bytes that do not decode`, { cause })
  }
  throw new Unreadable(`${item.name} answered with bytes that no such value encodes to`)
}

function tuple(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The same value with its addresses in lower case; viem writes them with a checksum. */
function lowerAddresses(parameter: AbiParameter | undefined, value: unknown): unknown {
  if (parameter === undefined) return value
  if (parameter.type.endsWith(']')) {
    const element = { ...parameter, type: parameter.type.slice(0, parameter.type.lastIndexOf('[')) }
    return tuple(value).map((each) => lowerAddresses(element, each))
  }
  if (parameter.type === 'address' && typeof value === 'string') return value.toLowerCase()
  if (!('components' in parameter) || typeof value !== 'object' || value === null) return value
  const fields = parameter.components
  if (Array.isArray(value)) return value.map((each, at) => lowerAddresses(fields[at], each))
  const byName = new Map(fields.map((field) => [field.name, field]))
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, lowerAddresses(byName.get(name), each)]),
  )
}

/** What resolving a name takes of viem. It brings all of viem along, so it is loaded only when somebody asks for a name. */
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

/** The address in lower case, or null for anything else: a mixed-case address must have the right checksum. */
export function toAddress(text: string): Address | null {
  const lower = text.toLowerCase()
  return isAddress(text) && isAddress(lower) ? lower : null
}
