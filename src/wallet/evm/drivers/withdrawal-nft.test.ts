import { describe, expect, test } from 'vitest'
import { askOwned, encodeOwned } from '../../../chains/evm/lens/owned.ts'
import { encodeCall } from '../../../chains/evm/viem.ts'
import { at, entryOf, type Fact, holds, runDriver, says } from './fixtures/fake-chain.ts'
import { withdrawalNft } from './withdrawal-nft.ts'

const OWNER = at(0xa11ce)
const [COLLECTION, POOL, WETH] = [at(1), at(2), at(3)]
const WAD = 10n ** 18n
const NEXT_ID = encodeCall('function nextRequestId() view returns (uint32)', [])
const ENTRY = entryOf(withdrawalNft, {
  collection: COLLECTION,
  symbol: 'request',
  native: { address: WETH, symbol: 'WETH', decimals: 18 },
})

interface Request {
  amount: bigint
  shares?: bigint
  /** In billionths of the coin. */
  fee?: number
  isValid?: boolean
  /** Given of a finalized request. */
  claimable?: bigint
}

/** Requests 1, 2 and so on of an owner of `count` NFTs, at half a coin for a share. */
function read(count: bigint, requests: readonly Request[]) {
  const ids = requests.map((_, index) => BigInt(index + 1))
  const owned = askOwned(COLLECTION, NEXT_ID, OWNER).map(
    ({ to, data }, page): Fact => ({
      to,
      data,
      reply: { ok: true, data: encodeOwned(page === 0 ? ids : []) },
    }),
  )
  const answers = requests.flatMap(
    ({ amount, shares = 2n * amount, fee = 0, isValid = true, claimable }, index): Fact[] => {
      const id = BigInt(index + 1)
      const request = { amount, shares, isValid, fee }
      const isFinalized = claimable !== undefined
      return [
        says(
          COLLECTION,
          'function getRequest(uint256) view returns ((uint96 amount, uint96 shares, bool isValid, uint32 fee))',
          [id],
          request,
        ),
        says(COLLECTION, 'isFinalized', [id], isFinalized),
        ...(isFinalized ? [says(COLLECTION, 'getClaimableAmount', [id], claimable)] : []),
      ]
    },
  )
  return runDriver(withdrawalNft, ENTRY, OWNER, [
    holds(COLLECTION, OWNER, count),
    says(COLLECTION, 'liquidityPool', [], POOL),
    says(POOL, 'amountForShare', [WAD], WAD / 2n),
    ...owned,
    ...answers,
  ])
}

describe('withdrawals as NFTs', () => {
  test('of an owner without one cost one round', () => {
    expect(read(0n, [])).toMatchObject({ findings: [], rounds: { length: 1 } })
  })

  test.each<[string, Request, bigint[]]>([
    ['what was asked for', { amount: 9n, shares: 20n }, [9n]],
    ['what the shares are worth, where that is less', { amount: 11n, shares: 20n }, [10n]],
    ['the same, where both are equal', { amount: 10n, shares: 20n }, [10n]],
    ['what was asked for less its fee', { amount: 10n ** 9n + 7n, fee: 1 }, [7n]],
    ['nothing, where the fee takes all', { amount: 10n ** 9n, fee: 1 }, []],
    ['nothing, where the fee is more', { amount: 5n, fee: 1 }, []],
    ['what can be claimed', { amount: 9n, shares: 20n, claimable: 8n }, [8n]],
    ['nothing, where nothing can be claimed', { amount: 9n, claimable: 0n }, []],
  ])('pay %s', (_, request, amounts) => {
    const { findings } = read(1n, [request])
    expect(findings.map(({ legs }) => legs.map(({ amount }) => amount))).toEqual([amounts])
  })

  test('are claimable when they are finalized and valid', () => {
    const { findings } = read(3n, [
      { amount: 5n, claimable: 4n },
      { amount: 6n, claimable: 6n, isValid: false },
      { amount: 7n },
    ])
    expect(
      findings.map(({ ref, legs, withdrawal }) => [ref, legs[0]?.amount, withdrawal?.isClaimable]),
    ).toEqual([
      ['withdrawal 1', 4n, true],
      ['withdrawal 2', 6n, false],
      ['withdrawal 3', 7n, false],
    ])
  })

  test.each<[bigint, bigint[]]>([
    [1n, []],
    [2n, []],
    [3n, [1n]],
    [5n, [3n]],
  ])('of %d in all, two of which were found, leave %o unread', (count, unread) => {
    const { findings } = read(count, [{ amount: 5n }, { amount: 6n }])
    expect(findings).toHaveLength(2 + unread.length)
    expect(findings.slice(2).map(({ legs }) => legs)).toMatchObject(
      unread.map((amount) => [{ token: COLLECTION, symbol: 'request', amount, isUnread: true }]),
    )
  })
})
