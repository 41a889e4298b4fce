import { type Address, ZERO_ADDRESS } from '../chains/address.ts'
import { encodeCall } from '../chains/evm/viem.ts'
import { addressAnswer, booleanAnswer, numberAnswer } from './answers.ts'
import { hasSelector } from './code.ts'
import { ROLES, type RoleName, SELECTORS } from './getters.ts'
import { type Asking, callAll, type GraphNode, type RoleHolders } from './graph.ts'
import { controllerKind } from './kinds.ts'

const HAS_ROLE = 'function hasRole(bytes32, address) view returns (bool)'
const COUNT = 'function getRoleMemberCount(bytes32) view returns (uint256)'
const MEMBER = 'function getRoleMember(bytes32, uint256) view returns (address)'

const ROLE_NAMES = Object.keys(ROLES) as RoleName[]
/** Those of a timelock of OpenZeppelin that decide who proposes; its admin has one of two names, by version. */
export const TIMELOCK_ROLES: RoleName[] = [
  'PROPOSER_ROLE',
  'DEFAULT_ADMIN_ROLE',
  'TIMELOCK_ADMIN_ROLE',
]
const OTHER_ROLES: RoleName[] = ['DEFAULT_ADMIN_ROLE', 'UPGRADER_ROLE', 'PAUSER_ROLE']
const MAX_MEMBERS = 30
/** Accounts that one contract is asked about. */
const MAX_ACCOUNTS = 150

/** True for a contract that keeps roles. */
export function hasRoles({ text }: GraphNode): boolean {
  return hasSelector(text, SELECTORS['hasRole(bytes32,address)'])
}

/** Reads the holders of roles from contracts that list them. */
export function* askRoleLists(nodes: readonly GraphNode[]): Asking<void> {
  const listing = nodes.filter(({ text }) =>
    hasSelector(text, SELECTORS['getRoleMemberCount(bytes32)']),
  )
  const rows = listing.flatMap((node) => ROLE_NAMES.map((role) => ({ node, role })))
  const counts = yield* callAll(
    rows.map(({ node, role }) => ({ to: node.address, data: encodeCall(COUNT, [ROLES[role]]) })),
  )
  const places = rows.flatMap(({ node, role }, at) => {
    const result = counts[at]
    if (result?.kind !== 'ok') {
      if (result?.kind !== 'reverted') node.isLost = true
      return []
    }
    const count = numberAnswer(result.data) ?? 0
    holdersOfRole(node, role).isListed = count <= MAX_MEMBERS
    const read = Math.min(count, MAX_MEMBERS)
    return Array.from({ length: read }, (_, index) => ({ node, role, index }))
  })
  const members = yield* callAll(
    places.map(({ node, role, index }) => ({
      to: node.address,
      data: encodeCall(MEMBER, [ROLES[role], BigInt(index)]),
    })),
  )
  for (const [at, { node, role }] of places.entries()) {
    const result = members[at]
    const member = result?.kind === 'ok' ? addressAnswer(result.data) : null
    const found = holdersOfRole(node, role)
    if (member) found.holders.add(member)
    else found.isListed = false
    if (result?.kind === 'failed') node.isLost = true
  }
}

/** The accounts that are asked about at one contract. */
export interface RoleQuestion {
  node: GraphNode
  accounts: readonly Address[]
}

/** Which accounts a contract was asked about already. */
export type AskedRoles = Map<Address, Set<Address>>

/**
 * Asks contracts that keep roles without listing them about each account that is known. The answer is a lower bound. Returns the
 * contracts at which a holder was found.
 */
export function* askRoles(
  questions: readonly RoleQuestion[],
  asked: AskedRoles,
): Asking<GraphNode[]> {
  const rows = questions.flatMap(({ node, accounts }) => {
    const before = asked.get(node.address) ?? new Set()
    asked.set(node.address, before)
    const fresh = [...new Set(accounts)].filter((account) => !before.has(account))
    if (before.size + fresh.length > MAX_ACCOUNTS) node.isLost = true
    return fresh.slice(0, Math.max(0, MAX_ACCOUNTS - before.size)).flatMap((account) => {
      before.add(account)
      return rolesOf(node).map((role) => ({ node, role, account }))
    })
  })
  const results = yield* callAll(
    rows.map(({ node, role, account }) => ({
      to: node.address,
      data: encodeCall(HAS_ROLE, [ROLES[role], account]),
    })),
  )
  const found = new Set<GraphNode>()
  for (const [at, { node, role, account }] of rows.entries()) {
    const result = results[at]
    if (result?.kind === 'failed') node.isLost = true
    if (result?.kind !== 'ok' || booleanAnswer(result.data) !== true) continue
    const isOpen = account === ZERO_ADDRESS
    // Only the role of a proposer is open to everyone when nobody's address holds it.
    if (isOpen && role !== 'PROPOSER_ROLE') continue
    holdersOfRole(node, role).holders.add(account)
    found.add(node)
  }
  return [...found]
}

function rolesOf(node: GraphNode): RoleName[] {
  const roles = controllerKind(node) === 'oz-timelock' ? TIMELOCK_ROLES : OTHER_ROLES
  return roles.filter((role) => !node.roles.get(role)?.isListed)
}

function holdersOfRole(node: GraphNode, role: RoleName): RoleHolders {
  const known = node.roles.get(role)
  if (known) return known
  const made: RoleHolders = { holders: new Set(), isListed: false }
  node.roles.set(role, made)
  return made
}
