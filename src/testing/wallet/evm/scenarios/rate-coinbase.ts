import type { Play } from '../record-run.ts'
import { ALICE, BOB, DEPLOYER } from '../rig.ts'
import { behindProxy, rateRun, WAD } from '../stage.ts'

const RATE = 'function exchangeRate() view returns (uint256)'

export const play: Play = async (stage) => {
  const { rig } = stage
  const token = await behindProxy(stage, 'StakedTokenV1')
  await rig.send(
    token,
    'function initialize(string, string, string, uint8, address, address, address, address)',
    ['Coinbase Wrapped Staked ETH', 'cbETH', 'ETH', 18, DEPLOYER, DEPLOYER, DEPLOYER, DEPLOYER],
  )
  await rig.send(token, 'function initializeV2(string)', ['Coinbase Wrapped Staked ETH'])
  await rig.send(token, 'function initializeV2_1(address)', [BOB])
  const allow = 'function configureMinter(address, uint256) returns (bool)'
  await rig.send(token, allow, [DEPLOYER, 100n * WAD])
  const mint = 'function mint(address, uint256) returns (bool)'
  await rig.send(token, mint, [ALICE, 12_345_000_000_000_000_007n])
  await rig.send(token, mint, [BOB, 11n * WAD])
  await rig.send(token, 'function updateOracle(address)', [DEPLOYER])
  await rig.send(token, 'function updateExchangeRate(uint256)', [1_123_456_789_012_345_678n])
  return rateRun(
    stage,
    { protocol: 'coinbase-wrapped-staked-eth', symbol: 'cbETH', token },
    [token, 'exchangeRate()'],
    async (amount) => (amount * (await rig.read(token, RATE, []))) / WAD,
  )
}
