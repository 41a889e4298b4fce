import type { Play } from '../record-run.ts'
import { ALICE, BOB, DEPLOYER } from '../rig.ts'
import { behindProxy, etherOf, keyOf, rateRun, WAD, wait } from '../stage.ts'

const DAY = 86_400

export const play: Play = async (stage) => {
  const { rig } = stage
  const savax = await behindProxy(stage, 'StakedAvax')
  await rig.send(savax, 'function initialize(uint256, uint256)', [
    BigInt(15 * DAY),
    BigInt(2 * DAY),
  ])
  for (const role of ['ROLE_ACCRUE_REWARDS', 'ROLE_DEPOSIT'])
    await rig.send(savax, 'function grantRole(bytes32, address)', [keyOf(role), DEPLOYER])
  const submit = 'function submit() payable returns (uint256)'
  await rig.send(savax, submit, [], ALICE, 3n * WAD + 7n)
  await rig.send(savax, submit, [], BOB, 11n * WAD)
  await rig.send(savax, 'function accrueRewards(uint256)', [WAD / 3n])
  await rig.send(savax, 'function deposit() payable', [], DEPLOYER, WAD)
  return rateRun(
    stage,
    { protocol: 'benqi-staked-avax', symbol: 'sAVAX', of: 'WAVAX', token: savax },
    [savax, 'getPooledAvaxByShares(uint256)'],
    async (amount) => {
      const before = await etherOf(rig, savax)
      await rig.send(savax, 'function requestUnlock(uint256)', [amount], ALICE)
      await wait(rig, 15 * DAY)
      await rig.send(savax, 'function redeem()', [], ALICE)
      return before - (await etherOf(rig, savax))
    },
    4n,
  )
}
