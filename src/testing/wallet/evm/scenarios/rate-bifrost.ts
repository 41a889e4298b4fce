import { at } from '../../../../wallet/evm/drivers/fixtures/fake-chain.ts'
import type { Play } from '../record-run.ts'
import { ALICE, BOB, DEPLOYER } from '../rig.ts'
import { actAs, rateRun, standIn, WAD } from '../stage.ts'

const DEPOSIT = at(0x9001)
const VAULT = at(0x9002)

export const play: Play = async (stage) => {
  const { rig, code } = stage
  const veth = await rig.deploy(code('vETH2'))
  const core = await rig.deploy(code('SLPCore'))
  const setCore = 'function setSLPCore(address)'
  // The core wants vETH of its first version to be there before.
  await rig.send(veth, setCore, [DEPLOYER])
  await rig.send(veth, 'function mint(address, uint256)', [BOB, 11n * WAD])
  await rig.send(veth, setCore, [core])
  await standIn(rig, DEPOSIT, ['function depositETH()', []])
  await rig.send(
    core,
    'function initialize(address, address, address, address, address, address, uint256)',
    [veth, veth, DEPOSIT, VAULT, VAULT, BOB, WAD / 10n],
  )
  await standIn(rig, VAULT)
  const vault = await actAs(rig, VAULT)
  const addReward = 'function addReward(uint256)'
  await rig.send(core, addReward, [WAD / 3n], vault)
  await rig.send(core, 'function mint()', [], ALICE, 3n * WAD + 7n)
  await rig.send(core, addReward, [WAD / 7n], vault)
  return rateRun(
    stage,
    { protocol: 'bifrost-liquid-staking', symbol: 'vETH', token: veth },
    [core, 'calculateTokenAmount(uint256)'],
    async (amount) => {
      await rig.send(core, 'function withdrawRequest(uint256)', [amount], ALICE)
      const [, pending] = await rig.read(
        core,
        'function withdrawals(address) view returns (uint256 queued, uint256 pending)',
        [ALICE],
      )
      return pending
    },
  )
}
