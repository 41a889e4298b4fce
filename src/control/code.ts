import type { Address, Hex } from '../chains/address.ts'
import { isBurned } from './slots.ts'

/** What the bytes of a contract show without running them. */
export interface CodeFacts {
  opcodes: ReadonlySet<number>
  /** Addresses that stand in the code as constants. */
  constants: readonly Address[]
}

export const OPCODE = {
  sload: 0x54,
  sstore: 0x55,
  create: 0xf0,
  call: 0xf1,
  callcode: 0xf2,
  delegatecall: 0xf4,
  create2: 0xf5,
  selfdestruct: 0xff,
} as const

const PUSH1 = 0x60
const PUSH32 = 0x7f
const MASK: Address = `0x${'f'.repeat(40)}`
/** Bytes of the metadata that Solidity adds: longer ones are code. */
const MAX_METADATA = 120
const CBOR_MAP = 0xa0

/** The opcodes and constants of some code, outside of push data and of the metadata at its end. */
export function readCode(code: Hex): CodeFacts {
  const bytes = Buffer.from(code.slice(2), 'hex')
  const end = bytes.length - metadataLength(bytes)
  const opcodes = new Set<number>()
  const constants = new Set<Address>()
  for (let at = 0; at < end; at++) {
    const opcode = bytes[at] ?? 0
    opcodes.add(opcode)
    if (opcode < PUSH1 || opcode > PUSH32) continue
    const length = opcode - PUSH1 + 1
    const data = bytes.subarray(at + 1, at + 1 + length).toString('hex')
    const address = length === 20 || length === 32 ? addressOf(data) : null
    if (address) constants.add(address)
    at += length
  }
  return { opcodes, constants: [...constants] }
}

/** The address in pushed data of 20 or 32 bytes; null for masks, small numbers and longer values. */
function addressOf(data: string): Address | null {
  const found = /^(?:0{24})?([0-9a-f]{40})$/.exec(data)?.[1]
  if (found === undefined || found.startsWith('0'.repeat(24))) return null
  const address: Address = `0x${found}`
  return address === MASK || isBurned(address) ? null : address
}

/** The compiler writes the length of the metadata in the last two bytes. */
function metadataLength(bytes: Buffer): number {
  if (bytes.length < 45) return 0
  const length = bytes.readUInt16BE(bytes.length - 2) + 2
  const start = bytes.length - length
  const isMap = start > 0 && ((bytes[start] ?? 0) & 0xe0) === CBOR_MAP
  return length < MAX_METADATA && isMap ? length : 0
}

/**
 * True when the four bytes of a function stand anywhere in the code. Compilers leave out leading zeros, and some keep selectors in
 * tables. A false hit costs one call that reverts.
 */
export function hasSelector(code: string, selector: Hex): boolean {
  const bytes = selector.slice(2).replace(/^(00)+/, '')
  return code.includes(bytes)
}

/** True when code can neither run other code in its own storage nor remove itself: it is fixed for ever. */
export function isFixed({ opcodes }: CodeFacts): boolean {
  const changing = [OPCODE.delegatecall, OPCODE.callcode, OPCODE.selfdestruct]
  return !changing.some((opcode) => opcodes.has(opcode))
}

/** EIP-1167: the contract that a minimal clone runs. */
const CLONE = /^0x363d3d373d3d3d363d73([0-9a-f]{40})5af43d82803e903d91602b57fd5bf3/

export function cloneTarget(code: Hex): Address | null {
  const target = CLONE.exec(code)?.[1]
  return target === undefined ? null : `0x${target}`
}

/** EIP-7702: the contract that an account of a person runs. */
const DELEGATED = /^0xef0100([0-9a-f]{40})$/

export function delegateOf(code: Hex): Address | null {
  const delegate = DELEGATED.exec(code)?.[1]
  return delegate === undefined ? null : `0x${delegate}`
}
