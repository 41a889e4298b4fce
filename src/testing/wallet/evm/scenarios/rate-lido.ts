import type { Scenario } from '../record-run.ts'
import { ALICE, approve, BOB, DEPLOYER } from '../rig.ts'
import { BALANCE_OF, rateRun, WAD } from '../stage.ts'

export const scenario: Scenario = {
  origin: {
    sources: [
      {
        repository: 'lidofinance/core',
        commit: '372b02e',
        contracts: ['WstETH'],
        files: ['contracts/0.6.12/WstETH.sol'],
        compiler: 'solc 0.6.12',
        settings: 'optimised for 200 runs',
        note: 'with @openzeppelin/contracts 3.4.0',
      },
      {
        repository: 'lidofinance/core',
        commit: '372b02e',
        contracts: ['StETH__HarnessForWstETH'],
        files: ['contracts/0.4.24/StETH.sol', 'test/0.6.12/contracts/StETH__HarnessForWstETH.sol'],
        compiler: 'solc 0.4.24',
        settings: 'optimised for 200 runs',
        note: 'Lido’s own stETH without its accounting, as its tests have it; with @aragon/os 4.4.0',
      },
    ],
    edits: [],
  },
  licence: 'GPL-3.0',
  made: 'stETH was wrapped beside another user, earned, and was unwrapped: the amount is the stETH that this paid, which counts in whole shares.',
  async play(stage) {
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
  },
}
