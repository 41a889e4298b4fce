import type { Address } from '../../../chains/address.ts'
import type { Rig } from './rig.ts'

const BALANCE = 'function balanceOf(address owner) view returns (uint256)'

/** How much of each token an owner gets by an act that is then undone. */
export async function gained(
  rig: Rig,
  tokens: readonly Address[],
  owner: Address,
  act: () => Promise<void>,
): Promise<bigint[]> {
  const balances = () => Promise.all(tokens.map((token) => rig.read(token, BALANCE, [owner])))
  const before = await balances()
  const snapshot = await rig.rpc('evm_snapshot', [])
  await act()
  const after = await balances()
  if ((await rig.rpc('evm_revert', [snapshot])) !== true)
    throw new Error('anvil did not go back to the snapshot')
  return after.map((amount, at) => amount - (before[at] ?? 0n))
}
