import { at } from '../../../../wallet/evm/drivers/fixtures/fake-chain.ts'
import type { Scenario } from '../record-run.ts'
import { ALICE, BOB, DEPLOYER } from '../rig.ts'
import { behindProxy, keyOf, rateRun, standIn, WAD } from '../stage.ts'

const [CONFIG, PRICES, LST] = [at(0x9001), at(0x9002), at(0xe)]
const HAS_ROLE = 'function hasRole(bytes32, address) view returns (bool)'

export const scenario: Scenario = {
  origin: {
    sources: [
      {
        repository: 'magpiexyz/eigenpie_contracts',
        commit: 'e86c1dd',
        contracts: ['MLRT'],
        files: ['tokens/MLRT.sol'],
        compiler: 'solc 0.8.21',
        settings: 'optimised for 200 runs',
        note: 'with @openzeppelin/contracts and contracts-upgradeable 4.9.6; the repository does not say how it is optimised',
      },
    ],
    edits: [],
  },
  licence: 'GPL-3.0-or-later',
  made: 'A receipt of a staked token whose rate its provider of prices raised. No contract redeems it at once: the amount is the balance times the worth in ETH that the token itself says, where the staked token is worth one ETH. The configuration and the prices are stand-ins.',
  async play(stage) {
    const { rig } = stage
    const token = await behindProxy(stage, 'MLRT')
    await standIn(
      rig,
      CONFIG,
      [HAS_ROLE, [keyOf('MINTER_ROLE'), DEPLOYER], true],
      [HAS_ROLE, [keyOf('PRICE_PROVIDER_ROLE'), DEPLOYER], true],
      ['function getContract(bytes32) view returns (address)', [keyOf('PRICE_PROVIDER')], PRICES],
    )
    await standIn(rig, PRICES, [
      'function getAssetPrice(address) view returns (uint256)',
      [LST],
      WAD,
    ])
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
  },
}
