import { expect, test } from 'vitest'
import { at, runDriver, says } from './fixtures/fake-chain.ts'
import { lidoQueue, lidoQueueEntry } from './lido-queue.ts'

const OWNER = at(0xa11ce)
const [QUEUE, WETH] = [at(1), at(2)]

test('a request at Lido that belongs to another is unreadable', () => {
  const entry = lidoQueueEntry.parse({
    id: 'x',
    protocol: 'lido',
    product: 'lst',
    driver: 'lido-queue',
    source: 'test',
    queue: QUEUE,
    native: { address: WETH, symbol: 'WETH', decimals: 18 },
  })
  const status = {
    amountOfStETH: 5n,
    amountOfShares: 5n,
    owner: at(0xbad),
    timestamp: 1n,
    isFinalized: false,
    isClaimed: false,
  }
  const facts = [
    says(QUEUE, 'function getWithdrawalRequests(address) view returns (uint256[])', [OWNER], [7n]),
    says(QUEUE, 'function getLastFinalizedRequestId() view returns (uint256)', [], 6n),
    says(QUEUE, 'function getLastCheckpointIndex() view returns (uint256)', [], 1n),
    says(
      QUEUE,
      'function getWithdrawalStatus(uint256[]) view returns ((uint256 amountOfStETH, uint256 amountOfShares, address owner, uint256 timestamp, bool isFinalized, bool isClaimed)[])',
      [[7n]],
      [status],
    ),
  ]
  expect(() => runDriver(lidoQueue, entry, OWNER, facts)).toThrow(/belongs to another/)
})
