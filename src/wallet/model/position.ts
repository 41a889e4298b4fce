import type { WalletLeg, WalletPosition } from '../../contract/wallet-scan.ts'
import { type Cents, decimalAmount, toUsd, valueInCents } from './amounts.ts'
import type { Finding, Role, TokenAmount } from './finding.ts'
import { type KnownPrice, type Price, priceKey } from './price.ts'
import type { ProtocolScores } from './protocol-scores.ts'
import { publishedName } from './protocols.ts'

/** A finding and the chain it was read on, by our name of the chain. */
export interface ChainFinding {
  chain: string
  finding: Finding
}

/** A position as it is published, and its sums of known price in whole cents. */
export interface ValuedPosition {
  position: WalletPosition
  supplied: Cents
  borrowed: Cents
  rewards: Cents
  /** The collection of NFTs whose operators can take it. */
  collection: string | null
  /** Slug of another protocol in whose contracts all of it lies. */
  within: string | null
  /** The part of all three sums whose price comes from a single source. */
  singleSource: Cents
  /** The assets that their market or vault does not let out now; null where that is not known. */
  blocked: Cents | null
  /** The assets of which that is not known, as far as they have a price; null where it is known of all. */
  unsure: Cents | null
  /** What its vault says of redeeming. */
  exit: Finding['exit']
  /** What is said of its liquidation where its protocol is not named beside it; left out without a loan or a perpetual. */
  warning?: string
  /** By leg, `liquidationLtv` of the finding; null where that was not read. */
  thresholds: readonly (number | null)[]
  /** The most that its legs without a value can be worth, where that is known of them. */
  most: Cents
  /**
   * Whether a leg may be worth any amount: `no`, `strange` when each such leg is of a token that anybody can have made and sent, because no
   * list names it and no source has a price, or `yes`. An amount that is a speck of a token is no such leg.
   */
  openEnded: 'no' | 'strange' | 'yes'
}

/** More than any wallet holds of one token: above it, the amount or the price is wrong. */
export const MAX_LEG_CENTS: Cents = 100_000_000_000n * 100n
/** An amount of a token without a price that is smaller than this, in whole tokens, is a speck. */
const SPECK = 1e-6
const MAX_SYMBOL_LENGTH = 32
/** Markets are named after all tokens of a pool. */
const MAX_NAME_LENGTH = 300

type Side = 'supplied' | 'borrowed' | 'rewards'

const SIDE: Record<Role, Side> = {
  supply: 'supplied',
  stake: 'supplied',
  lp: 'supplied',
  collateral: 'supplied',
  margin: 'supplied',
  borrow: 'borrowed',
  reward: 'rewards',
}

/** True for a finding that can be added up: it was read, its amounts are not negative, and its decimals exist. */
export function isSound({ legs, isUnread }: Finding): boolean {
  if (isUnread) return false
  return legs.every(
    ({ amount, decimals, token }) =>
      amount >= 0n &&
      Number.isInteger(decimals) &&
      decimals >= 0 &&
      decimals <= 255 &&
      token !== '',
  )
}

/**
 * One position with its legs in US dollars. A leg without a price makes every sum that includes it unknown. A position without legs,
 * such as a perpetual on the margin of its account, is worth zero.
 */
