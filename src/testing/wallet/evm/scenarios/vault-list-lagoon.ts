import { encodeAbiParameters, parseAbiParameters } from 'viem'
import type { Play } from '../record-run.ts'
import { ALICE, approve, BOB, DEPLOYER, deployToken, mint, ZERO } from '../rig.ts'
import { BALANCE_OF } from '../stage.ts'

const UNIT = 10n ** 6n
const INIT = parseAbiParameters(
  '(address underlying, string name, string symbol, address safe, address whitelistManager, address valuationManager, address admin, address feeReceiver, uint16 managementRate, uint16 performanceRate, bool enableWhitelist, uint256 rateUpdateCooldown)',
)

export const play: Play = async (stage) => {
  const { rig, code } = stage
  const usdc = await deployToken(rig, 'USDC', 6)
  const registry = await rig.deploy(code('FeeRegistry'), 'bool', [false])
  await rig.send(registry, 'function initialize(address, address)', [DEPLOYER, DEPLOYER])
  const vault = await rig.deploy(code('Vault'), 'bool', [false])
  const init = encodeAbiParameters(INIT, [
    {
      underlying: usdc,
      name: 'Lagoon USDC',
      symbol: 'lagUSDC',
      safe: DEPLOYER,
      whitelistManager: DEPLOYER,
      valuationManager: DEPLOYER,
      admin: DEPLOYER,
      feeReceiver: DEPLOYER,
      managementRate: 0,
      performanceRate: 0,
      enableWhitelist: false,
      rateUpdateCooldown: 0n,
    },
  ])
  await rig.send(vault, 'function initialize(bytes, address, address)', [init, registry, ZERO])
  const settle = async (what: 'settleDeposit' | 'settleRedeem', worth: bigint) => {
    await rig.send(vault, 'function updateNewTotalAssets(uint256)', [worth])
    await rig.send(vault, `function ${what}(uint256)`, [worth])
  }
  for (const [owner, amount] of [
    [ALICE, 3_000n * UNIT + 7n],
    [BOB, 11_000n * UNIT],
  ] as const) {
    await mint(rig, usdc, owner, amount)
    await approve(rig, usdc, vault, owner)
    const request = 'function requestDeposit(uint256, address, address)'
    await rig.send(vault, request, [amount, owner, owner], owner)
  }
  await settle('settleDeposit', 0n)
  await rig.send(vault, 'function claimSharesOnBehalf(address[])', [[ALICE, BOB]])
  const worth = 14_567n * UNIT + 891n
  await settle('settleDeposit', worth)
  return {
    owner: ALICE,
    entry: {
      id: 'lagoon-vaults',
      protocol: 'lagoon',
      product: 'vault',
      driver: 'vault-list',
      worth: 'assets',
      vaults: vault,
    },
    close: async () => {
      const shares = await rig.read(vault, BALANCE_OF, [ALICE])
      const request = 'function requestRedeem(uint256, address, address)'
      await rig.send(vault, request, [shares, ALICE, ALICE], ALICE)
      await mint(rig, usdc, DEPLOYER, worth)
      await approve(rig, usdc, vault, DEPLOYER)
      await settle('settleRedeem', worth)
      const redeem = 'function redeem(uint256, address, address)'
      await rig.send(vault, redeem, [shares, ALICE, ALICE], ALICE)
      const amount = await rig.read(usdc, BALANCE_OF, [ALICE])
      return [{ role: 'supply', token: usdc, amount }]
    },
  }
}
