import { call } from '../../chains/evm/call.ts'
import type { HoldingEntry } from '../../wallet/evm/drivers/holding.ts'
import type { CallResult } from '../chain-reader.ts'
import { timeCall, timeIn } from './block-time.ts'
import { NO_FACTS, plausibleWait } from './draft.ts'
import { type FactReader, factReader } from './gaps.ts'
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
export function* lidoMarkets(entry: HoldingEntry): MarketReading {
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
  const facts = factReader()
  const withdrawSeconds = waitOf(facts, {
    queue: [lastResult, finalizedResult],
    status: first === null ? null : statusResults[0],
    time: timeIn(timeResult),
  })
  const rate = valueIn(rateResult, RATE)
  return {
    drafts: [
      {
        ...NO_FACTS,
        address: queue,
        name: valueIn(bunker, BUNKER) === true ? 'stETH, bunker mode' : 'stETH',
        asset: 'stETH',
        assetAddress: steth,
        decimals: DECIMALS,
        supplied,
        price:
          rate === null || rate === 0n
            ? null
            : { value: 1, unit: { token: wsteth, value: Number(rate) / WAD } },
        frozen: valueIn(stakingPaused, STAKING_PAUSED),
        paused: facts.read('paused', paused, PAUSED),
        withdrawSeconds,
        gap: facts.gap(),
      },
    ],
    failed: [],
  }
}

/** How long the first request has waited; null where none waits. `status`: the answer about that request. */
function waitOf(
  facts: FactReader,
  {
    queue: [last, finalized],
    status,
    time,
  }: {
    queue: [CallResult | undefined, CallResult | undefined]
    status: CallResult | undefined | null
    time: bigint | null
  },
): number | null {
  facts.read('withdrawSeconds', last, LAST_REQUEST)
  facts.read('withdrawSeconds', finalized, LAST_FINALIZED)
  if (status === null) return null
  const asked = facts.read('withdrawSeconds', status, STATUS)?.[0]?.timestamp ?? null
  const wait = asked === null || time === null ? null : plausibleWait(time - asked)
  if (wait === null) facts.lose('withdrawSeconds', time === null ? 'node-failed' : 'implausible')
  return wait
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
