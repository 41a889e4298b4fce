/** The six dimensions in the order of the interface, heaviest first. */
export const DIMENSIONS = [
  'smartContract',
  'counterparty',
  'credit',
  'liquidity',
  'oracle',
  'liquidityTrap',
] as const

export type DimensionKey = (typeof DIMENSIONS)[number]

/** Weights of the composite (interface, "Risk dimensions and weights"); they sum to 1. */
export const DIMENSION_WEIGHT: Record<DimensionKey, number> = {
  smartContract: 0.25,
  counterparty: 0.2,
  credit: 0.15,
  liquidity: 0.15,
  oracle: 0.15,
  liquidityTrap: 0.1,
}

export const DIMENSION_TEXT: Record<DimensionKey, { label: string; desc: string }> = {
  smartContract: { label: 'Smart Contract', desc: 'Audit coverage, code quality, incidents' },
  counterparty: {
    label: 'Counterparty',
    desc: 'Governance, multisigs, upgrade rights, guardians',
  },
  credit: { label: 'Credit', desc: 'Collateralization, liquidations, utilisation caps' },
  liquidity: { label: 'Liquidity', desc: 'Depth, slippage, withdrawal routes under stress' },
  oracle: { label: 'Oracle', desc: 'Price feed robustness, TWAP, manipulation surface' },
  liquidityTrap: {
    label: 'Liquidity Trap',
    desc: 'Exit restrictions, admin freezes, unsellable tails',
  },
}
