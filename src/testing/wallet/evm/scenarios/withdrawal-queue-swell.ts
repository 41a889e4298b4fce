import type { Address } from '../../../../chains/address.ts'
import { at } from '../../../../wallet/evm/drivers/fixtures/fake-chain.ts'
import type { Play } from '../record-run.ts'
import { ALICE, BOB, DEPLOYER } from '../rig.ts'
import { behindProxy, etherOf, keyOf, standIn, WAD } from '../stage.ts'

const [ACCESS, SWETH, DEPOSITS] = [at(0x9001), at(0x9002), at(0x9003)]
const CHECK = 'function checkRole(bytes32, address) view'
const NATIVE = { address: at(0xe), symbol: 'WETH', decimals: 18 }

export const play: Play = async (stage) => {
  const { rig } = stage
  const queue = await behindProxy(stage, 'swEXIT')
  await standIn(
    rig,
    ACCESS,
    [CHECK, [keyOf('PLATFORM_ADMIN'), DEPLOYER]],
    [CHECK, [keyOf('PROCESS_WITHDRAWALS'), DEPLOYER]],
    ['function swETH() view returns (address)', [], SWETH],
    ['function DepositManager() view returns (address)', [], DEPOSITS],
    ['function withdrawalsPaused() view returns (bool)', [], false],
  )
  await rig.send(queue, 'function initialize(address)', [ACCESS])
  await rig.send(queue, 'function disableWhitelist()', [])
  await rig.send(queue, 'function setWithdrawRequestMaximum(uint256)', [100n * WAD])
  await rig.rpc('anvil_setBalance', [queue, '0x56bc75e2d63100000'])
  let rate = 0n
  const reprice = async (to: bigint) => {
    rate = to
    await standIn(rig, SWETH, ['function swETHToETHRate() view returns (uint256)', [], to])
  }
  const owed: bigint[] = []
  const ask = async (owner: Address, amount: bigint) => {
    await standIn(
      rig,
      SWETH,
      [
        'function transferFrom(address, address, uint256) returns (bool)',
        [owner, queue, amount],
        true,
      ],
      ['function burn(uint256)', [amount]],
    )
    await rig.send(queue, 'function createWithdrawRequest(uint256)', [amount], owner)
    owed.push(amount)
  }
  // What is processed is paid at the lower of both rates.
  const process = async (last: bigint, created: readonly bigint[]) => {
    const sum = owed.splice(0).reduce((all, amount, index) => {
      const then = created[index] ?? rate
      return all + (amount * (then < rate ? then : rate)) / WAD
    }, 0n)
    await standIn(rig, DEPOSITS, ['function transferETHForWithdrawRequests(uint256)', [sum]])
    await rig.send(queue, 'function processWithdrawals(uint256)', [last])
  }
  const [first, second, slashed] = [
    1_070_000_000_000_000_003n,
    1_080_000_000_000_000_001n,
    1_075_000_000_000_000_009n,
  ]
  await reprice(first)
  await ask(ALICE, 10n * WAD + 7n)
  await ask(BOB, 5n * WAD)
  await reprice(second)
  await ask(ALICE, 20n * WAD + 3n)
  await reprice(slashed)
  await process(3n, [first, first, second])
  await ask(ALICE, 30n * WAD + 1n)
  const fields = { id: 'swell', protocol: 'swell-liquid-staking', product: 'staking' }
  const entry = { ...fields, driver: 'withdrawal-queue', queue, kind: 'swell' }
  return {
    owner: ALICE,
    entry: { ...entry, native: NATIVE, assets: [] },
    close: async () => {
      await process(4n, [slashed])
      const before = await etherOf(rig, queue)
      for (const id of [1n, 3n, 4n])
        await rig.send(queue, 'function finalizeWithdrawal(uint256)', [id], ALICE)
      return [
        { role: 'stake', token: NATIVE.address, amount: before - (await etherOf(rig, queue)) },
      ]
    },
  }
}
