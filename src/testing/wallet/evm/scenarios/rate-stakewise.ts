import { getContractAddress } from 'viem'
import { at } from '../../../../wallet/evm/drivers/fixtures/fake-chain.ts'
import type { Play } from '../record-run.ts'
import { ALICE, BOB, DEPLOYER } from '../rig.ts'
import { actAs, rateRun, standIn, WAD, wait } from '../stage.ts'

const REGISTRY = at(0x9001)
const VAULT = at(0x9002)

export const play: Play = async (stage) => {
  const { rig, code } = stage
  const sent = BigInt(String(await rig.rpc('eth_getTransactionCount', [DEPLOYER, 'latest'])))
  // Token and controller know each other from their creation on.
  const controller = getContractAddress({ from: DEPLOYER, nonce: sent + 1n })
  const token = await rig.deploy(code('OsToken'), 'address, address, string, string', [
    DEPLOYER,
    controller,
    'Staked ETH',
    'osETH',
  ])
  const made = await rig.deploy(
    code('OsTokenVaultController'),
    'address, address, address, address, address, uint16, uint256',
    [DEPLOYER, REGISTRY, token, BOB, DEPLOYER, 500, 1_000n * WAD],
  )
  await standIn(
    rig,
    REGISTRY,
    ['function vaults(address) view returns (bool)', [VAULT], true],
    ['function vaultImpls(address) view returns (bool)', [VAULT], true],
  )
  await standIn(rig, VAULT, ['function implementation() view returns (address)', [], VAULT])
  const vault = await actAs(rig, VAULT)
  const mint = 'function mintShares(address, uint256) returns (uint256)'
  await rig.send(made, mint, [ALICE, 3n * WAD + 7n], vault)
  await rig.send(made, mint, [BOB, 11n * WAD], vault)
  const earn = (rate: bigint) => rig.send(made, 'function setAvgRewardPerSecond(uint256)', [rate])
  await earn(1_268_391_679n)
  await wait(rig, 30 * 86_400)
  await earn(0n)
  const assets = () => rig.read(made, 'function totalAssets() view returns (uint256)', [])
  return rateRun(
    stage,
    { protocol: 'stakewise-v2', symbol: 'osETH', token },
    [made, 'convertToAssets(uint256)'],
    async (amount) => {
      const before = await assets()
      const burn = 'function burnShares(address, uint256) returns (uint256)'
      await rig.send(made, burn, [ALICE, amount], vault)
      return before - (await assets())
    },
  )
}
