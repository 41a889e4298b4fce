import { at } from '../../../../wallet/evm/drivers/fixtures/fake-chain.ts'
import type { Play } from '../record-run.ts'
import { ALICE, BOB, DEPLOYER } from '../rig.ts'
import { behindProxy, rateRun, SUPPLY, standIn, WAD } from '../stage.ts'

const [HUB, OPERATORS, OPERATOR, CREDIT] = [at(0x2002), at(0x9001), at(0x9002), at(0x9003)]

export const play: Play = async (stage) => {
  const { rig } = stage
  const [token, manager] = [
    await behindProxy(stage, 'BnbX'),
    await behindProxy(stage, 'StakeManagerV2'),
  ]
  await standIn(
    rig,
    OPERATORS,
    ['function preferredDepositOperator() view returns (address)', [], OPERATOR],
    ['function getOperators() view returns (address[])', [], [OPERATOR]],
  )
  await standIn(
    rig,
    HUB,
    ['function delegate(address, bool) payable', [OPERATOR, true]],
    ['function getValidatorCreditContract(address) view returns (address)', [OPERATOR], CREDIT],
  )
  await standIn(rig, CREDIT, [
    'function getPooledBNB(address) view returns (uint256)',
    [manager],
    14n * WAD + WAD / 3n,
  ])
  await rig.send(token, 'function initialize(address)', [DEPLOYER])
  await rig.send(token, 'function setStakeManager(address)', [manager])
  await rig.send(manager, 'function initialize(address, address, address, address)', [
    DEPLOYER,
    OPERATORS,
    token,
    DEPLOYER,
  ])
  const delegate = 'function delegate(string) payable returns (uint256)'
  await rig.send(manager, delegate, [''], ALICE, 3n * WAD + 7n)
  await rig.send(manager, delegate, [''], BOB, 11n * WAD)
  await rig.send(manager, 'function updateER()', [])
  return rateRun(
    stage,
    { protocol: 'stader', symbol: 'BNBx', of: 'WBNB', token },
    [manager, 'convertBnbXToBnb(uint256)'],
    async (amount) => {
      const delegated = 'function totalDelegated() view returns (uint256)'
      return (
        (amount * (await rig.read(manager, delegated, []))) / (await rig.read(token, SUPPLY, []))
      )
    },
  )
}
