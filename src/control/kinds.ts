import type { Address } from '../chains/address.ts'
import { booleanAnswer, numberAnswer } from './answers.ts'
import type { Inspection } from './chain-reader.ts'
import { cloneTarget, hasSelector, OPCODE } from './code.ts'
import { ROLES, SELECTORS } from './getters.ts'
import type { GraphNode, ProxyFacts } from './graph.ts'
import { addressIn, isBurned, SLOTS } from './slots.ts'

/** The kind of proxy that code and slots show, in the order in which they count; null when they show none. */
export function proxyOf({ code, slots }: Inspection): ProxyFacts | null {
  const target = cloneTarget(code)
  if (target) return { kind: 'clone', implementation: target }
  const beacon = someone(addressIn(slots?.beacon1967))
  if (beacon) return { kind: 'beacon', beacon }
  const admin = addressIn(slots?.admin1967)
  const zosAdmin = addressIn(slots?.adminZos)
  const standard = someone(addressIn(slots?.implementation1967))
  if (standard) {
    return {
      kind: 'eip1967',
      implementation: standard,
      admin: set(admin, slots?.admin1967) ?? set(zosAdmin, slots?.adminZos),
    }
  }
  const zos = someone(addressIn(slots?.implementationZos))
  if (zos) return { kind: 'zos', implementation: zos, admin: set(zosAdmin, slots?.adminZos) }
  const universal = someone(addressIn(slots?.implementation1822))
  if (universal) return { kind: 'eip1822', implementation: universal, admin: null }
  return null
}

function someone(address: Address | null): Address | null {
  return address === null || isBurned(address) ? null : address
}

/** An admin of `0xdead` is set, and has no key; a slot of zeros is not set. */
function set(admin: Address | null, word: string | undefined): Address | null {
  return word !== undefined && BigInt(word) === 0n ? null : admin
}

/** A contract that decides for others, by what its code and its answers show together. A getter alone proves nothing. */
export type ControllerKind =
  | 'safe'
  | 'oz-timelock'
  | 'compound-timelock'
  | 'zodiac-delay'
  | 'governor'
  /** It answers as a multisig does, and is not a Safe. */
  | 'unproven-multisig'

export function controllerKind(node: GraphNode): ControllerKind | null {
  const { text, answers } = node
  if (node.safe) return 'safe'
  const has = (name: keyof typeof SELECTORS) => hasSelector(text, SELECTORS[name])
  const isNumber = (name: keyof typeof SELECTORS) => numberAnswer(answers.get(name)) !== null
  if (
    has('schedule(address,uint256,bytes,bytes32,bytes32,uint256)') &&
    text.includes(ROLES.PROPOSER_ROLE.slice(2)) &&
    isNumber('getMinDelay()')
  )
    return 'oz-timelock'
  if (
    has('queueTransaction(address,uint256,string,bytes,uint256)') &&
    isNumber('GRACE_PERIOD()') &&
    isNumber('delay()')
  )
    return 'compound-timelock'
  if (isNumber('txCooldown()') && answers.get('avatar()') && node.modules.length > 0)
    return 'zodiac-delay'
  const proposes =
    has('propose(address[],uint256[],bytes[],string)') ||
    has('propose(address[],uint256[],string[],bytes[],string)')
  if (proposes && isNumber('votingPeriod()')) return 'governor'
  return has('getThreshold()') && has('getOwners()') ? 'unproven-multisig' : null
}

/** True when code and answers prove the kind: then a curated row says less than the chain. */
export function isProven(node: GraphNode | undefined): node is GraphNode {
  const kind = node && controllerKind(node)
  return kind !== undefined && kind !== null && kind !== 'unproven-multisig'
}

/** True when the functions of EIP-1822 and EIP-1967 that change a proxy's code stand in this code. */
export function hasUpgrade(code: string): boolean {
  return (
    hasSelector(code, SELECTORS['upgradeTo(address)']) ||
    hasSelector(code, SELECTORS['upgradeToAndCall(address,bytes)'])
  )
}

/** `eip1967.proxy.` in ASCII: code that is not optimised computes the slot from its name. */
const SLOT_NAME = '656970313936372e70726f78792e'

/** True when the code names the slot of a proxy's implementation, and so may write it. */
export function namesImplementationSlot(code: string): boolean {
  const slots = [SLOTS.implementation1967, SLOTS.implementation1822, SLOTS.implementationZos]
  return code.includes(SLOT_NAME) || slots.some((slot) => code.includes(slot.slice(2)))
}

/** True for a contract that runs other code by a way that is no known slot: a delegator of Compound, a diamond, or unknown. */
export function delegatesUnseen({ proxy, code }: GraphNode): boolean {
  return proxy === null && code.opcodes.has(OPCODE.delegatecall)
}

/** Whether it is paused now, or null when it does not say. */
export function pausedNow({ answers }: GraphNode): boolean | null {
  return booleanAnswer(answers.get('paused()')) ?? booleanAnswer(answers.get('isPaused()'))
}
