import { type Address, NATIVE_COIN } from '../../../../chains/address.ts'
import { at } from '../../../../wallet/evm/drivers/fixtures/fake-chain.ts'
import type { Play } from '../record-run.ts'
import { ALICE, BOB, DEPLOYER, deployToken, mint } from '../rig.ts'
import { BALANCE_OF, behindProxy, etherOf, keyOf, standIn, WAD } from '../stage.ts'

const [CONFIG, ORACLE, DEPOSITS] = [at(0x9001), at(0x9002), at(0x9003)]
const [VAULT, RSETH] = [at(0x9004), at(0x9005)]
const NATIVE = { address: at(0xe), symbol: 'WETH', decimals: 18 }
const DELAY = 20
const ANY = 2n ** 256n - 1n
const STETH_PRICE = (999n * WAD) / 1_000n

export const play: Play = async (stage) => {
  const { rig } = stage
  const steth = await deployToken(rig, 'stETH')
  const queue = await behindProxy(stage, 'LRTWithdrawalManager')
  const role = 'function hasRole(bytes32, address) view returns (bool)'
  const contract = 'function getContract(bytes32) view returns (address)'
  const supported = 'function isSupportedAsset(address) view returns (bool)'
  await standIn(
    rig,
    CONFIG,
    [role, [keyOf('OPERATOR_ROLE'), DEPLOYER], true],
    [role, [keyOf('MANAGER'), DEPLOYER], true],
    [contract, [keyOf('LRT_ORACLE')], ORACLE],
    [contract, [keyOf('LRT_DEPOSIT_POOL')], DEPOSITS],
    [contract, [keyOf('LRT_UNSTAKING_VAULT')], VAULT],
    ['function rsETH() view returns (address)', [], RSETH],
    [supported, [NATIVE_COIN], true],
    [supported, [steth], true],
    ['function assetStrategy(address) view returns (address)', [steth], VAULT],
  )
  const held = 'function balanceOf(address) view returns (uint256)'
  const total = 'function getTotalAssetDeposits(address) view returns (uint256)'
  const assetPrice = 'function getAssetPrice(address) view returns (uint256)'
  for (const [asset, price] of [
    [NATIVE_COIN, WAD],
    [steth, STETH_PRICE],
  ] as const) {
    await standIn(rig, DEPOSITS, [total, [asset], 1_000n * WAD])
    await standIn(rig, VAULT, [held, [asset], 1_000n * WAD])
    await standIn(rig, ORACLE, [assetPrice, [asset], price])
  }
  await rig.send(queue, 'function initialize(address)', [CONFIG])
  await rig.send(queue, 'function setWithdrawalDelayBlocks(uint256)', [BigInt(DELAY)])
  await rig.rpc('anvil_setBalance', [queue, '0x56bc75e2d63100000'])
  await mint(rig, steth, queue, 100n * WAD)

  let rate = 0n
  const reprice = async (to: bigint) => {
    rate = to
    await standIn(rig, ORACLE, ['function rsETHPrice() view returns (uint256)', [], to])
  }
  const worth = (asset: Address, amount: bigint, then = rate) =>
    (amount * then) / (asset === steth ? STETH_PRICE : WAD)
  const ask = async (owner: Address, asset: Address, amount: bigint) => {
    const take = 'function transferFrom(address, address, uint256) returns (bool)'
    await standIn(rig, RSETH, [take, [owner, queue, amount], true])
    await rig.send(
      queue,
      'function initiateWithdrawal(address, uint256, string)',
      [asset, amount, ''],
      owner,
    )
  }
  // The rate fell after all were asked for, so the payment is by the rate of today.
  const unlock = async (asset: Address, excluded: bigint, amounts: readonly bigint[]) => {
    const all = amounts.reduce((sum, amount) => sum + amount, 0n)
    const paid = amounts.reduce((sum, amount) => sum + worth(asset, amount), 0n)
    await standIn(rig, RSETH, ['function burnFrom(address, uint256)', [queue, all]])
    await standIn(rig, VAULT, ['function redeem(address, uint256)', [asset, paid]])
    await rig.send(
      queue,
      'function unlockQueue(address, uint256, uint256, uint256, uint256, uint256) returns (uint256, uint256)',
      [asset, excluded, 0n, 0n, ANY, ANY],
    )
  }
  const [first, second, third, inSteth] = [10n * WAD + 7n, 5n * WAD, 20n * WAD + 3n, 8n * WAD + 5n]
  await reprice((103n * WAD) / 100n + 1n)
  await ask(ALICE, NATIVE_COIN, first)
  await ask(BOB, NATIVE_COIN, second)
  await ask(ALICE, steth, inSteth)
  await reprice((104n * WAD) / 100n + 3n)
  await ask(ALICE, NATIVE_COIN, third)
  await reprice((102n * WAD) / 100n + 1n)
  await rig.rpc('anvil_mine', [`0x${DELAY.toString(16)}`])
  await unlock(NATIVE_COIN, 2n, [first, second])
  const fields = { id: 'kelp', protocol: 'kelp', product: 'staking', driver: 'withdrawal-queue' }
  const assets = [{ address: steth, symbol: 'stETH', decimals: 18 }]
  return {
    owner: ALICE,
    entry: { ...fields, queue, kind: 'kelp', native: NATIVE, assets },
    close: async () => {
      await unlock(NATIVE_COIN, 3n, [third])
      await unlock(steth, 1n, [inSteth])
      const before = await etherOf(rig, queue)
      for (const asset of [NATIVE_COIN, NATIVE_COIN, steth]) {
        const complete = 'function completeWithdrawal(address, string)'
        await rig.send(queue, complete, [asset, ''], ALICE)
      }
      const ether = before - (await etherOf(rig, queue))
      return [
        { role: 'stake', token: NATIVE.address, amount: ether },
        { role: 'stake', token: steth, amount: await rig.read(steth, BALANCE_OF, [ALICE]) },
      ]
    },
  }
}
