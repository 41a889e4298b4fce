import { existsSync, readFileSync } from 'node:fs'
import { encodeAbiParameters, keccak256, stringToBytes, toFunctionSelector } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { Address, Hex } from '../../chains/address.ts'
import { encodeCall } from '../../chains/evm/viem.ts'
import { MODULES_QUESTION, SENTINEL } from '../../control/ask-getters.ts'
import { contractControl } from '../../control/contract-control.ts'
import {
  codeOf,
  type MemoryContract,
  memoryReader,
  word,
} from '../../control/fixtures/memory-chain.ts'
import { type FunctionName, SELECTORS } from '../../control/getters.ts'
import { runWalk } from '../../control/run-walk.ts'
import { addressIn } from '../../control/slots.ts'
import { walk } from '../../control/walk.ts'
import type { ContractControl } from '../../domain/control.ts'
import { parseHex } from '../wallet/evm/artifacts.ts'
import { formatChange } from './read-control.ts'

/** What L2BEAT read from Ethereum until 2024-03-11 (MIT), for 18 protocols of ours. */
const RECORDED_ANSWERS = new URL(
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
  modules: z.array(address).default([]),
  answers: z.record(z.string(), z.unknown()).default({}),
})
type RecordedContract = z.infer<typeof contractSchema>
const recordingSchema = z.looseObject({
  projects: z.array(z.looseObject({ protocol: z.string(), contracts: z.array(contractSchema) })),
})
const membersSchema = z.record(z.string(), z.looseObject({ members: z.array(address) }))

const isMissing = !existsSync(RECORDED_ANSWERS)
if (isMissing) console.warn('The recorded answers of the chain are not beside the project: skipped')

describe.skipIf(isMissing)('recorded answers of 2024-03-11', () => {
  const { projects } = isMissing
    ? { projects: [] }
    : recordingSchema.parse(JSON.parse(readFileSync(RECORDED_ANSWERS, 'utf8')))
  const controls = new Map<string, ContractControl>()

  beforeAll(async () => {
    const placed = new Map(
      projects.flatMap(({ contracts }) => contracts).map((each) => [each.address, each]),
    )
    const singletons = new Set([...placed.values()].flatMap(({ masterCopy }) => masterCopy ?? []))
    const targets = projects.flatMap(({ protocol, contracts }) =>
      contracts.map(({ address, type, name }) => ({
        address,
        name: `${protocol} ${name} ${address}`,
        role: type === 'gnosis safe' ? ('governance' as const) : ('funds' as const),
        protocol,
        candidates: [],
      })),
    )
    const reader = memoryReader(
      Object.fromEntries([...placed].map(([at, contract]) => [at, inMemory(contract)])),
    )
    const graph = await runWalk(
      reader,
      walk({
        targets,
        controllers: [],
        fixedCode: new Set(),
        spendingModules: new Set(),
        secondsPerBlock: 12,
        isSafe: ({ slots }) => {
          const singleton = addressIn(slots?.safeSingleton)
          return singleton !== null && singletons.has(singleton)
        },
      }),
    )
    for (const target of targets) controls.set(target.name, contractControl(graph, target, reader))
  })

  /** Words of each proxy of a protocol, and how many proxies have them. */
  const proxiesOf = (protocol: string) => {
    const counts: Record<string, number> = {}
    for (const [name, { proxy, codeChange }] of controls) {
      if (!name.startsWith(`${protocol} `) || !['eip1967', 'zos'].includes(proxy ?? '')) continue
      const words = formatChange(codeChange).join(' | ')
      counts[words] = (counts[words] ?? 0) + 1
    }
    return counts
  }

  test('the proxies of each protocol lead to whom the record names', () => {
    const found = Object.fromEntries(
      projects.flatMap(({ protocol }) => {
        const counts = proxiesOf(protocol)
        return Object.keys(counts).length === 0 ? [] : [[protocol, counts]]
      }),
    )
    expect(found).toEqual({
      across: { '? unidentified': 1 },
      aevo: { 'safe 3/5 after 0': 4 },
      cbridge: { 'eoa after 0': 1, 'nobody after 0': 1 },
      debridge: { 'safe 5/8 after 0': 5 },
      'dydx-v3': { 'unidentified after null | +': 4 },
      // One of two signers is enough, and both are contracts: each is a way of its own.
      eigenlayer: { 'safe 3/5 after 864000 | safe 9/13 after 0': 17 },
      loopring: { '? unidentified': 1 },
      'lyra-v2': { 'safe 3/5 after 0': 6 },
      'orbit-bridge': { 'unidentified after null | +': 4 },
      // Wormhole governs itself: its admin slot is zero, which does not mean that no one governs it.
      portal: { '? unidentified': 2 },
      stargate: { 'eoa after 0': 2, 'unidentified after null | +': 1 },
      synapse: { 'safe 2/3 after 180 | unidentified after 180 | unidentified after null | +': 1 },
    })
  })

  test('46 of 50 proxies lead to a path', () => {
    const words = projects.flatMap(({ protocol }) => Object.entries(proxiesOf(protocol)))
    const sum = (rows: [string, number][]) => rows.reduce((total, [, count]) => total + count, 0)
    expect(sum(words)).toBe(50)
    expect(sum(words.filter(([text]) => !text.startsWith('?')))).toBe(46)
  })
})