export function createPosition(
  { chain, finding }: ChainFinding,
  prices: ReadonlyMap<string, Price>,
  scores: ProtocolScores,
  /** Whether a list of ours names a token. */
  isListed: (chain: string, token: string) => boolean = () => true,
): ValuedPosition {
  const protocol = finding.isUnlisted ? undefined : scores.get(finding.protocol)
  const protocolSlug = protocol?.slug ?? finding.protocol
  const sums: Record<Side, Cents> = { supplied: 0n, borrowed: 0n, rewards: 0n }
  const unknown = new Set<Side>()
  let singleSource: Cents = 0n
  let most: Cents = 0n
  const open: WalletLeg[] = []
  const legs = finding.legs.map((amount) => {
    const { leg, cents, bound } = createLeg(chain, amount, prices)
    if (bound !== null) most += bound
    else if (cents === null && Number(leg.amount) >= SPECK) open.push(leg)
    if (cents === null) unknown.add(SIDE[amount.role])
    else sums[SIDE[amount.role]] += cents
    if (cents !== null && leg.price?.confirmedBy === null) singleSource += cents
    return leg
  })
  const { supplied, borrowed, rewards } = sums
  const usdOf = (side: Side) => (unknown.has(side) ? null : toUsd(sums[side]))
  const { receiptToken, account } = finding
  const [market, ref] = [named(finding.market), named(finding.ref)]
  const name = [chain, protocolSlug, market, ref ?? receiptToken, account ?? null]
  const position: WalletPosition = {
    id: name.filter((part) => part !== null && part !== '').join(':'),
    chain,
    protocol: finding.isUnlisted
      ? 'On no list'
      : (protocol?.name ?? publishedName(finding.protocol)),
    protocolSlug,
    product: finding.product,
    market,
    ref,
    receiptToken: finding.receiptToken || null,
    legs,
    suppliedUsd: usdOf('supplied'),
    borrowedUsd: usdOf('borrowed'),
    rewardsUsd: usdOf('rewards'),
    netUsd: unknown.size > 0 ? null : toUsd(supplied - borrowed + rewards),
    healthFactor: measure(finding.healthFactor),
    inRange: finding.inRange,
    perp: finding.perp && {
      side: finding.perp.side,
      sizeUsd: measure(finding.perp.sizeUsd),
      leverage: measure(finding.perp.leverage),
      entryPrice: measure(finding.perp.entryPrice),
      liquidationPrice: measure(finding.perp.liquidationPrice),
      ...((measure(finding.perp.markPrice ?? null) ?? 0) > 0 && {
        markPrice: finding.perp.markPrice,
      }),
      pnlUsd: finite(finding.perp.pnlUsd),
      pnlInNet: finding.perp.pnlInNet,
    },
    risk: protocol?.risk ?? null,
    positionSource: finding.source,
    valuation: valuationOf(legs),
    ...(finding.account && { account: finding.account }),
    ...(finding.isUnlisted && { unlisted: true }),
    ...(finding.withdrawal && { withdrawal: withdrawalOf(finding.withdrawal) }),
    ...(finding.loan && { loan: loanOf(finding.loan) }),
  }
  const isStrange = ({ role, token, missing }: WalletLeg) =>
    role !== 'borrow' &&
    (missing === 'not-covered' || missing === 'refused') &&
    !isListed(chain, token)
  const openEnded = open.length === 0 ? 'no' : open.every(isStrange) ? 'strange' : 'yes'
  const ofExit = blockedOf(finding, legs)
  const sumsOf = { supplied, borrowed, rewards, singleSource, most }
  const { within = null, collection = null } = finding
  const thresholds = finding.legs.map(({ liquidationLtv }) => liquidationLtv ?? null)
  const own = { within, collection, exit: finding.exit }
  return { position, ...sumsOf, ...own, ...ofExit, thresholds, openEnded }
}

/** What of these legs is not let out now. Of a part that was not read nothing is known, and what is known of the others stays. */
function blockedOf(
  { legs: amounts }: Finding,
  legs: readonly WalletLeg[],
): Pick<ValuedPosition, 'blocked' | 'unsure'> {
  let sum: Cents = 0n
  let unsure: Cents | null = null
  for (const [at, { role, amount, available, decimals }] of amounts.entries()) {
    if (SIDE[role] !== 'supplied' || amount === 0n) continue
    const kept = available === undefined ? null : amount - (available < amount ? available : amount)
    const price = legs[at]?.price
    if (kept === null || (kept > 0n && !price))
      unsure = (unsure ?? 0n) + (price ? valueInCents(amount, decimals, price.usd) : 0n)
    else if (price) sum += valueInCents(kept, decimals, price.usd)
  }
  const isAny = amounts.some(({ available }) => available !== undefined)
  return { blocked: isAny && (unsure === null || sum > 0n) ? sum : null, unsure }
}

