import { at } from '../../../../wallet/evm/drivers/fixtures/fake-chain.ts'
import type { Play } from '../record-run.ts'
import { ALICE, BOB, DEPLOYER } from '../rig.ts'
import { behindProxy, keyOf, rateRun, standIn, WAD } from '../stage.ts'

const [CONFIG, PRICES, LST] = [at(0x9001), at(0x9002), at(0xe)]
const HAS_ROLE = 'function hasRole(bytes32, address) view returns (bool)'

export const play: Play = async (stage) => {
  const { rig } = stage
  const token = await behindProxy(stage, 'MLRT')
  await standIn(
    rig,
    CONFIG,
    [HAS_ROLE, [keyOf('MINTER_ROLE'), DEPLOYER], true],
    [HAS_ROLE, [keyOf('PRICE_PROVIDER_ROLE'), DEPLOYER], true],
    ['function getContract(bytes32) view returns (address)', [keyOf('PRICE_PROVIDER')], PRICES],
  )
  await standIn(rig, PRICES, ['function getAssetPrice(address) view returns (uint256)', [LST], WAD])
  await rig.send(token, 'function initialize(address, address, string, string)', [
    LST,
    CONFIG,
    'Eigenpie wstETH',
    'mwstETH',
  ])
  await rig.send(token, 'function mint(address, uint256)', [ALICE, 3n * WAD + 7n])
  await rig.send(token, 'function mint(address, uint256)', [BOB, 11n * WAD])
  await rig.send(token, 'function updateExchangeRateToLST(uint256)', [1_034_567_890_123_456_789n])
  return rateRun(
    stage,
    { protocol: 'eigenpie', symbol: 'mwstETH', of: 'wstETH', token },
    [token, 'exchangeRateToLST()'],
    async (amount) => {
      const rate = 'function exchangeRateToNative() view returns (uint256)'
      return (amount * (await rig.read(token, rate, []))) / WAD
    },
  )
}
