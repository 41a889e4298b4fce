import type { Hex } from '../chains/address.ts'
import { selectorOf } from '../chains/evm/viem.ts'

/** Who decides over a contract: the holder walks on from it. */
export const OWNER_GETTERS = [
  'owner()',
  'admin()',
  'governance()',
  'gov()',
  'governor()',
  'dao()',
  'defaultAdmin()',
] as const

/** Who can stop it. */
export const GUARDIAN_GETTERS = [
  'guardian()',
  'GUARDIAN()',
  'pauseGuardian()',
  'emergency_admin()',
  'pauser()',
] as const

/** Further powers, shown but not walked through: they do not decide over everything. */
const OTHER_GETTERS = [
  'authority()',
  'getACLAdmin()',
  'feeToSetter()',
  'timelock()',
  'avatar()',
] as const

/** Getters that answer with an address that holds a power. */
export const HOLDER_GETTERS = [...OWNER_GETTERS, ...GUARDIAN_GETTERS, ...OTHER_GETTERS] as const
export type HolderGetter = (typeof HOLDER_GETTERS)[number]

/** Getters without arguments that are asked of a contract in whose code their selector stands. */
export const ASKED_GETTERS = [
  ...HOLDER_GETTERS,
  'implementation()',
  'comptrollerImplementation()',
  'getMinDelay()',
  'delay()',
  'GRACE_PERIOD()',
  'txCooldown()',
  'votingDelay()',
  'votingPeriod()',
  'CLOCK_MODE()',
  'paused()',
  'isPaused()',
] as const

/** Functions that are looked for in code, or asked in another way. */
const OTHER_FUNCTIONS = [
  'facets()',
  'upgradeTo(address)',
  'upgradeToAndCall(address,bytes)',
  'diamondCut((address,uint8,bytes4[])[],address,bytes)',
  'getThreshold()',
  'getOwners()',
  'getModules()',
  'schedule(address,uint256,bytes,bytes32,bytes32,uint256)',
  'queueTransaction(address,uint256,string,bytes,uint256)',
  'propose(address[],uint256[],bytes[],string)',
  'propose(address[],uint256[],string[],bytes[],string)',
  'hasRole(bytes32,address)',
  'getRoleMemberCount(bytes32)',
  'wards(address)',
  'pause()',
] as const

export type FunctionName = (typeof ASKED_GETTERS | typeof OTHER_FUNCTIONS)[number]

/** By function. */
export const SELECTORS = Object.fromEntries(
  [...ASKED_GETTERS, ...OTHER_FUNCTIONS].map((name) => [name, selectorOf(`function ${name}`)]),
) as Readonly<Record<FunctionName, Hex>>

/** Roles of OpenZeppelin's AccessControl: hashes of their names, but for the default one. */
export const ROLES = {
  DEFAULT_ADMIN_ROLE: `0x${'0'.repeat(64)}`,
  TIMELOCK_ADMIN_ROLE: '0x5f58e3a2316349923ce3780f8d587db2d72378aed66a8261c916544fa6846ca5',
  PROPOSER_ROLE: '0xb09aa5aeb3702cfd50b6b62bc4532604938f21248a27a1d5ca736082b6819cc1',
  UPGRADER_ROLE: '0x189ab7a9244df0848122154315af71fe140f3db0fe014031783b0946b8c9d2e3',
  PAUSER_ROLE: '0x65d7a28e3265b37a6474929f336521b332c1681b933f6cb9f3376673440d862a',
} as const satisfies Record<string, Hex>

export type RoleName = keyof typeof ROLES
