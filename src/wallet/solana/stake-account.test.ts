import { expect, test } from 'vitest'
import { Unreadable } from '../../chains/unreadable.ts'
import { invented, raw, stakeData } from '../../testing/wallet/solana/accounts.ts'
import { STAKE_PROGRAM, TOKEN_PROGRAM } from './program-ids.ts'
import { readStakeAccount } from './stake-account.ts'

const owner = invented(2)
const validator = invented(3)

test('a delegated stake has its validator, its staker and all of its lamports', () => {
  const data = stakeData({ withdrawer: owner, staker: invented(4), voter: validator })
  expect(readStakeAccount(raw(STAKE_PROGRAM, data, 7n), owner)).toEqual({
    address: invented(1),
    lamports: 7n,
    staker: invented(4),
    validator,
  })
})

test('a stake that is not delegated has no validator', () => {
  const data = stakeData({ withdrawer: owner, state: 1 })
  expect(readStakeAccount(raw(STAKE_PROGRAM, data), owner).validator).toBeNull()
})

test('what is no stake account of this owner is unreadable', () => {
  const good = stakeData({ withdrawer: owner })
  const wrong = [
    raw(TOKEN_PROGRAM, good),
    raw(STAKE_PROGRAM, good.subarray(1)),
    raw(STAKE_PROGRAM, stakeData({ withdrawer: owner, state: 3 })),
    raw(STAKE_PROGRAM, stakeData({ withdrawer: invented(5), staker: owner })),
  ]
  for (const account of wrong) expect(() => readStakeAccount(account, owner)).toThrow(Unreadable)
})
