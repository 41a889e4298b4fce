import { describe, expect, test } from 'vitest'
import { at, type Fact, says } from '../../wallet/evm/drivers/fixtures/fake-chain.ts'
import { holdingEntry } from '../../wallet/evm/drivers/holding.ts'
import { NOW, nowFact, readAlone, silentlyHidden } from './fixtures/readers.ts'
import { lidoMarkets } from './lido.ts'

const WSTETH = at(1)
const STETH = at(2)
const LOCATOR = at(3)
const QUEUE = at(4)
const ETHER = 10n ** 18n
const DAY = 86_400n
const ENTRY = holdingEntry.parse({
  id: 'lido-wsteth',
  protocol: 'lido',
  product: 'lst',
  source: 'test',
  driver: 'holding',
  token: { address: WSTETH, symbol: 'wstETH', decimals: 18 },
  rate: {
    contract: WSTETH,
    function: 'stEthPerToken()',
    of: { address: STETH, symbol: 'stETH', decimals: 18 },
  },
})
const STATUS =
  'function getWithdrawalStatus(uint256[]) view returns ((uint256 amountOfStETH, uint256 amountOfShares, address owner, uint256 timestamp, bool isFinalized, bool isClaimed)[])'

describe('the withdrawal queue of Lido', () => {
  test('takes at least as long as its first request has waited', async () => {
    expect(await read(queue())).toMatchObject({
      address: QUEUE,
      name: 'stETH',
      assetAddress: STETH,
      supplied: 9_000_000n * ETHER,
      available: null,
      price: { value: 1, unit: { token: WSTETH, value: 1.2 } },
      paused: false,
      frozen: false,
      withdrawSeconds: Number(3n * DAY),
    })
  })

  test('without a waiting request, nothing is known of the time', async () => {
    expect(await read(queue({ last: 40n }))).toMatchObject({
      withdrawSeconds: null,
      gap: null,
    })
  })

  test('a request from the future hides the time', async () => {
    expect(await read(queue({ asked: NOW + 1n }))).toMatchObject({
      withdrawSeconds: null,
      gap: { why: 'implausible', facts: ['withdrawSeconds'] },
    })
  })

  test('hides nothing in silence that a score reads', async () => {
    expect(await silentlyHidden(() => lidoMarkets(ENTRY), queue())).toEqual([])
  })

  test('a pause and bunker mode are seen', async () => {
    expect(await read(queue({ paused: true, bunker: true }))).toMatchObject({
      paused: true,
      name: 'stETH, bunker mode',
    })
  })

  test('a token that names no queue is left out', async () => {
    const facts = queue().filter(({ to }) => to !== LOCATOR)
    expect(await read(facts)).toBeUndefined()
  })
})

function queue({
  last = 42n,
  asked = NOW - 3n * DAY,
  paused = false,
  bunker = false,
} = {}): Fact[] {
  return [
    nowFact(),
    says(WSTETH, 'function stETH() view returns (address)', [], STETH),
    says(WSTETH, 'function stEthPerToken() view returns (uint256)', [], (12n * ETHER) / 10n),
    says(STETH, 'function getLidoLocator() view returns (address)', [], LOCATOR),
    says(STETH, 'function getTotalPooledEther() view returns (uint256)', [], 9_000_000n * ETHER),
    says(STETH, 'function isStakingPaused() view returns (bool)', [], false),
    says(LOCATOR, 'function withdrawalQueue() view returns (address)', [], QUEUE),
    says(QUEUE, 'function isPaused() view returns (bool)', [], paused),
    says(QUEUE, 'function isBunkerModeActive() view returns (bool)', [], bunker),
    says(QUEUE, 'function getLastRequestId() view returns (uint256)', [], last),
    says(QUEUE, 'function getLastFinalizedRequestId() view returns (uint256)', [], 40n),
    says(
      QUEUE,
      STATUS,
      [[41n]],
      [
        {
          amountOfStETH: 1n,
          amountOfShares: 1n,
          owner: at(5),
          timestamp: asked,
          isFinalized: false,
          isClaimed: false,
        },
      ],
    ),
  ]
}

async function read(facts: readonly Fact[]) {
  return (await readAlone(lidoMarkets(ENTRY), facts)).drafts[0]
}
