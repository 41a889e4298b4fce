import * as z from 'zod'
import { BALANCE } from '../../../chains/evm/abi.ts'
import { call } from '../../../chains/evm/call.ts'
import type { ResultOf } from '../../../chains/evm/viem.ts'
import { address, entryBase, token } from '../../model/entry-base.ts'
import type { Finding } from '../../model/finding.ts'
import { type ClaimsOf, wordClaim } from './claim.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf, unreadNfts } from './entry-position.ts'
import { LAST_PRICE, MIN_RATIO, SURPLUS } from './liquity.ts'
import { loanFields } from './loan.ts'
import { answersTo, may, must } from './questions.ts'
import { ratio, WAD } from './reading.ts'
import { troveIds } from './trove-ids.ts'

const DEPOSIT = 'function getCompoundedBoldDeposit(address owner) view returns (uint256)'
const YIELD = 'function getDepositorYieldGainWithPending(address owner) view returns (uint256)'
const GAIN = 'function getDepositorCollGain(address owner) view returns (uint256)'
const STASHED = 'function stashedColl(address owner) view returns (uint256)'
const OWNER_OF = 'function ownerOf(uint256 id) view returns (address)'
const TROVE =
  'function getLatestTroveData(uint256 id) view returns ((uint256 entireDebt, uint256 entireColl, uint256 redistDebtGain, uint256 redistCollGain, uint256 accruedInterest, uint256 recordedDebt, uint256 annualInterestRate, uint256 weightedRecordedDebt, uint256 accruedBatchManagementFee, uint256 lastInterestRateAdjTime))'
/** What a trove keeps for who liquidates it, and pays back when it is closed: `ETH_GAS_COMPENSATION` of liquity/bold's `Constants.sol`. */
const RESERVE = 37_500_000_000_000_000n

/** One branch of Liquity v2: its troves are against one collateral. */
export const liquityV2Entry = entryBase.extend({
  driver: z.literal('liquity-v2'),
  troveManager: address,
  troveNft: address,
  borrowerOperations: address,
  priceFeed: address,
  stabilityPool: address,
  /** Collateral that was left over when a trove was liquidated. */
  surplusPool: address,
  /** Contracts that open troves for their callers. */
  zappers: z.array(address),
  collateral: token,
  /** The stablecoin that is borrowed. */
  debt: token,
  /** The token of the reserve that a trove keeps for who liquidates it. */
  reserve: token,
})
export type LiquityV2Entry = z.infer<typeof liquityV2Entry>

/**
 * Troves, what liquidated ones left over, and the deposit in the stability pool of a branch. A trove is an NFT, and no contract lists those
 * of an owner; but the id of one is made of who opened it, so the first of each way are tried. Troves that are not found so (bought ones,
 * too) are counted.
 */
export const liquityV2 = defineDriver({
  name: 'liquity-v2',
  entry: liquityV2Entry,
  reads: ['supply', 'borrow', 'reward'],
  proof: 'recorded/liquity-v2.json',
  receiptTokens: ({ troveNft }) => [troveNft],
  *read(entry, owner) {
    const { stabilityPool, troveNft, collateral, debt } = entry
    const { deposit, yielded, gain, stashed, count, surplus } = yield* answersTo({
      deposit: must(stabilityPool, DEPOSIT, [owner]),
      yielded: must(stabilityPool, YIELD, [owner]),
      gain: must(stabilityPool, GAIN, [owner]),
      stashed: must(stabilityPool, STASHED, [owner]),
      count: must(troveNft, BALANCE, [owner]),
      surplus: must(entry.surplusPool, SURPLUS, [owner]),
    })
    const inPool = [
      ...legsOf('supply', debt, deposit, false),
      ...legsOf('reward', debt, yielded),
      ...legsOf('reward', collateral, gain + stashed),
    ]
    const leftOver = legsOf('reward', collateral, surplus)
    // The NFT contract reverts for an id that does not exist.
    const tried = yield* answersTo(
      (count === 0n ? [] : troveIds(owner, entry.zappers)).map((id) => ({
        id,
        owner: may(troveNft, OWNER_OF, [id]),
      })),
    )
    const ids = tried.filter((each) => each.owner === owner).map(({ id }) => id)
    const troves = yield* answersTo(
      ids.map((id) => ({
        id,
        data: must(entry.troveManager, TROVE, [id]),
        most: may(entry.borrowerOperations, MIN_RATIO, []),
        price: may(entry.priceFeed, LAST_PRICE, []),
      })),
    )
    const unread = count - BigInt(ids.length)
    const market = collateral.symbol
    return [
      ...troves.map((each) => troveFinding(entry, each)),
      ...(unread > 0n
        ? [unreadNfts(entry, { collection: troveNft, count: unread, market, ref: null })]
        : []),
      ...(leftOver.length > 0
        ? [positionOf(entry, { market: `Left over ${market}`, legs: leftOver })]
        : []),
      ...(inPool.length > 0
        ? [
            positionOf(entry, {
              product: 'vault',
              market: `Stability Pool ${market}`,
              legs: inPool,
            }),
          ]
        : []),
    ]
  },
})

interface Trove {
  id: bigint
  data: ResultOf<typeof TROVE>
  most: bigint | null
  price: bigint | null
}

function troveFinding(
  entry: LiquityV2Entry,
  { id, data: { entireColl, entireDebt }, most, price }: Trove,
): Finding {
  return positionOf(entry, {
    market: entry.collateral.symbol,
    ref: id.toString(),
    legs: [
      ...legsOf('collateral', entry.collateral, entireColl, true),
      ...legsOf('borrow', entry.debt, entireDebt),
      ...legsOf('supply', entry.reserve, RESERVE, false),
    ],
    ...loanFields({
      collateralValue: entireColl * (price ?? 0n),
      debtValue: entireDebt * WAD,
      liquidationLtv: most ? ratio(WAD, most) : null,
      liquidationPrice: most && entireColl > 0n ? ratio(entireDebt * most, entireColl * WAD) : null,
    }),
  })
}

// For `npm run contracts -- --check` alone.
const NFT = 'function troveNFT() view returns (address)'
const BORROWER = 'function borrowerOperationsAddress() view returns (address)'

/** @public */
export const claims: ClaimsOf<LiquityV2Entry> = ({
  troveManager,
  troveNft,
  surplusPool,
  borrowerOperations,
}) => [
  wordClaim('NFT of the troves', call(troveManager, NFT, []), troveNft),
  wordClaim(
    'borrower operations of the left over',
    call(surplusPool, BORROWER, []),
    borrowerOperations,
  ),
]
