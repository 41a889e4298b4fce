import { at } from '../../../../wallet/evm/drivers/fixtures/fake-chain.ts'
import type { Play } from '../record-run.ts'
import { ALICE, approve, BOB, DEPLOYER, deployToken, mint } from '../rig.ts'
import { BALANCE_OF, behindProxy, rateRun, standIn, WAD } from '../stage.ts'

const STRATEGY = at(0x9001)

export const play: Play = async (stage) => {
  const { rig, code } = stage
  const link = await deployToken(rig, 'LINK')
  const pool = await behindProxy(stage, 'StakingPool')
  await rig.send(
    pool,
    'function initialize(address, string, string, (address receiver, uint256 points)[], uint256)',
    [link, 'Staked LINK', 'stLINK', [], 1_000n * WAD],
  )
  await standIn(rig, STRATEGY, ['function canDeposit() view returns (uint256)', [], 0n])
  await rig.send(pool, 'function addStrategy(address)', [STRATEGY])
  await rig.send(pool, 'function setPriorityPool(address)', [DEPLOYER])
  await mint(rig, link, DEPLOYER, 100n * WAD)
  await approve(rig, link, pool, DEPLOYER)
  const wrapped = await rig.deploy(code('WrappedSDToken'), 'address, string, string', [
    pool,
    'Wrapped stLINK',
    'wstLINK',
  ])
  for (const [owner, amount] of [
    [BOB, 11n * WAD],
    [ALICE, 3n * WAD + 7n],
  ] as const) {
    await rig.send(pool, 'function deposit(address, uint256, bytes[])', [owner, amount, []])
    await approve(rig, pool, wrapped, owner)
    await rig.send(wrapped, 'function wrap(uint256)', [amount - WAD], owner)
  }
  await rig.send(pool, 'function donateTokens(uint256)', [WAD / 3n])
  return rateRun(
    stage,
    { protocol: 'stake.link-liquid', symbol: 'wstLINK', of: 'stLINK', token: wrapped },
    [wrapped, 'getUnderlyingByWrapped(uint256)'],
    async (amount) => {
      const before = await rig.read(pool, BALANCE_OF, [ALICE])
      await rig.send(wrapped, 'function unwrap(uint256)', [amount], ALICE)
      return (await rig.read(pool, BALANCE_OF, [ALICE])) - before
    },
    3n,
  )
}
