import type { Play } from '../record-run.ts'
import { ALICE, BOB, DEPLOYER } from '../rig.ts'
import { BALANCE_OF, behindProxy, keyOf, rateRun, WAD, wait } from '../stage.ts'

export const play: Play = async (stage) => {
  const { rig } = stage
  const [solv, token, oracle, pool] = [
    await behindProxy(stage, 'SolvBTCV2_1'),
    await behindProxy(stage, 'SolvBTCYieldTokenV2_1'),
    await behindProxy(stage, 'XSolvBTCOracle'),
    await behindProxy(stage, 'XSolvBTCPool'),
  ]
  const grant = 'function grantRole(bytes32, address)'
  for (const [contract, name] of [
    [solv, 'SolvBTC'],
    [token, 'xSolvBTC'],
  ] as const) {
    await rig.send(contract, 'function initialize(string, string, address)', [name, name, DEPLOYER])
    for (const minter of [DEPLOYER, pool])
      await rig.send(contract, grant, [keyOf('SOLVBTC_MINTER'), minter])
    await rig.send(contract, grant, [keyOf('SOLVBTC_POOL_BURNER'), pool])
  }
  await rig.send(oracle, 'function initialize(uint8, uint256)', [18, WAD])
  await rig.send(oracle, 'function setXSolvBTC(address)', [token])
  await rig.send(oracle, 'function setXSolvBTCPool(address)', [pool])
  await rig.send(token, 'function setOracle(address)', [oracle])
  await rig.send(pool, 'function initialize(address, address, address, uint64)', [
    solv,
    token,
    BOB,
    100n,
  ])
  await rig.send(pool, 'function setMaxMultiplierOnlyAdmin(uint256)', [11_000n])
  await rig.send(token, 'function mint(address, uint256)', [ALICE, 3n * WAD + 7n])
  await rig.send(token, 'function mint(address, uint256)', [BOB, 11n * WAD])
  await wait(rig, 86_400)
  await rig.send(oracle, 'function setNav(uint256)', [1_009_876_543_210_987_654n])
  return rateRun(
    stage,
    { protocol: 'solvbtc-lsts', symbol: 'xSolvBTC', of: 'SolvBTC', token },
    [token, 'getValueByShares(uint256)'],
    async (amount) => {
      await rig.send(pool, 'function withdraw(uint256) returns (uint256)', [amount], ALICE)
      const paid = await rig.read(solv, BALANCE_OF, [ALICE])
      return paid + (await rig.read(solv, BALANCE_OF, [BOB]))
    },
  )
}
