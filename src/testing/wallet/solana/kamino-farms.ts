import { anchor } from './kamino-accounts.ts'
import type { Shape, Values } from './packed.ts'

// The structs of Kamino-Finance/kfarms@2a63e5a programs/kfarms/src/state.rs, field by field; a number is the bytes of what no reader uses.
const USER_STATE: Shape = {
  userId: 'u64',
  farmState: 'key',
  owner: 'key',
  isFarmDelegated: 'u8',
  padding0: 7,
  rewardsTallyScaled: 160,
  rewardsIssuedUnclaimed: 80,
  lastClaimTs: 80,
  activeStakeScaled: 'u128',
  pendingDepositStakeScaled: 'u128',
  pendingDepositStakeTs: 'u64',
  pendingWithdrawalUnstakeScaled: 'u128',
  pendingWithdrawalUnstakeTs: 'u64',
  bump: 'u64',
  delegatee: 'key',
  lastStakeTs: 'u64',
  rewardsIssuedCumulative: 80,
  padding1: 320,
}
const FARM_STATE: Shape = {
  farmAdmin: 'key',
  globalConfig: 'key',
  tokenMint: 'key',
  tokenDecimals: 'u64',
  tokenProgram: 'key',
  tokenPadding: 48,
  // Ten of a token, its vault, what is left, a curve of twenty points, and how it is given out.
  rewardInfos: 7040,
  numRewardTokens: 'u64',
  numUsers: 'u64',
  totalStakedAmount: 'u64',
  farmVault: 'key',
  farmVaultsAuthority: 'key',
  farmVaultsAuthorityBump: 'u64',
  delegateAuthority: 'key',
  flags: 8,
  withdrawAuthority: 'key',
  depositWarmupPeriod: 4,
  withdrawalCooldownPeriod: 4,
  totalActiveStakeScaled: 'u128',
  totalPendingStakeScaled: 'u128',
  totalPendingAmount: 'u64',
  rest: 888,
}

export const kaminoStakeData = (values: Values) => anchor('UserState', USER_STATE, values)
export const kaminoFarmData = (values: Values) => anchor('FarmState', FARM_STATE, values)