/** A contract whose code has the functions that were recorded, and which gives exactly the recorded answers. */
function inMemory(contract: RecordedContract): MemoryContract {
  const { type, answers, modules } = contract
  const functions: FunctionName[] = []
  const said: Record<Hex, Hex> = {}
  let code = type === 'immutable' ? '00' : 'f4'
  for (const [name, value] of Object.entries(answers)) {
    const answer = wordOf(value)
    if (answer === null) continue
    const selector = toFunctionSelector(`${name}()`)
    said[selector] = answer
    code += `63${selector.slice(2)}`
  }
  const roles = membersSchema.safeParse(answers.accessControl).data ?? {}
  for (const [name, { members }] of Object.entries(roles)) {
    for (const member of members) said[hasRole(name, member)] = word(1)
    functions.push('hasRole(bytes32,address)')
    if (name !== 'PROPOSER_ROLE') continue
    functions.push('schedule(address,uint256,bytes,bytes32,bytes32,uint256)')
    code += `7f${roleOf(name).slice(2)}`
  }
  if ('GRACE_PERIOD' in answers && 'delay' in answers)
    functions.push('queueTransaction(address,uint256,string,bytes,uint256)')
  if ('votingPeriod' in answers) functions.push('propose(address[],uint256[],bytes[],string)')
  if (type === 'gnosis safe') {
    const list = [{ type: 'address[]' }]
    const owners = z.array(address).parse(answers.getOwners ?? [])
    said[SELECTORS['getOwners()']] = encodeAbiParameters(list, [owners])
    const page = encodeAbiParameters([...list, { type: 'address' }], [modules, SENTINEL])
    said[MODULES_QUESTION] = page
  }
  return { code: codeOf(functions, code), slots: slotsOf(contract), answers: said }
}

function slotsOf({
  type,
  implementation,
  admin,
  masterCopy,
}: RecordedContract): NonNullable<MemoryContract['slots']> {
  const code = Array.isArray(implementation) ? undefined : implementation
  if (type === 'gnosis safe') return { ...(masterCopy && { safeSingleton: masterCopy }) }
  if (type === 'EIP1967 proxy')
    return { ...(code && { implementation1967: code }), ...(admin && { admin1967: admin }) }
  if (type === 'ZeppelinOS proxy')
    return { ...(code && { implementationZos: code }), ...(admin && { adminZos: admin }) }
  return {}
}

function roleOf(name: string): Hex {
  return name === 'DEFAULT_ADMIN_ROLE' ? word(0) : keccak256(stringToBytes(name))
}

function hasRole(name: string, member: Address): Hex {
  return encodeCall('function hasRole(bytes32, address)', [roleOf(name), member])
}

function wordOf(value: unknown): Hex | null {
  if (typeof value === 'boolean') return word(value ? 1 : 0)
  if (typeof value === 'number') return word(BigInt(value))
  if (typeof value !== 'string') return null
  if (/^0x[0-9a-fA-F]{40}$/.test(value)) return word(parseHex(value.toLowerCase()))
  return /^\d+$/.test(value) ? word(BigInt(value)) : null
}
