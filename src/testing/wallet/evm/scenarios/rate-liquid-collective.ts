import { toHex } from 'viem'
import { at } from '../../../../wallet/evm/drivers/fixtures/fake-chain.ts'
import type { Scenario } from '../record-run.ts'
import { ALICE, BOB, DEPLOYER } from '../rig.ts'
import { behindProxy, keyOf, rateRun, standIn, WAD } from '../stage.ts'

const [ALLOWLIST, OTHER] = [at(0x9001), at(0x9002)]
const REPORT = 'river.state.lastConsensusLayerReport'

export const scenario: Scenario = {
  origin: {
    sources: [
      {
        repository: 'liquid-collective/liquid-collective-protocol',
        commit: 'ae4f2ce3',
        contracts: ['RiverV1'],
        files: ['contracts/src/River.1.sol', 'contracts/src/components/SharesManager.1.sol'],
        compiler: 'solc 0.8.34',
        settings:
          'by its IR, optimised for 100 runs, since the code is otherwise larger than a chain takes',
        note: 'with @openzeppelin/contracts 4.9.6',
      },
    ],
    edits: [],
  },
  licence: 'BUSL-1.1',
  made: 'ETH was deposited beside another user. What validators earned was written into the storage where the report of the oracle is kept. The amount is what the contract says is the owner’s. The list of who is allowed is a stand-in.',
  async play(stage) {
    const { rig } = stage
    const river = await behindProxy(stage, 'RiverV1')
    await standIn(
      rig,
      ALLOWLIST,
      ['function onlyAllowed(address, uint256) view', [ALICE, 1n]],
      ['function onlyAllowed(address, uint256) view', [BOB, 1n]],
    )
    await rig.send(
      river,
      'function initRiverV1(address, address, bytes32, address, address, address, address, address, uint256)',
      [OTHER, OTHER, keyOf('credentials'), OTHER, DEPLOYER, ALLOWLIST, OTHER, BOB, 0n],
    )
    const deposit = 'function deposit() payable'
    await rig.send(river, deposit, [], ALICE, 3n * WAD + 7n)
    await rig.send(river, deposit, [], BOB, 11n * WAD)
    const balance = toHex(BigInt(keyOf(REPORT)), { size: 32 })
    await rig.rpc('anvil_setStorageAt', [river, balance, toHex(WAD / 3n, { size: 32 })])
    await rig.rpc('evm_mine', [])
    return rateRun(
      stage,
      { protocol: 'liquid-collective', symbol: 'LsETH', token: river },
      [river, 'underlyingBalanceFromShares(uint256)'],
      () =>
        rig.read(river, 'function balanceOfUnderlying(address) view returns (uint256)', [ALICE]),
    )
  },
}