function withdrawalOf({
  unlocksAt,
  isClaimable,
}: NonNullable<Finding['withdrawal']>): WalletPosition['withdrawal'] {
  return { unlocksAt: unlocksAt === null ? null : timeOf(unlocksAt), isClaimable }
}

/** Null for a time that no calendar has: contracts write the largest number for "never". */
export function timeOf(seconds: number): string | null {
  const time = new Date(seconds * 1000)
  const year = time.getUTCFullYear()
  return year >= 1970 && year <= 9999 ? time.toISOString() : null
}

function loanOf({
  ltv,
  liquidationLtv,
  liquidationPrice,
}: NonNullable<Finding['loan']>): WalletPosition['loan'] {
  return {
    ltv: measure(ltv),
    liquidationLtv: measure(liquidationLtv),
    liquidationPrice: measure(liquidationPrice),
  }
}

/** One amount as it is published, and its value where it has a price. */
export function createLeg(
  chain: string,
  { role, token, symbol, decimals, amount, collateral, isUnread }: TokenAmount,
  prices: ReadonlyMap<string, Price>,
): { leg: WalletLeg; cents: Cents | null; bound: Cents | null } {
  const found = prices.get(priceKey({ chain, token, decimals }))
  const price = isUnread ? undefined : found
  const highest = found && (found.known ? found.value : found.most)
  const limit = highest === undefined ? null : valueInCents(amount, decimals, highest)
  const value = price?.known ? valueInCents(amount, decimals, price.value) : null
  const isAbsurd = value !== null && value > MAX_LEG_CENTS
  // A zero amount is worth nothing at any price.
  const cents = amount === 0n ? 0n : isAbsurd ? null : value
  const isPriced = price?.known && !isAbsurd
  const leg: WalletLeg = {
    role,
    token,
    symbol: readable(symbol),
    amount: decimalAmount(amount, decimals),
    usd: cents === null ? null : toUsd(cents),
    price: isPriced ? pricedBy(price) : null,
    missing:
      cents !== null ? null : !price ? 'not-covered' : price.known ? 'refused' : price.reason,
    collateral: collateral ?? null,
  }
  // More than any wallet holds bounds nothing.
  const bound = cents === null && limit !== null && limit <= MAX_LEG_CENTS ? limit : null
  return { leg, cents, bound }
}

function pricedBy({ value, source, asOf, confirmedBy }: KnownPrice): WalletLeg['price'] {
  return { usd: value, source, asOf, confirmedBy: confirmedBy ?? null }
}

/** The maker of a token chooses its symbol: invisible characters are removed, and it is cut to a maximum length. */
export function readable(symbol: string): string {
  return seen(symbol, MAX_SYMBOL_LENGTH) || 'unknown'
}

/** A name that symbols of tokens may be part of; null without one. */
function named(name: string | null): string | null {
  return seen(name ?? '', MAX_NAME_LENGTH) || null
}

function seen(text: string, maxLength: number): string {
  const visible = text.replace(/\p{C}/gu, '').trim()
  return [...visible].slice(0, maxLength).join('')
}

/** A finite number or null; -0 becomes 0. */
function finite(value: number | null): number | null {
  return value !== null && Number.isFinite(value) ? value + 0 : null
}

/** A finite number that is not negative, or null; without debt a health factor is infinite. */
function measure(value: number | null): number | null {
  const number = finite(value)
  return number !== null && number >= 0 ? number : null
}

function valuationOf(legs: readonly WalletLeg[]): WalletPosition['valuation'] {
  const known = legs.filter(({ usd }) => usd !== null).length
  return known === legs.length ? 'priced' : known === 0 ? 'unpriced' : 'partial'
}
