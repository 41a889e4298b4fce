import type { Address } from '../chains/address.ts'
import type { Inspection } from './chain-reader.ts'
import { delegateOf, readCode } from './code.ts'
import type { GraphNode, PowerFacts } from './graph.ts'
import { proxyOf } from './kinds.ts'

/** A node of which only code and slots are known. */
export function createNode(
  address: Address,
  depth: number,
  isWalked: boolean,
  inspection: Inspection | null,
): GraphNode {
  const isContract = inspection !== null && !isAccount(inspection)
  return {
    address,
    depth,
    isWalked,
    inspection,
    isLost: inspection === null || (isContract && inspection.slots === null),
    code: readCode(isContract ? inspection.code : '0x'),
    proxy: isContract ? proxyOf(inspection) : null,
    text: isContract ? inspection.code : '',
    implementationCode: '0x',
    answers: new Map(),
    safe: null,
    facetSelectors: null,
    modules: [],
    roles: new Map(),
    fixedAdmin: null,
    upgrade: nothingAsked(),
    pause: nothingAsked(),
    next: new Set(),
  }
}

function nothingAsked(): PowerFacts {
  return { asked: new Set(), holders: new Set(), stranger: null }
}

/** An account of a person: without code, or with code that only delegates (EIP-7702). */
export function isAccount({ size, code }: Inspection): boolean {
  return size === 0 || delegateOf(code) !== null
}

/** True when there are questions to ask it. */
export function isContract({ inspection }: GraphNode): boolean {
  return inspection !== null && !isAccount(inspection)
}
