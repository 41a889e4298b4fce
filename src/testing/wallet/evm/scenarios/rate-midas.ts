import type { Play } from '../record-run.ts'
import { ALICE, BOB, deployToken, mint } from '../rig.ts'
import { behindProxy, rateRun, WAD } from '../stage.ts'

export const play: Play = async (stage) => {
  const { rig } = stage
  const token = await deployToken(rig, 'mTBILL')
  const [access, aggregator, feed] = [
    await behindProxy(stage, 'MidasAccessControl'),
    await behindProxy(stage, 'CustomAggregatorV3CompatibleFeed'),
    await behindProxy(stage, 'DataFeed'),
  ]
  await rig.send(access, 'function initialize()', [])
  await rig.send(aggregator, 'function initialize(address, int192, int192, uint256, string)', [
    access,
    1n,
    10n ** 10n,
    10n ** 8n,
    'mTBILL/USD',
  ])
  await rig.send(feed, 'function initialize(address, address, uint256, int256, int256)', [
    access,
    aggregator,
    86_400n,
    1n,
    10n ** 10n,
  ])
  await mint(rig, token, ALICE, 3n * WAD + 7n)
  await mint(rig, token, BOB, 11n * WAD)
  await rig.send(aggregator, 'function setRoundData(int256)', [103_456_789n])
  return rateRun(
    stage,
    { protocol: 'midas-rwa', symbol: 'mTBILL', of: 'USDC', ofDecimals: 6, token },
    [feed, 'getDataInBase18()', { decimals: 18, pauses: true }],
    async (amount) => {
      const answer = 'function lastAnswer() view returns (int256)'
      // From the aggregator’s eight decimals and the token’s eighteen to six.
      return (amount * (await rig.read(aggregator, answer, []))) / 10n ** 20n
    },
  )
}
