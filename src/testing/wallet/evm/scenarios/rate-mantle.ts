import { at } from '../../../../wallet/evm/drivers/fixtures/fake-chain.ts'
import type { Play } from '../record-run.ts'
import { ALICE, approve, BOB, DEPLOYER } from '../rig.ts'
import { behindProxy, rateRun, standIn, WAD } from '../stage.ts'

const [ORACLE, PAUSER, BUFFER, OTHER] = [at(0x9001), at(0x9002), at(0x9003), at(0x9004)]
const RECORD =
  'function latestRecord() view returns ((uint64 start, uint64 end, uint64 validators, uint64 withdrawable, uint128 principal, uint128 rewards, uint128 balance, uint128 processed))'

export const play: Play = async (stage) => {
  const { rig } = stage
  const report = (balance: bigint) =>
    standIn(rig, ORACLE, [
      RECORD,
      [],
      {
        start: 0n,
        end: 1n,
        validators: 0n,
        withdrawable: 0n,
        principal: 0n,
        rewards: 0n,
        balance,
        processed: 0n,
      },
    ])
  await report(0n)
  await standIn(
    rig,
    PAUSER,
    ['function isStakingPaused() view returns (bool)', [], false],
    ['function isUnstakeRequestsAndClaimsPaused() view returns (bool)', [], false],
  )
  await standIn(
    rig,
    BUFFER,
    ['function getAvailableBalance() view returns (uint256)', [], 0n],
    ['function cumulativeDrawdown() view returns (uint256)', [], 0n],
  )
  const [meth, staking, requests] = [
    await behindProxy(stage, 'METH'),
    await behindProxy(stage, 'Staking'),
    await behindProxy(stage, 'UnstakeRequestsManager'),
  ]
  await rig.send(meth, 'function initialize((address, address, address))', [
    [DEPLOYER, staking, requests],
  ])
  await rig.send(
    staking,
    'function initialize((address, address, address, address, address, address, address, address, address, address, address))',
    [[DEPLOYER, DEPLOYER, DEPLOYER, DEPLOYER, OTHER, OTHER, meth, OTHER, ORACLE, PAUSER, requests]],
  )
  await rig.send(staking, 'function initializeV2(address)', [BUFFER])
  await rig.send(staking, 'function setStakingAllowlist(bool)', [false])
  await rig.send(
    requests,
    'function initialize((address, address, address, address, address, address, uint256))',
    [[DEPLOYER, DEPLOYER, DEPLOYER, meth, staking, ORACLE, 1n]],
  )
  const stake = 'function stake(uint256) payable'
  await rig.send(staking, stake, [0n], ALICE, 3n * WAD + 7n)
  await rig.send(staking, stake, [0n], BOB, 11n * WAD)
  await report(WAD / 3n)
  return rateRun(
    stage,
    { protocol: 'mantle-staked-eth', symbol: 'mETH', token: meth },
    [staking, 'mETHToETH(uint256)'],
    async (amount) => {
      await approve(rig, meth, staking, ALICE)
      const ask = 'function unstakeRequest(uint128, uint128) returns (uint256)'
      await rig.send(staking, ask, [amount, 0n], ALICE)
      const { ether } = await rig.read(
        requests,
        'function requestByID(uint256) view returns ((uint64 blockNumber, address requester, uint128 id, uint128 locked, uint128 ether, uint128 all))',
        [0n],
      )
      return ether
    },
  )
}
