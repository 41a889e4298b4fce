import { DUST_SHARE, DUST_USD, FLAG_SHARE } from '../../contract/wallet-limits.ts'
import { type Cents, compare } from './amounts.ts'
import type { ValuedPosition } from './position.ts'

/** A position with what is lost with its protocol. */
export interface Holding extends ValuedPosition {
  /** Everything in it that has a price and is not borrowed. */
  value: Cents
  /** False when it holds something and none of it has a price, so that `value` is meaningless. */
  isKnown: boolean
  /** What is lost if its protocol is lost: assets less debts, never below zero; zero for dust. A debt without a price is left out, so it is then the most. */
  net: Cents
  /** What it is measured by where a floor is asked: the larger of assets and debts, or the margin of a perpetual. */
  size: Cents
  /** Whether it may be of any size: a part of it has no price, and it is not what anybody can have sent. */
  isOpenEnded: boolean
  /** False for dust: it is in no score, flag or warning. */
  counts: boolean
  /** Why no flag is raised by it and `complete` does not depend on it; null for what the summary is about. */
  folded: 'dust' | 'unpriced' | null
}

export interface Exposure {
  holdings: Holding[]
  /** Net exposure of all that counts. */
  net: Cents
  /** A protocol with less than this is dust. */
  dust: Cents
  /** A flag needs this much. */
  floor: Cents
}

const DUST_PARTS = BigInt(Math.round(1 / DUST_SHARE))
const FLAG_PARTS = BigInt(Math.round(1 / FLAG_SHARE))
const LEAST: Cents = BigInt(DUST_USD * 100)

/**
 * What is lost with each protocol. What contracts on no list say that they hold is left out. Dust are the protocols outside the longest list, largest first, of which each has at least a thousandth of
 * the net exposure of the list: so whatever is added with less than `dust` at a protocol that is not used changes nothing.
 */
export function exposureOf(positions: readonly ValuedPosition[]): Exposure {
  const listed = positions.filter(({ position }) => !position.unlisted)
  const sized = withMargins(withLoneDebts(listed.map(weigh)))
  const protocols = [...Map.groupBy(sized, ({ position }) => position.protocolSlug)]
    .map(([slug, own]) => ({
      slug,
      size: sumOf(own, 'size'),
      net: sumOf(own, 'net'),
    }))
    .sort((a, b) => compare(b.size, a.size) || compare(a.slug, b.slug))
  const kept = new Set<string>()
  let net = 0n
  for (const each of protocols) {
    if (each.size < LEAST || each.size * DUST_PARTS < net + each.net) break
    kept.add(each.slug)
    net += each.net
  }
  const floor = atLeast(net, FLAG_PARTS)
  const small = smallAmong(sized, floor)
  const holdings = sized.map((each): Holding => {
    const isKept = kept.has(each.position.protocolSlug)
    const isSmall = small.has(each)
    const isOpenEnded = each.isOpenEnded && !(isSmall && each.openEnded === 'strange')
    const counts = isKept || isOpenEnded
    const isUnpriced = each.position.valuation !== 'priced' && isSmall && !isOpenEnded
    return {
      ...each,
      net: isKept ? each.net : 0n,
      isOpenEnded,
      counts,
      folded: isUnpriced ? 'unpriced' : counts ? null : 'dust',
    }
  })
  return { holdings, net, dust: atLeast(net, DUST_PARTS), floor }
}

/** Those without a price for all of it in whose market all such together are less than a flag needs. */
function smallAmong(holdings: readonly Sized[], floor: Cents): ReadonlySet<Sized> {
  const markets = Map.groupBy(
    holdings.filter(({ position }) => position.valuation !== 'priced'),
    ({ position }) =>
      JSON.stringify([position.chain, position.protocolSlug, position.account, position.market]),
  )
  return new Set([...markets.values()].filter((own) => sumOf(own, 'size') < floor).flat())
}

/** True when these positions, or one of unknown size, are large enough for a flag. */
export function reaches(floor: Cents, holdings: readonly Holding[]): boolean {
  return holdings.some(({ isOpenEnded }) => isOpenEnded) || sumOf(holdings, 'size') >= floor
}

