import { at } from '../../../../wallet/evm/drivers/fixtures/fake-chain.ts'
import type { Scenario } from '../record-run.ts'
import { ALICE, approve, BOB, DEPLOYER } from '../rig.ts'
import { behindProxy, etherOf, rateRun, standIn, WAD } from '../stage.ts'

const [HUB, VALIDATOR, CREDIT] = [at(0x2002), at(0x9001), at(0x9002)]

export const scenario: Scenario = {
  origin: {
    sources: [
      {
        repository: 'lista-dao/synclub-contracts',
        commit: '67e524c',
        contracts: ['SLisBNB', 'ListaStakeManager', 'SLisLibrary'],
        files: [
          'contracts/SLisBNB.sol',
          'contracts/ListaStakeManager.sol',
          'contracts/libraries/SLisLibrary.sol',
        ],
        compiler: 'solc 0.8.4',
        settings: 'optimised for 200 runs',
        note: 'with @openzeppelin/contracts and contracts-upgradeable 4.8.3',
      },
    ],
    edits: [],
  },
  licence: 'GPL-3.0',
  made: 'BNB was deposited beside another user and a part of it delegated, and validators earned. Then the slisBNB was withdrawn at once, without a fee: the amount is the BNB that this paid. The hub of validators and their credit are stand-ins.',
  async play(stage) {
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
  },
}
