import { call } from '../../../wallet/evm/client/call.ts'
import type { LiquidStakingEntry } from '../../../wallet/evm/drivers/liquid-staking.ts'
import type { CallResult } from '../chain-reader.ts'
import { timeCall, timeIn } from './block-time.ts'
import { plausibleWait } from './draft.ts'
import { askGroups, type MarketReading, valueIn, valueOrThrow } from './reading.ts'

const STETH = 'function stETH() view returns (address)'
const RATE = 'function stEthPerToken() view returns (uint256)'
const LOCATOR = 'function getLidoLocator() view returns (address)'
const POOLED = 'function getTotalPooledEther() view returns (uint256)'
const STAKING_PAUSED = 'function isStakingPaused() view returns (bool)'
const QUEUE = 'function withdrawalQueue() view returns (address)'
const PAUSED = 'function isPaused() view returns (bool)'
const BUNKER = 'function isBunkerModeActive() view returns (bool)'
const LAST_REQUEST = 'function getLastRequestId() view returns (uint256)'
const LAST_FINALIZED = 'function getLastFinalizedRequestId() view returns (uint256)'
const STATUS =
  'function getWithdrawalStatus(uint256[] ids) view returns ((uint256 amountOfStETH, uint256 amountOfShares, address owner, uint256 timestamp, bool isFinalized, bool isClaimed)[])'

const DECIMALS = 18
const WAD = 10 ** DECIMALS

/**
 * Lido's withdrawal queue, found from wstETH. `withdrawSeconds` is how long the first request in the queue has waited already, which
 * is a lower bound; null while no request waits. The price of stETH follows from that of wstETH.
 */
export function* lidoMarkets(entry: LiquidStakingEntry): MarketReading {
  const wsteth = entry.token.address
  const [tokenResult, rateResult, timeResult] = yield [
    call(wsteth, STETH, []),
    call(wsteth, RATE, []),
    timeCall(),
  ]
  const steth = valueOrThrow(tokenResult, STETH)
  const [locatorResult, pooledResult, stakingPaused] = yield [
    call(steth, LOCATOR, []),
    call(steth, POOLED, []),
    call(steth, STAKING_PAUSED, []),
  ]
  const supplied = valueOrThrow(pooledResult, POOLED)
  const [queueResult] = yield [call(valueOrThrow(locatorResult, LOCATOR), QUEUE, [])]
  const queue = valueOrThrow(queueResult, QUEUE)
  const [paused, bunker, lastResult, finalizedResult] = yield [
    call(queue, PAUSED, []),
    call(queue, BUNKER, []),
    call(queue, LAST_REQUEST, []),
    call(queue, LAST_FINALIZED, []),
  ]
  const first = firstWaiting(lastResult, finalizedResult)
  const [statusResults = []] = yield* askGroups([
    first === null ? [] : [call(queue, STATUS, [[first]])],
  ])
  const asked = valueIn(statusResults[0], STATUS)?.[0]?.timestamp ?? null
  const time = timeIn(timeResult)
  const rate = valueIn(rateResult, RATE)
  return {
    drafts: [
      {
        address: queue,
        name: valueIn(bunker, BUNKER) === true ? 'stETH, bunker mode' : 'stETH',
        asset: 'stETH',
        assetAddress: steth,
        decimals: DECIMALS,
        supplied,
        available: null,
        borrowed: null,
        price:
          rate === null || rate === 0n
            ? null
            : { value: 1, unit: { token: wsteth, value: Number(rate) / WAD } },
        loanToValue: null,
        liquidationThreshold: null,
        supplyCap: null,
        frozen: valueIn(stakingPaused, STAKING_PAUSED),
        paused: valueIn(paused, PAUSED),
        withdrawSeconds: asked === null || time === null ? null : plausibleWait(time - asked),
        priceFeed: null,
      },
    ],
    failed: [],
  }
}

/** The oldest request that is not finalized; null when there is none, or it is not known. */
function firstWaiting(
  last: CallResult | undefined,
  finalized: CallResult | undefined,
): bigint | null {
  const newest = valueIn(last, LAST_REQUEST)
  const done = valueIn(finalized, LAST_FINALIZED)
  return newest !== null && done !== null && done < newest ? done + 1n : null
}
