import { at } from '../../../../wallet/evm/drivers/fixtures/fake-chain.ts'
import type { Play } from '../record-run.ts'
import { ALICE, BOB, DEPLOYER } from '../rig.ts'
import { behindProxy, keyOf, rateRun, standIn, WAD } from '../stage.ts'

const [CONFIG, PRICES, POOL, ASSET] = [at(0x9001), at(0x9002), at(0x9003), at(0xe)]
const HAS_ROLE = 'function hasRole(bytes32, address) view returns (bool)'
const GET = 'function getContract(bytes32) view returns (address)'
const ADMIN = `0x${'0'.repeat(64)}` as const

export const play: Play = async (stage) => {
  const { rig } = stage
  const [token, oracle, manager] = [
    await behindProxy(stage, 'RSETH'),
    await behindProxy(stage, 'LRTOracle'),
    await behindProxy(stage, 'LRTWithdrawalManager'),
  ]
  await standIn(
    rig,
    CONFIG,
    [HAS_ROLE, [keyOf('MINTER_ROLE'), DEPLOYER], true],
    [HAS_ROLE, [ADMIN, DEPLOYER], true],
    [GET, [keyOf('LRT_DEPOSIT_POOL')], POOL],
    [GET, [keyOf('LRT_ORACLE')], oracle],
    ['function rsETH() view returns (address)', [], token],
    ['function getSupportedAssetList() view returns (address[])', [], [ASSET]],
    ['function protocolFeeInBPS() view returns (uint256)', [], 0n],
  )
  await standIn(rig, PRICES, [
    'function getAssetPrice(address) view returns (uint256)',
    [ASSET],
    WAD,
  ])
  const total = 14n * WAD + WAD / 3n
  await standIn(rig, POOL, [
    'function getTotalAssetDeposits(address) view returns (uint256)',
    [ASSET],
    total,
  ])
  await rig.send(token, 'function initialize(address, address)', [DEPLOYER, CONFIG])
  for (const contract of [oracle, manager])
    await rig.send(contract, 'function initialize(address)', [CONFIG])
  await rig.send(token, 'function mint(address, uint256)', [ALICE, 3n * WAD + 7n])
  await rig.send(token, 'function mint(address, uint256)', [BOB, 11n * WAD])
  await rig.send(oracle, 'function updatePriceOracleFor(address, address)', [ASSET, PRICES])
  await rig.send(oracle, 'function updateRSETHPrice()', [])
  return rateRun(
    stage,
    { protocol: 'kelp', symbol: 'rsETH', token },
    [oracle, 'rsETHPrice()'],
    (amount) => {
      const expected = 'function getExpectedAssetAmount(address, uint256) view returns (uint256)'
      return rig.read(manager, expected, [ASSET, amount])
    },
  )
}
