import words from '../../content/wallet-words.json' with { type: 'json' }
import { LOW_HEALTH_FACTOR, NEAR_LIQUIDATION } from '../../contract/wallet-limits.ts'
import type { WalletLeg, WalletPosition } from '../../contract/wallet-scan.ts'
import { dollars, tokens } from './figures.ts'
import { holdingNotes } from './holding-notes.ts'

/** A row of the table: one token of a position, or a perpetual without one. Names from outside are apart from our words. */
export interface Line {
  /** What is done with the token: `Supplied`. */
  role: string
  /** Name of the token or market, from outside. */
  name: string
  /** Amount and the like, in our words. */
  detail: string
  /** Market or pool, from outside. */
  market: string | null
  chain: string
  /** US dollars; a debt is negative. Null when unknown. */
  usd: number | null
  /** False for a row that has no value of its own. */
  hasValue: boolean
  /** What to know about the position or why there is no value, in our words. */
  notes: string[]
  isWarning: boolean
}

const ROLES: Record<string, string> = words.role
const WHY_UNPRICED: Record<string, string> = words.whyUnpriced

/** The rows of a position: one for each token, with what there is to know about the position on the first. */
export function linesOf(position: WalletPosition): Line[] {
  const { legs, perp } = position
  const lines = legs.map((leg, at) =>
    lineOf(leg, at === 0 ? position.market : null, position.chain),
  )
  if (perp && legs.length === 0) lines.push(ofPerpetual(position))
  const [first] = lines
  if (first) {
    first.notes.push(...notesOf(position))
    first.isWarning =
      position.inRange === false ||
      (position.healthFactor ?? LOW_HEALTH_FACTOR) < LOW_HEALTH_FACTOR ||
      (position.liquidation?.distance ?? NEAR_LIQUIDATION) < NEAR_LIQUIDATION
  }
  return lines
}

function lineOf(leg: WalletLeg, market: string | null, chain: string): Line {
  const sign = leg.role === 'borrow' ? -1 : 1
  return {
    role: ROLES[leg.role] ?? 'Unknown',
    name: leg.symbol,
    detail: tokens(leg.amount),
    market,
    chain,
    hasValue: true,
    usd: leg.usd === null ? null : sign * leg.usd,
    notes: priceNotes(leg),
    isWarning: false,
  }
}

function priceNotes({ usd, missing, price }: WalletLeg): string[] {
  if (usd === null) return [WHY_UNPRICED[missing ?? ''] ?? 'Value unknown.']
  return price?.confirmedBy === null ? ['One source has its price; no second one confirms it.'] : []
}

function ofPerpetual(position: WalletPosition): Line {
  return {
    role: 'Perpetual',
    name: position.market ?? position.ref ?? position.protocol,
    detail: '',
    market: null,
    chain: position.chain,
    hasValue: false,
    usd: null,
    notes: ['Its margin is not a part of this position.'],
    isWarning: false,
  }
}

function notesOf(position: WalletPosition): string[] {
  const { healthFactor, inRange, perp } = position
  const notes: string[] = []
  if (healthFactor !== null) {
    const warning = healthFactor < LOW_HEALTH_FACTOR ? ': close to liquidation' : ''
    notes.push(`Health factor ${healthFactor.toFixed(2)}${warning}.`)
  }
  if (inRange === false) notes.push('Out of range: it earns no fees.')
  if (perp) notes.push(perpetualNote(perp))
  return [...notes, ...holdingNotes(position)]
}

function perpetualNote({
  side,
  sizeUsd,
  leverage,
  liquidationPrice,
  pnlUsd,
  pnlInNet,
}: NonNullable<WalletPosition['perp']>): string {
  const gain =
    pnlUsd === null
      ? null
      : `${pnlUsd < 0 ? 'loss' : 'profit'} ${dollars(Math.abs(pnlUsd))}${pnlInNet === true ? ', already in the margin' : ', not in the sums'}`
  const parts = [
    side,
    sizeUsd === null ? null : `size ${dollars(sizeUsd)}`,
    leverage === null ? null : `${Number(leverage.toFixed(1))}\u00d7`,
    liquidationPrice === null ? null : `liquidation at ${dollars(liquidationPrice)}`,
    gain,
  ]
  return `Perpetual: ${parts.filter((part) => part !== null).join(', ')}.`
}
