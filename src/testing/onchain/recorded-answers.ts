import { readFileSync } from 'node:fs'
import {
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  keccak256,
  padHex,
  parseAbi,
  stringToBytes,
  toFunctionSelector,
  toHex,
} from 'viem'
import * as z from 'zod'
import type { Address, Hex } from '../../chains/address.ts'
import { SENTINEL } from '../../control/ask-getters.ts'
import { SLOTS } from '../../control/slots.ts'
import { parseHex } from '../wallet/evm/artifacts.ts'
import type { Rig } from '../wallet/evm/rig.ts'

/** What L2BEAT read from Ethereum until 2024-03-11 (MIT), for 18 protocols of ours. */
export const RECORDED_ANSWERS = new URL(
  '../../../../shared/reference/onchain/answers-2024-03-11.json',
  import.meta.url,
)

const address = z.string().transform((text): Address => parseHex(text.toLowerCase()))
const contractSchema = z.looseObject({
  address,
  name: z.string(),
  type: z.string(),
  implementation: z.union([address, z.array(address)]).optional(),
  admin: address.optional(),
  masterCopy: address.optional(),
  modules: z.array(address).optional(),
  answers: z.record(z.string(), z.unknown()).default({}),
})
export type RecordedContract = z.infer<typeof contractSchema>
const recordingSchema = z.looseObject({
  projects: z.array(
    z.looseObject({
      protocol: z.string(),
      project: z.string(),
      block: z.number(),
      contracts: z.array(contractSchema),
    }),
  ),
})
const membersSchema = z.record(z.string(), z.looseObject({ members: z.array(address) }))

export function readRecording() {
  return recordingSchema.parse(JSON.parse(readFileSync(RECORDED_ANSWERS, 'utf8'))).projects
}

/** Places a recorded contract on a local chain: code that gives exactly its answers, and its slots. */
export async function placeRecorded(rig: Rig, contract: RecordedContract): Promise<void> {
  await rig.rpc('anvil_setCode', [contract.address, stubOf(contract)])
  for (const [slot, value] of slotsOf(contract)) {
    await rig.rpc('anvil_setStorageAt', [contract.address, slot, padHex(value, { size: 32 })])
  }
}

function slotsOf({ type, implementation, admin, masterCopy }: RecordedContract): [Hex, Address][] {
  const code = Array.isArray(implementation) ? undefined : implementation
  const isZos = type === 'ZeppelinOS proxy'
  if (type === 'gnosis safe' && masterCopy) return [[SLOTS.safeSingleton, masterCopy]]
  if (type !== 'EIP1967 proxy' && !isZos) return []
  return [
    ...(code ? [[isZos ? SLOTS.implementationZos : SLOTS.implementation1967, code] as const] : []),
    ...(admin ? [[isZos ? SLOTS.adminZos : SLOTS.admin1967, admin] as const] : []),
  ].map(([slot, value]): [Hex, Address] => [slot, value])
}

const SELECTOR_ONLY = {
  hasRole: '91d14854',
  schedule: '01d5062a',
  queueTransaction: '3a66f901',
  propose: '7d5e81e2',
}
const DELEGATECALL = 'f4'

/** Selectors of the functions that it has stand behind its code, where they never run. */
function stubOf({ type, answers, modules }: RecordedContract): Hex {
  const calls = new Map<Hex, Hex>()
  let tail = type === 'immutable' ? '' : DELEGATECALL
  const has = (selector: string) => {
    tail += `63${selector}`
  }
  for (const [name, value] of Object.entries(answers)) {
    const word = wordOf(value)
    if (word === null) continue
    const selector = toFunctionSelector(`${name}()`)
    calls.set(selector, word)
    has(selector.slice(2))
  }
  const roles = membersSchema.safeParse(answers.accessControl).data ?? {}
  for (const [name, { members }] of Object.entries(roles)) {
    for (const member of members) calls.set(hasRole(name, member), toHex(1, { size: 32 }))
    has(SELECTOR_ONLY.hasRole)
    if (name === 'PROPOSER_ROLE') tail += `63${SELECTOR_ONLY.schedule}7f${roleOf(name).slice(2)}`
  }
  if ('GRACE_PERIOD' in answers && 'delay' in answers) has(SELECTOR_ONLY.queueTransaction)
  if ('votingPeriod' in answers) has(SELECTOR_ONLY.propose)
  if (type === 'gnosis safe') addSafe(calls, answers, modules ?? [])
  return dispatcher(calls, tail)
}

function addSafe(calls: Map<Hex, Hex>, answers: Record<string, unknown>, modules: Address[]): void {
  const owners = z.array(address).parse(answers.getOwners ?? [])
  calls.set('0xa0e67e2b', encodeAbiParameters([{ type: 'address[]' }], [owners]))
  const question = encodeFunctionData({
    abi: parseAbi(['function getModulesPaginated(address, uint256)']),
    args: [SENTINEL, 50n],
  })
  const types = [{ type: 'address[]' }, { type: 'address' }]
  calls.set(question, encodeAbiParameters(types, [modules, SENTINEL]))
}

function roleOf(name: string): Hex {
  return name === 'DEFAULT_ADMIN_ROLE' ? toHex(0, { size: 32 }) : keccak256(stringToBytes(name))
}

function hasRole(name: string, member: Address): Hex {
  return concatHex([`0x${SELECTOR_ONLY.hasRole}`, roleOf(name), padHex(member, { size: 32 })])
}

function wordOf(value: unknown): Hex | null {
  if (typeof value === 'boolean') return toHex(value ? 1 : 0, { size: 32 })
  if (typeof value === 'number') return toHex(value, { size: 32 })
  if (typeof value !== 'string') return null
  if (/^0x[0-9a-fA-F]{40}$/.test(value)) return padHex(parseHex(value.toLowerCase()), { size: 32 })
  return /^\d+$/.test(value) ? toHex(BigInt(value), { size: 32 }) : null
}

const two = (value: number) => value.toString(16).padStart(4, '0')

/**
 * Code that compares the hash of its calldata with those of the recorded calls and returns the recorded bytes; any other call
 * reverts. Words are pushed inverted, so that no answer looks like a constant of the code.
 */
function dispatcher(calls: ReadonlyMap<Hex, Hex>, tail: string): Hex {
  const rows = [...calls].map(([question, answer]) => ({ question, body: bodyOf(answer) }))
  // calldatacopy(0, 0, calldatasize()); keccak256(0, calldatasize())
  const head = '3660006000373660002060'.slice(0, -2)
  const entryBytes = 1 + 33 + 1 + 3 + 1
  let at = head.length / 2 + rows.length * entryBytes + 5
  let table = ''
  for (const { question, body } of rows) {
    // dup1; push32 hash; eq; push2 target; jumpi
    table += `807f${keccak256(question).slice(2)}1461${two(at)}57`
    at += body.length / 2
  }
  const bodies = rows.map(({ body }) => body).join('')
  // push1 0; dup1; revert … invalid
  return `0x${head}${table}600080fd00${bodies}fe${tail}`
}

/** jumpdest; mstore of each word; return. */
function bodyOf(answer: Hex): string {
  const words = answer.slice(2).match(/.{64}/g) ?? []
  const stores = words.map((word, at) => {
    const inverted = [...word].map((digit) => (15 - Number.parseInt(digit, 16)).toString(16))
    return `7f${inverted.join('')}1961${two(at * 32)}52`
  })
  return `5b${stores.join('')}61${two(words.length * 32)}6000f3`
}
