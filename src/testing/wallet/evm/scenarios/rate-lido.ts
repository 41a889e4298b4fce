import type { Play } from '../record-run.ts'
import { ALICE, approve, BOB, DEPLOYER } from '../rig.ts'
import { BALANCE_OF, rateRun, WAD } from '../stage.ts'

export const play: Play = async (stage) => {
  const { rig, code } = stage
  // The harness gives all its first shares to one holder.
  await rig.rpc('anvil_setBalance', [DEPLOYER, '0x3635c9adc5dea00000'])
  const steth = await rig.deploy(code('StETH__HarnessForWstETH'), 'address', [ALICE], 90n * WAD)
  const wsteth = await rig.deploy(code('WstETH'), 'address', [steth])
  await rig.send(steth, 'function submit(address) returns (uint256)', [ALICE], BOB, 7n * WAD)
  for (const owner of [ALICE, BOB]) {
    await approve(rig, steth, wsteth, owner)
    await rig.send(wsteth, 'function wrap(uint256) returns (uint256)', [5n * WAD + 3n], owner)
  }
  await rig.send(steth, 'function setTotalPooledEther(uint256)', [121n * WAD + 12_345n])
  return rateRun(
    stage,
    { protocol: 'lido', symbol: 'wstETH', of: 'stETH', token: wsteth },
    [wsteth, 'stEthPerToken()'],
    async (amount) => {
      const before = await rig.read(steth, BALANCE_OF, [ALICE])
      await rig.send(wsteth, 'function unwrap(uint256) returns (uint256)', [amount], ALICE)
      return (await rig.read(steth, BALANCE_OF, [ALICE])) - before
    },
    9n,
  )
}
