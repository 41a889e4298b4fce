import { at } from '../../../../wallet/evm/drivers/fixtures/fake-chain.ts'
import type { Play } from '../record-run.ts'
import { ALICE, approve, BOB, DEPLOYER } from '../rig.ts'
import { behindProxy, etherOf, rateRun, standIn, WAD } from '../stage.ts'

const [HUB, VALIDATOR, CREDIT] = [at(0x2002), at(0x9001), at(0x9002)]

export const play: Play = async (stage) => {
  const { rig, code } = stage
  const SLisLibrary = await rig.deploy(code('SLisLibrary'))
  const [token, manager] = [
    await behindProxy(stage, 'SLisBNB'),
    await behindProxy(stage, 'ListaStakeManager', { SLisLibrary }),
  ]
  await standIn(
    rig,
    HUB,
    ['function delegate(address, bool) payable', [VALIDATOR, false]],
    ['function minDelegationBNBChange() view returns (uint256)', [], WAD],
    ['function getValidatorCreditContract(address) view returns (address)', [VALIDATOR], CREDIT],
  )
  await standIn(
    rig,
    CREDIT,
    ['function getPooledBNB(address) view returns (uint256)', [manager], 5n * WAD + WAD / 3n],
    ['function lockedBNBs(address, uint256) view returns (uint256)', [manager, 0n], 0n],
  )
  await rig.send(token, 'function initialize(address)', [DEPLOYER])
  await rig.send(token, 'function setStakeManager(address)', [manager])
  await rig.send(
    manager,
    'function initialize(address, address, address, address, uint256, address, address, uint256)',
    [token, DEPLOYER, DEPLOYER, DEPLOYER, 0n, BOB, VALIDATOR, 0n],
  )
  await rig.send(manager, 'function whitelistValidator(address)', [VALIDATOR])
  const deposit = 'function deposit() payable'
  await rig.send(manager, deposit, [], ALICE, 3n * WAD + 7n)
  await rig.send(manager, deposit, [], BOB, 11n * WAD)
  await rig.send(manager, 'function delegateTo(address, uint256)', [VALIDATOR, 5n * WAD])
  await rig.send(manager, 'function compoundRewards()', [])
  return rateRun(
    stage,
    { protocol: 'lista-liquid-staking', symbol: 'slisBNB', of: 'WBNB', token },
    [manager, 'convertSnBnbToBnb(uint256)'],
    async (amount) => {
      await rig.send(manager, 'function setInstantWhitelistOff(bool)', [true])
      await approve(rig, token, manager, ALICE)
      const before = await etherOf(rig, manager)
      const withdraw = 'function instantWithdraw(uint256) returns (uint256)'
      await rig.send(manager, withdraw, [amount], ALICE)
      return before - (await etherOf(rig, manager))
    },
  )
}
