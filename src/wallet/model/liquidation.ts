import { MAX_ALONE } from '../../contract/wallet-limits.ts'
import type { WalletLiquidation, WalletPosition } from '../../contract/wallet-scan.ts'
import { type Cents, toUsd } from './amounts.ts'
import { accountOf, isCross, marginOf } from './exposure.ts'
import { figure, percent } from './figure-text.ts'
import {
  asSentence,
  asSentenceOf,
  type Statement,
  stateLoan,
  statePerpetual,
} from './liquidation-text.ts'
import type { ValuedPosition } from './position.ts'

/** One way to work a distance out. */
interface Way {
  distance: number
  how: string
  isBound: boolean
}

interface Found {
  facts: Omit<WalletLiquidation, 'text'>
  statement: Statement
}

/** The positions with how far each loan and each perpetual is from its liquidation. Pure; their order changes nothing. */
export function withLiquidations(positions: readonly ValuedPosition[]): ValuedPosition[] {
  return positions.map((each) => {
    const found = each.position.perp ? ofPerpetual(each, positions) : ofLoan(each, positions)
    if (!found) return each
    const { facts, statement } = found
    const liquidation = { ...facts, text: asSentence(statement) }
    const warning = asSentenceOf(each.position.protocol, statement)
    return { ...each, position: { ...each.position, liquidation }, warning }
  })
}

function ofLoan(each: ValuedPosition, all: readonly ValuedPosition[]): Found | null {
  const { legs, healthFactor, loan } = each.position
  const owed = legs.filter(({ role, amount }) => role === 'borrow' && Number(amount) > 0)
  if (owed.length === 0 && healthFactor === null) return null
  const pledged = legs.filter(({ role, collateral }) => collateral || role === 'collateral')
  const held = pledged.length > 0 ? pledged : legs.filter(({ role }) => role === 'supply')
  const moving = held.filter(({ token }) => owed.every((debt) => debt.token !== token))
  const isSame = held.length > 0 && moving.length === 0
  const left = leftOf(each, all) ?? (loan?.ltv == null ? null : Math.max(0, 1 - loan.ltv))
  const how = '1 − debts / assets, at the prices of the scan'
  const way = nearest([
    ...thresholds(each.position),
    ...(left === null ? [] : [{ distance: left, how, isBound: true }]),
  ])
  const alone = way && !way.isBound ? fallsAlone(each, way.distance) : null
  const facts = {
    leverage: left ? hundredths(1 / left) : null,
    ...published(way),
    ...(alone && { alone }),
    direction: 'fall' as const,
    assets: namesOf(isSame ? held : moving),
    against: namesOf(owed),
  }
  return { facts, statement: stateLoan(facts, { isOwing: left === 0, isSame }) }
}

/**
 * The fall of each collateral alone, from that of all together: one that is half of what counts against the debt must fall twice as far. Null with fewer
 * than two that can fall against the debt, and where a threshold or a price is missing.
 */
function fallsAlone(
  { position, thresholds }: ValuedPosition,
  together: number,
): NonNullable<WalletLiquidation['alone']> | null {
  const owed = new Set(
    position.legs.filter(({ role }) => role === 'borrow').map(({ token }) => token),
  )
  const counted = new Map<string, { asset: string; value: number }>()
  let total = 0
  for (const [at, { role, collateral, token, symbol, usd }] of position.legs.entries()) {
    if (!collateral && role !== 'collateral') continue
    const threshold = thresholds[at] ?? null
    if (threshold === null || usd === null) return null
    const value = (counted.get(token)?.value ?? 0) + usd * threshold
    counted.set(token, { asset: symbol, value })
    total += usd * threshold
  }
  const moving = [...counted].filter(([token]) => !owed.has(token)).map(([, each]) => each)
  if (moving.length < 2 || total === 0) return null
  return moving
    .map(({ asset, value }) => {
      const distance = together === 0 ? 0 : rounded(together / (value / total))
      return { asset, distance: distance <= 1 ? distance : null }
    })
    .sort((a, b) => (a.distance ?? 2) - (b.distance ?? 2) || (a.asset < b.asset ? -1 : 1))
    .slice(0, MAX_ALONE)
}

/**
 * The share of the assets that is left after debts; null when unknown. A debt in a position of its own is set against the assets in the same
 * market of the account.
 */
function leftOf(each: ValuedPosition, all: readonly ValuedPosition[]): number | null {
  const { position } = each
  const isLone = position.legs.every(({ role }) => role === 'borrow')
  const key = accountOf(position, position.market)
  const own = isLone
    ? all.filter((other) => accountOf(other.position, other.position.market) === key)
    : [each]
  if (own.some((one) => one.position.suppliedUsd === null || one.position.borrowedUsd === null))
    return null
  const sum = (of: 'supplied' | 'borrowed') =>
    own.reduce<Cents>((total, one) => total + one[of], 0n)
  const [assets, debts] = [sum('supplied'), sum('borrowed')]
  if (assets === 0n && debts === 0n) return null
  return debts >= assets ? 0 : toUsd(assets - debts) / toUsd(assets)
}

/** By all that the market reports of where it liquidates. */
function thresholds(position: WalletPosition): Way[] {
  const { ltv = null, liquidationLtv = null } = position.loan ?? {}
  const { healthFactor } = position
  const ways: (Way | null)[] = [
    ltv === null || !liquidationLtv
      ? null
      : wayOf(
          fall(ltv, liquidationLtv),
          `1 − LTV ${percent(ltv)} / liquidation LTV ${percent(liquidationLtv)}`,
        ),
    byPrice(position),
    healthFactor === null
      ? null
      : wayOf(fall(1, healthFactor), `1 − 1 / health factor ${figure(healthFactor)}`),
  ]
  return ways.filter((way) => way !== null)
}

