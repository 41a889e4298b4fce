import { encodeAbiParameters, parseAbiParameters } from 'viem'
import type { Scenario } from '../record-run.ts'
import { ALICE, approve, BOB, DEPLOYER, deployToken, mint, ZERO } from '../rig.ts'
import { BALANCE_OF } from '../stage.ts'

const UNIT = 10n ** 6n
const INIT = parseAbiParameters(
  '(address underlying, string name, string symbol, address safe, address whitelistManager, address valuationManager, address admin, address feeReceiver, uint16 managementRate, uint16 performanceRate, bool enableWhitelist, uint256 rateUpdateCooldown)',
)

export const scenario: Scenario = {
  origin: {
    sources: [
      {
        repository: 'hopperlabsxyz/lagoon-v0',
        commit: '024cf44',
        contracts: ['FeeRegistry', 'Vault'],
        files: ['src/protocol-v1/FeeRegistry.sol', 'src/v0.5.1/Vault.sol'],
        compiler: 'solc 0.8.26',
        settings: 'optimised for 1 run, for Shanghai',
        note: 'with @openzeppelin/contracts and contracts-upgradeable 5.0.0',
      },
    ],
    edits: [],
  },
  licence: 'BUSL-1.1',
  made: 'Shares of 18 decimals of a vault of a token of six were asked for beside another user and settled, and the vault was then valued higher. After that all of them were asked back and settled: the amount is what redeeming paid. The token is a stand-in.',
  async play(stage) {
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
  },
}
