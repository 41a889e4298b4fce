import { toHex } from 'viem'
import { at } from '../../../../wallet/evm/drivers/fixtures/fake-chain.ts'
import type { Play } from '../record-run.ts'
import { ALICE, BOB, DEPLOYER } from '../rig.ts'
import { behindProxy, keyOf, rateRun, standIn, WAD } from '../stage.ts'

const [ALLOWLIST, OTHER] = [at(0x9001), at(0x9002)]
const REPORT = 'river.state.lastConsensusLayerReport'

export const play: Play = async (stage) => {
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
    () => rig.read(river, 'function balanceOfUnderlying(address) view returns (uint256)', [ALICE]),
  )
}