/**
 * From the price of liquidation. The price of now follows from the LTV where there are one collateral and one debt that part of it may be sold for; where the
 * market states no LTV, it is that of the scan.
 */
function byPrice({ loan, legs }: WalletPosition): Way | null {
  const [debt, ...moreDebts] = legs.filter(({ role }) => role === 'borrow')
  const pledged = legs.filter(({ collateral }) => collateral)
  const [pledge, ...morePledges] = pledged.filter(({ token }) => token !== debt?.token)
  const { ltv = null, liquidationPrice = null } = loan ?? {}
  if (ltv === 0 || liquidationPrice === null || !debt || !pledge) return null
  if (moreDebts.length + morePledges.length > 0) return null
  const sold = pledged
    .filter(({ token }) => token === debt.token)
    .reduce((sum, { amount }) => sum + Number(amount), 0)
  const price =
    ltv === null
      ? (pledge.price?.usd ?? Number.NaN) / (debt.price?.usd ?? Number.NaN)
      : (Number(debt.amount) / ltv - sold) / Number(pledge.amount)
  if (!(price > 0)) return null
  return wayOf(
    fall(liquidationPrice, price),
    `1 − liquidation price ${figure(liquidationPrice)} / price ${figure(price)}`,
  )
}

function ofPerpetual(each: ValuedPosition, all: readonly ValuedPosition[]): Found | null {
  const { position } = each
  const { perp } = position
  if (!perp) return null
  const margin = isCross(each)
    ? marginOf(position, all)
    : position.suppliedUsd === null
      ? null
      : each.supplied
  const size = isCross(each) ? crossSize(position, all) : perp.sizeUsd
  // On cross margin, exchanges state the leverage that is allowed, not the one that is used.
  const stated = isCross(each) ? null : perp.leverage
  const leverage = margin === null || !size ? stated : size / toUsd(margin)
  const rest =
    margin !== null && perp.sizeUsd ? toUsd(margin) / perp.sizeUsd : stated ? 1 / stated : null
  const isEntry = perp.pnlInNet !== true
  const how = isEntry ? 'margin / size, from the price of entry' : 'margin / size'
  const prices = perpetualPrices(perp)
  // Nothing falls by more than all of it.
  const bound = rest !== null && perp.side === 'long' ? Math.min(1, rest) : rest
  const way = nearest(
    prices.length > 0 || bound === null ? prices : [{ distance: bound, how, isBound: true }],
  )
  const facts = {
    leverage: leverage !== null && Number.isFinite(leverage) ? hundredths(leverage) : null,
    ...published(way),
    direction: perp.side === 'long' ? ('fall' as const) : ('rise' as const),
    assets: [position.market ?? position.ref ?? position.protocol],
    against: [],
  }
  return { facts, statement: statePerpetual(facts, { isEntry }) }
}

/** Sizes of all perpetuals on the margin of one account. */
function crossSize(of: WalletPosition, all: readonly ValuedPosition[]): number | null {
  return all
    .filter((other) => isCross(other) && accountOf(other.position) === accountOf(of))
    .reduce<number | null>((sum, { position }) => {
      const size = position.perp?.sizeUsd ?? null
      return sum === null || size === null ? null : sum + size
    }, 0)
}

/**
 * From the price of liquidation. A price of now that is not reported follows from the profit and the size, which is by the price of entry at some
 * and by that of now at others: the nearer of both counts.
 */
function perpetualPrices(perp: NonNullable<WalletPosition['perp']>): Way[] {
  const { side, liquidationPrice, markPrice, entryPrice, pnlUsd, sizeUsd } = perp
  if (!liquidationPrice) return []
  const gain = sizeUsd && pnlUsd !== null ? (side === 'long' ? pnlUsd : -pnlUsd) / sizeUsd : null
  const worked =
    entryPrice !== null && gain !== null ? [entryPrice * (1 + gain), entryPrice / (1 - gain)] : []
  return (markPrice === undefined ? worked : [markPrice])
    .filter((price) => price > 0 && Number.isFinite(liquidationPrice / price))
    .map((price) =>
      wayOf(
        side === 'long' ? fall(liquidationPrice, price) : Math.max(0, liquidationPrice / price - 1),
        `liquidation price ${figure(liquidationPrice)}, price ${figure(price)}`,
      ),
    )
}

function wayOf(distance: number, how: string): Way {
  return { distance, how, isBound: false }
}

function nearest(ways: readonly Way[]): Way | null {
  return ways
    .filter(({ distance }) => Number.isFinite(distance))
    .reduce<Way | null>((best, way) => (best && best.distance <= way.distance ? best : way), null)
}

function published(way: Way | null): Pick<WalletLiquidation, 'distance' | 'isBound' | 'how'> {
  if (way === null) return { distance: null, isBound: false, how: null }
  return { distance: rounded(way.distance), isBound: way.isBound, how: way.how }
}

/** The fall from a value to the one at which it is liquidated; zero where it is there already. */
function fall(then: number, now: number): number {
  return now > 0 ? Math.max(0, 1 - then / now) : 0
}

function rounded(distance: number): number {
  return Number(distance.toFixed(6))
}

function hundredths(value: number): number {
  return Number(value.toFixed(2))
}

function namesOf(legs: WalletPosition['legs']): string[] {
  return [...new Set(legs.map(({ symbol }) => symbol))].sort()
}
