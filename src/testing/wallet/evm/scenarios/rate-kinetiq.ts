import { at } from '../../../../wallet/evm/drivers/fixtures/fake-chain.ts'
import type { Play } from '../record-run.ts'
import { ALICE, BOB, DEPLOYER } from '../rig.ts'
import { behindProxy, rateRun, SUPPLY, standIn, WAD } from '../stage.ts'

const VALIDATORS = at(0x9001)
const PAUSER = at(0x9002)

export const play: Play = async (stage) => {
  const { rig } = stage
  const token = await behindProxy(stage, 'KHYPE')
  const accountant = await behindProxy(stage, 'StakingAccountant')
  await standIn(rig, PAUSER, ['function isPaused(address) view returns (bool)', [token], false])
  await standIn(
    rig,
    VALIDATORS,
    ['function totalRewards() view returns (uint256)', [], WAD / 3n],
    ['function totalSlashing() view returns (uint256)', [], WAD / 100n],
  )
  await rig.send(token, 'function initialize(string, string, address, address, address, address)', [
    'Kinetiq Staked HYPE',
    'kHYPE',
    DEPLOYER,
    DEPLOYER,
    DEPLOYER,
    PAUSER,
  ])
  await rig.send(accountant, 'function initialize(address, address, address)', [
    DEPLOYER,
    DEPLOYER,
    VALIDATORS,
  ])
  await rig.send(accountant, 'function authorizeStakingManager(address, address)', [
    DEPLOYER,
    token,
  ])
  for (const [owner, amount] of [
    [ALICE, 3n * WAD + 7n],
    [BOB, 11n * WAD],
  ] as const) {
    await rig.send(token, 'function mint(address, uint256)', [owner, amount])
    await rig.send(accountant, 'function recordStake(uint256)', [amount])
  }
  const says = (name: string) =>
    rig.read(accountant, `function ${name}() view returns (uint256)`, []) as Promise<bigint>
  return rateRun(
    stage,
    { protocol: 'kinetiq-khype', symbol: 'kHYPE', of: 'WHYPE', token },
    [accountant, 'kHYPEToHYPE(uint256)'],
    async (amount) => {
      const staked = (await says('totalStaked')) - (await says('totalClaimed'))
      const earned = (await says('totalRewards')) - (await says('totalSlashing'))
      return (amount * (staked + earned)) / (await rig.read(token, SUPPLY, []))
    },
    4n,
  )
}