export function sumOf(holdings: readonly Sized[], what: 'value' | 'net' | 'size'): Cents {
  return holdings.reduce((sum, each) => sum + each[what], 0n)
}

type Sized = Omit<Holding, 'counts' | 'folded'>

function weigh(each: ValuedPosition): Sized {
  const { legs } = each.position
  const held = legs.filter(({ role }) => role !== 'borrow')
  const value = each.supplied + each.rewards
  return {
    ...each,
    value,
    isKnown: held.length === 0 || held.some(({ usd }) => usd !== null),
    net: above(value - each.borrowed),
    blocked: blockedIn(each, value),
    unsure: each.position.withdrawal ? null : each.unsure,
    size: larger(value + each.most, each.borrowed),
    isOpenEnded: each.openEnded !== 'no',
  }
}

/** Assets that cannot be withdrawn now; null when that is not known. Debts are not taken off, so that more of them never leave less blocked. */
function blockedIn({ position, blocked }: ValuedPosition, value: Cents): Cents | null {
  const { withdrawal } = position
  if (!withdrawal) return blocked !== null && blocked > value ? value : blocked
  if (withdrawal.isClaimable === null) return null
  return withdrawal.isClaimable ? 0n : value
}

/**
 * Exchanges report a debt of an account apart from what the account has. Such a debt is taken off the assets in the same market of the same
 * account, in proportion.
 */
function withLoneDebts(holdings: readonly Sized[]): Sized[] {
  const accounts = Map.groupBy(holdings, ({ position }) => accountOf(position, position.market))
  return [...accounts.values()].flatMap((own) => {
    const lone = own.filter(isLoneDebt)
    const assets = sumOf(own, 'net')
    if (lone.length === 0 || assets === 0n) return own
    const debts = lone.reduce((sum, { borrowed }) => sum + borrowed, 0n)
    return own.map((each) => ({ ...each, net: (each.net * above(assets - debts)) / assets }))
  })
}

/** A debt in a position of its own. */
export function isLoneDebt({ value, borrowed }: Pick<Sized, 'value' | 'borrowed'>): boolean {
  return value === 0n && borrowed > 0n
}

/** A perpetual on the margin of its account is as large as its part of that margin, by size. */
function withMargins(holdings: readonly Sized[]): Sized[] {
  const crossed = Map.groupBy(holdings.filter(isCross), ({ position }) => accountOf(position))
  return holdings.map((each) => {
    if (!isCross(each)) return each
    const own = crossed.get(accountOf(each.position)) ?? []
    const whole = own.reduce((sum, { position }) => sum + sizeOf(position), 0n)
    const margin = marginOf(each.position, holdings)
    if (margin === null || whole === 0n)
      return { ...each, isOpenEnded: true, openEnded: 'yes' as const }
    return { ...each, size: (margin * sizeOf(each.position)) / whole }
  })
}

/** Margin of the account that a perpetual without margin of its own is on; null when none was read. */
export function marginOf(
  { chain, protocolSlug, account }: ValuedPosition['position'],
  holdings: readonly Pick<Sized, 'position' | 'supplied'>[],
): Cents | null {
  const margins = holdings.filter(
    ({ position }) =>
      position.product === 'perp' &&
      position.perp === null &&
      position.chain === chain &&
      position.protocolSlug === protocolSlug &&
      position.account === account,
  )
  return margins.length === 0 ? null : margins.reduce((sum, { supplied }) => sum + supplied, 0n)
}

export function isCross({ position }: Pick<Sized, 'position'>): boolean {
  return position.perp !== null && position.legs.length === 0
}

function sizeOf({ perp }: ValuedPosition['position']): Cents {
  return BigInt(Math.round(Math.min(perp?.sizeUsd ?? 0, Number.MAX_SAFE_INTEGER / 100) * 100))
}

export function accountOf(
  { chain, protocolSlug, account }: ValuedPosition['position'],
  market: string | null = null,
): string {
  return JSON.stringify([chain, protocolSlug, account, market])
}

function atLeast(net: Cents, parts: bigint): Cents {
  return larger(LEAST, (net + parts - 1n) / parts)
}

function above(cents: Cents): Cents {
  return larger(0n, cents)
}

function larger(a: Cents, b: Cents): Cents {
  return a > b ? a : b
}
