import { booleanIn, isObject, numberIn, objectsIn, oneOf, textIn } from '../dom/read-values.ts'
import type { Leg, Perpetual, Position } from './scan.ts'

const ROLES = ['supply', 'borrow', 'stake', 'lp', 'reward', 'collateral', 'margin'] as const
const MISSING = ['not-covered', 'stale', 'refused', 'upstream-failed', 'disagreement'] as const

/** One position of the answer. What is missing is unknown. */
export function readPosition(position: object): Position {
  const slug = textIn(position, 'protocolSlug') ?? ''
  const perp: unknown = Reflect.get(position, 'perp')
  const withdrawal: unknown = Reflect.get(position, 'withdrawal')
  const loan: unknown = Reflect.get(position, 'loan')
  return {
    chain: textIn(position, 'chain') ?? 'unknown chain',
    slug,
    protocol: textIn(position, 'protocol') ?? slug,
    product: textIn(position, 'product'),
    market: textIn(position, 'market'),
    ref: textIn(position, 'ref'),
    legs: (objectsIn(position, 'legs') ?? []).map(readLeg),
    healthFactor: numberIn(position, 'healthFactor'),
    inRange: booleanIn(position, 'inRange'),
    perp: isObject(perp) ? readPerpetual(perp) : null,
    account: textIn(position, 'account'),
    isUnlisted: booleanIn(position, 'unlisted') === true,
    withdrawal: isObject(withdrawal)
      ? {
          unlocksAt: textIn(withdrawal, 'unlocksAt'),
          isClaimable: booleanIn(withdrawal, 'isClaimable'),
        }
      : null,
    loan: isObject(loan)
      ? {
          ltv: numberIn(loan, 'ltv'),
          liquidationLtv: numberIn(loan, 'liquidationLtv'),
          liquidationPrice: numberIn(loan, 'liquidationPrice'),
        }
      : null,
  }
}

function readLeg(leg: object): Leg {
  const token = textIn(leg, 'token')
  const price: unknown = Reflect.get(leg, 'price')
  return {
    role: oneOf(leg, 'role', ROLES),
    symbol: textIn(leg, 'symbol') ?? token ?? 'unknown token',
    token,
    amount: textIn(leg, 'amount'),
    usd: numberIn(leg, 'usd'),
    missing: oneOf(leg, 'missing', MISSING),
    isSingleSource: isObject(price) && Reflect.get(price, 'confirmedBy') === null,
  }
}

function readPerpetual(perp: object): Perpetual {
  return {
    side: oneOf(perp, 'side', ['long', 'short']),
    sizeUsd: numberIn(perp, 'sizeUsd'),
    leverage: numberIn(perp, 'leverage'),
    liquidationPrice: numberIn(perp, 'liquidationPrice'),
    pnlUsd: numberIn(perp, 'pnlUsd'),
    pnlInNet: booleanIn(perp, 'pnlInNet'),
  }
}
