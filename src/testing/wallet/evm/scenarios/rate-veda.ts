import { at } from '../../../../wallet/evm/drivers/fixtures/fake-chain.ts'
import type { Play } from '../record-run.ts'
import { ALICE, BOB, DEPLOYER, deployToken, mint, ZERO } from '../rig.ts'
import { BALANCE_OF, rateRun } from '../stage.ts'

const UNIT = 10n ** 8n
const NEVER = at(0x1)

export const play: Play = async (stage) => {
  const { rig, code } = stage
  const base = await deployToken(rig, 'WBTC', 8)
  const vault = await rig.deploy(code('BoringVault'), 'address, string, string, uint8', [
    DEPLOYER,
    'Liquid BTC',
    'liquidBTC',
    8,
  ])
  const accountant = await rig.deploy(
    code('AccountantWithRateProviders'),
    'address, address, address, uint96, address, uint16, uint16, uint24, uint16, uint16',
    [DEPLOYER, vault, BOB, UNIT, base, 12_000, 9_000, 0, 0, 0],
  )
  const teller = await rig.deploy(
    code('TellerWithMultiAssetSupport'),
    'address, address, address, address',
    [DEPLOYER, vault, accountant, NEVER],
  )
  await mint(rig, base, vault, 100n * UNIT)
  const enter = 'function enter(address, address, uint256, address, uint256)'
  await rig.send(vault, enter, [ZERO, base, 0n, ALICE, 3n * UNIT + 7n])
  await rig.send(vault, enter, [ZERO, base, 0n, BOB, 11n * UNIT])
  await rig.send(accountant, 'function updateExchangeRate(uint96)', [103_456_789n])
  const allow = 'function updateAssetData(address, bool, bool, uint16)'
  await rig.send(teller, allow, [base, false, true, 0])
  for (const contract of [vault, teller])
    await rig.send(contract, 'function transferOwnership(address)', [
      contract === vault ? teller : ALICE,
    ])
  return rateRun(
    stage,
    { protocol: 'ether.fi-liquid', symbol: 'liquidBTC', decimals: 8, of: 'WBTC', token: vault },
    [accountant, 'getRate()'],
    async (amount) => {
      const redeem = 'function bulkWithdraw(address, uint256, uint256, address)'
      await rig.send(teller, redeem, [base, amount, 0n, ALICE], ALICE)
      return rig.read(base, BALANCE_OF, [ALICE])
    },
  )
}
