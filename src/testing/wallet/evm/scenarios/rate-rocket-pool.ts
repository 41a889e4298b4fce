import { encodePacked, keccak256 } from 'viem'
import type { Address } from '../../../../chains/address.ts'
import { at } from '../../../../wallet/evm/drivers/fixtures/fake-chain.ts'
import type { Play } from '../record-run.ts'
import { ALICE, BOB } from '../rig.ts'
import { actAs, etherOf, keyOf, rateRun, SUPPLY, standIn, WAD } from '../stage.ts'

const POOL = at(0x9001)

export const play: Play = async (stage) => {
  const { rig, code } = stage
  const storage = await rig.deploy(code('RocketStorage'))
  const reth = await rig.deploy(code('RocketTokenRETH'), 'address', [storage])
  const balances = await rig.deploy(code('RocketNetworkBalances'), 'address', [storage])
  const register = async (name: string, contract: Address) => {
    const key = keccak256(encodePacked(['string', 'string'], ['contract.address', name]))
    await rig.send(storage, 'function setAddress(bytes32, address)', [key, contract])
  }
  await register('rocketNetworkBalances', balances)
  await register('rocketDepositPool', POOL)
  const exists = keccak256(encodePacked(['string', 'address'], ['contract.exists', POOL]))
  await rig.send(storage, 'function setBool(bytes32, bool)', [exists, true])
  await standIn(rig, POOL, ['function getExcessBalance() view returns (uint256)', [], 0n])
  const pool = await actAs(rig, POOL)
  const mint = 'function mint(uint256, address)'
  await rig.send(reth, mint, [3n * WAD + 7n, ALICE], pool)
  await rig.send(reth, mint, [11n * WAD, BOB], pool)
  const set = (name: string, value: bigint) =>
    rig.send(storage, 'function setUint(bytes32, uint256)', [keyOf(name), value])
  await set('network.balance.total', 16n * WAD + 54_321n)
  await set('network.balance.reth.supply', await rig.read(reth, SUPPLY, []))
  await rig.rpc('anvil_setBalance', [reth, '0x8ac7230489e80000'])
  return rateRun(
    stage,
    { protocol: 'rocket-pool', symbol: 'rETH', token: reth },
    [reth, 'getExchangeRate()'],
    async (amount) => {
      const before = await etherOf(rig, reth)
      await rig.send(reth, 'function burn(uint256)', [amount], ALICE)
      return before - (await etherOf(rig, reth))
    },
    4n,
  )
}
