import type { Hex } from '../chains/address.ts'

/** Selectors of the functions that are looked for; `getters.test.ts` computes them from their names. */
export const SELECTORS = {
  'owner()': '0x8da5cb5b',
  'admin()': '0xf851a440',
  'governance()': '0x5aa6e675',
  'gov()': '0x12d43a51',
  'governor()': '0x0c340a24',
  'dao()': '0x4162169f',
  'authority()': '0xbf7e214f',
  'defaultAdmin()': '0x84ef8ffc',
  'getACLAdmin()': '0x0e67178c',
  'feeToSetter()': '0x094b7415',
  'guardian()': '0x452a9320',
  'GUARDIAN()': '0x724c184c',
  'pauseGuardian()': '0x24a3d622',
  'emergency_admin()': '0x680c7783',
  'pauser()': '0x9fd0506d',
  'implementation()': '0x5c60da1b',
  'comptrollerImplementation()': '0xbb82aa5e',
  'facets()': '0x7a0ed627',
  'upgradeTo(address)': '0x3659cfe6',
  'upgradeToAndCall(address,bytes)': '0x4f1ef286',
  'diamondCut((address,uint8,bytes4[])[],address,bytes)': '0x1f931c1c',
  'getThreshold()': '0xe75235b8',
  'getOwners()': '0xa0e67e2b',
  'getModules()': '0xb2494df3',
  'getModulesPaginated(address,uint256)': '0xcc2f8452',
  'getMinDelay()': '0xf27a0c92',
  'schedule(address,uint256,bytes,bytes32,bytes32,uint256)': '0x01d5062a',
  'delay()': '0x6a42b8f8',
  'GRACE_PERIOD()': '0xc1a287e2',
  'queueTransaction(address,uint256,string,bytes,uint256)': '0x3a66f901',
  'txCooldown()': '0xdcafac09',
  'avatar()': '0x5aef7de6',
  'votingDelay()': '0x3932abb1',
  'votingPeriod()': '0x02a251a3',
  'timelock()': '0xd33219b4',
  'propose(address[],uint256[],bytes[],string)': '0x7d5e81e2',
  'propose(address[],uint256[],string[],bytes[],string)': '0xda95691a',
  'CLOCK_MODE()': '0x4bf5d7e9',
  'hasRole(bytes32,address)': '0x91d14854',
  'getRoleMemberCount(bytes32)': '0xca15c873',
  'getRoleMember(bytes32,uint256)': '0x9010d07c',
  'wards(address)': '0xbf353dbb',
  'paused()': '0x5c975abb',
  'isPaused()': '0xb187bd26',
  'pause()': '0x8456cb59',
} as const satisfies Record<string, Hex>

export type FunctionName = keyof typeof SELECTORS

/** Who decides over a contract: the holder walks on from it. */
export const OWNER_GETTERS = [
  'owner()',
  'admin()',
  'governance()',
  'gov()',
  'governor()',
  'dao()',
  'defaultAdmin()',
] as const satisfies readonly FunctionName[]

/** Who can stop it. */
export const GUARDIAN_GETTERS = [
  'guardian()',
  'GUARDIAN()',
  'pauseGuardian()',
  'emergency_admin()',
  'pauser()',
] as const satisfies readonly FunctionName[]

/** Further powers, shown but not walked through: they do not decide over everything. */
const OTHER_GETTERS = [
  'authority()',
  'getACLAdmin()',
  'feeToSetter()',
  'timelock()',
  'avatar()',
] as const satisfies readonly FunctionName[]

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
] as const satisfies readonly FunctionName[]

/** Roles of OpenZeppelin's AccessControl: hashes of their names, but for the default one. */
export const ROLES = {
  DEFAULT_ADMIN_ROLE: `0x${'0'.repeat(64)}`,
  TIMELOCK_ADMIN_ROLE: '0x5f58e3a2316349923ce3780f8d587db2d72378aed66a8261c916544fa6846ca5',
  PROPOSER_ROLE: '0xb09aa5aeb3702cfd50b6b62bc4532604938f21248a27a1d5ca736082b6819cc1',
  UPGRADER_ROLE: '0x189ab7a9244df0848122154315af71fe140f3db0fe014031783b0946b8c9d2e3',
  PAUSER_ROLE: '0x65d7a28e3265b37a6474929f336521b332c1681b933f6cb9f3376673440d862a',
} as const satisfies Record<string, Hex>

export type RoleName = keyof typeof ROLES
