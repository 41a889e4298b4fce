import { encodeCall } from '../../../../chains/evm/viem.ts'
import { at } from '../../../../wallet/evm/drivers/fixtures/fake-chain.ts'
import type { Play } from '../record-run.ts'
import { ALICE, approve, BOB, DEPLOYER } from '../rig.ts'
import { etherOf, keyOf, standIn, WAD } from '../stage.ts'

const WSTETH = at(0x9001)
const REQUEST = 'function requestWithdrawals(uint256[], address) returns (uint256[])'

export const play: Play = async ({ rig, code }) => {
  const steth = await rig.deploy(code('StETH__HarnessForWithdrawalQueue'))
  await standIn(rig, WSTETH, ['function stETH() view returns (address)', [], steth])
  const queue = await rig.deploy(code('OssifiableProxy'), 'address, address, bytes', [
    await rig.deploy(code('WithdrawalQueueERC721'), 'address, string, string', [
      WSTETH,
      'stETH Withdrawal NFT',
      'unstETH',
    ]),
    BOB,
    encodeCall('function initialize(address admin)', [DEPLOYER]),
  ])
  for (const role of ['RESUME_ROLE', 'FINALIZE_ROLE'])
    await rig.send(queue, 'function grantRole(bytes32, address)', [keyOf(role), DEPLOYER])
  await rig.send(queue, 'function resume()', [])
  await rig.send(steth, 'function mock__setTotalPooledEther(uint256)', [200n * WAD])
  for (const owner of [ALICE, BOB]) {
    const give = 'function harness__mintShares(address, uint256) returns (uint256)'
    await rig.send(steth, give, [owner, 100n * WAD])
    await approve(rig, steth, queue, owner)
  }
  await rig.send(queue, REQUEST, [[10n * WAD + 1n], ALICE], ALICE)
  await rig.send(queue, REQUEST, [[4n * WAD], BOB], BOB)
  await rig.send(queue, REQUEST, [[20n * WAD + 3n, 7n * WAD], ALICE], ALICE)
  const finalize = async (last: bigint, rate: bigint) => {
    const [ether] = await rig.read(
      queue,
      'function prefinalize(uint256[], uint256) view returns (uint256 ether, uint256 shares)',
      [[last], rate],
    )
    const call = 'function finalize(uint256, uint256) payable'
    await rig.send(queue, call, [last, rate], DEPLOYER, ether)
  }
  const par = 10n ** 27n
  await finalize(2n, par)
  await finalize(3n, (par * 95n) / 100n)
  const native = { address: at(0xe), symbol: 'WETH', decimals: 18 }
  return {
    owner: ALICE,
    entry: {
      id: 'lido-queue',
      protocol: 'lido',
      product: 'lst',
      driver: 'lido-queue',
      queue,
      native,
    },
    close: async () => {
      const before = await etherOf(rig, queue)
      for (const id of [1n, 3n])
        await rig.send(queue, 'function claimWithdrawal(uint256)', [id], ALICE)
      const paid = before - (await etherOf(rig, queue))
      return [{ role: 'stake', token: native.address, amount: paid + 7n * WAD }]
    },
  }
}
