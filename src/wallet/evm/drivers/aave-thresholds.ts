import type { Address } from '../../../chains/address.ts'
import type { Token } from '../../model/entry-base.ts'
import { type AnswersOf, may } from './questions.ts'
import { hasBit, ratio } from './reading.ts'

const CONFIGURATION = 'function getConfiguration(address asset) view returns (uint256)'
const MODE = 'function getUserEMode(address user) view returns (uint256)'
/** Up to version 3.1 a reserve names the one category that it is in. */
const CATEGORY =
  'function getEModeCategoryData(uint8 id) view returns ((uint16 ltv, uint16 threshold, uint16 bonus, address oracle, string label))'
/** Since version 3.2 a category names its reserves. */
const MEMBERS = 'function getEModeCategoryCollateralBitmap(uint8 id) view returns (uint128)'
const OF_MEMBERS =
  'function getEModeCategoryCollateralConfig(uint8 id) view returns ((uint16 ltv, uint16 threshold, uint16 bonus))'
const PRICES = 'function getAssetsPrices(address[] assets) view returns (uint256[])'

/** A liquidation threshold is in basis points. */
export const THRESHOLD_UNIT = 10_000n
/** Where the configuration of a reserve has its threshold, and its category. */
const [THRESHOLD_BIT, THRESHOLD_MASK] = [16n, 0xffffn]
const [CATEGORY_BIT, CATEGORY_MASK] = [168n, 0xffn]
/** Prices may change between two rounds, in basis points: by less than a wrong category would. */
const TOLERANCE = 20n

interface Pledge {
  of: Token & { id: number }
  amount: bigint
}

/** The efficiency mode of an owner; 0 is none, and version 2 has none. */
export function modeAt(pool: Address, version: 2 | 3, owner: Address) {
  return version === 3 ? may(pool, MODE, [owner]) : 0n
}

/** Where a pool liquidates by each of these. */
export function thresholdsAt(
  { pool, oracle }: { pool: Address; oracle?: Address | undefined },
  mode: bigint | null,
  pledges: readonly Pledge[],
) {
  const id = Number((mode ?? 0n) & CATEGORY_MASK)
  const assets = pledges.map(({ of }) => of.address)
  return {
    mode,
    pledges: pledges.map((each) => ({
      ...each,
      configuration: may(pool, CONFIGURATION, [each.of.address]),
    })),
    prices: oracle && pledges.length > 0 ? may(oracle, PRICES, [assets]) : null,
    category: mode ? may(pool, CATEGORY, [id]) : null,
    members: mode ? may(pool, MEMBERS, [id]) : null,
    ofMembers: mode ? may(pool, OF_MEMBERS, [id]) : null,
  }
}

type Asked = AnswersOf<ReturnType<typeof thresholdsAt>>

/**
 * The fraction of the value up to which each token may back a debt. Nothing where one was not read, or where their mean cannot be what the pool
 * reports: a later version may weigh them in another way.
 */
export function thresholdsIn(
  asked: Asked,
  pool: { collateral: bigint; threshold: bigint },
): Map<Address, number> {
  const { prices, pledges } = asked
  const thresholds: bigint[] = []
  for (const { of, configuration } of pledges) {
    const threshold = configuration === null ? null : thresholdOf(asked, of.id, configuration)
    if (threshold === null) return new Map()
    thresholds.push(threshold)
  }
  const worth = pledges.map(
    ({ of, amount }, at) => ((prices?.[at] ?? 0n) * amount) / 10n ** BigInt(of.decimals),
  )
  const isMean = prices ? isWeighedMean(thresholds, worth, pool) : isWithin(thresholds, pool)
  if (!isMean) return new Map()
  return new Map(
    pledges.map(({ of }, at) => [of.address, ratio(thresholds[at] ?? 0n, THRESHOLD_UNIT)]),
  )
}

function isWeighedMean(
  thresholds: readonly bigint[],
  worth: readonly bigint[],
  pool: { collateral: bigint; threshold: bigint },
): boolean {
  const weighed = thresholds.reduce((sum, each, at) => sum + each * (worth[at] ?? 0n), 0n)
  const gap = weighed - pool.collateral * pool.threshold
  return (gap < 0n ? -gap : gap) <= pool.collateral * TOLERANCE
}

/** Without prices: whether the mean may be what the pool reports, which rounds it down. */
function isWithin(thresholds: readonly bigint[], { threshold }: { threshold: bigint }): boolean {
  return (
    thresholds.some((each) => each <= threshold + 1n) &&
    thresholds.some((each) => each >= threshold)
  )
}

function thresholdOf(
  { mode, category, members, ofMembers }: Asked,
  reserve: number,
  configuration: bigint,
): bigint | null {
  const own = (configuration >> THRESHOLD_BIT) & THRESHOLD_MASK
  if (mode === null) return null
  if (mode === 0n) return own
  const isMember =
    members === null
      ? ((configuration >> CATEGORY_BIT) & CATEGORY_MASK) === mode
      : hasBit(members, reserve)
  if (!isMember) return own
  const of = members === null ? category : ofMembers
  return of && BigInt(of.threshold)
}
