/** The six dimensions, heaviest first: the order in which pages show them and sums add them. */
export const DIMENSIONS = [
  'smartContract',
  'counterparty',
  'credit',
  'liquidity',
  'oracle',
  'liquidityTrap',
] as const

export type DimensionKey = (typeof DIMENSIONS)[number]

/** One value for each dimension. The order of the keys is that of the published documents. */
export function mapDimensions<T>(read: (key: DimensionKey) => T): Record<DimensionKey, T> {
  return {
    credit: read('credit'),
    counterparty: read('counterparty'),
    liquidity: read('liquidity'),
    oracle: read('oracle'),
    smartContract: read('smartContract'),
    liquidityTrap: read('liquidityTrap'),
  }
}

/** The columns of the dimensions in a table of protocols, in the order of the published documents. */
export const DIMENSION_COLUMNS = [
  'creditRisk',
  'counterpartyRisk',
  'liquidityRisk',
  'oracleRisk',
  'smartContractRisk',
  'liquidityTrapRisk',
] as const satisfies readonly `${DimensionKey}Risk`[]

export type DimensionColumn = (typeof DIMENSION_COLUMNS)[number]

export function dimensionColumn(key: DimensionKey): DimensionColumn {
  return `${key}Risk`
}

/** One value for each column of a dimension. The order of the keys is that of the published documents. */
export function mapDimensionColumns<T>(
  read: (column: DimensionColumn, key: DimensionKey) => T,
): Record<DimensionColumn, T> {
  return {
    creditRisk: read('creditRisk', 'credit'),
    counterpartyRisk: read('counterpartyRisk', 'counterparty'),
    liquidityRisk: read('liquidityRisk', 'liquidity'),
    oracleRisk: read('oracleRisk', 'oracle'),
    smartContractRisk: read('smartContractRisk', 'smartContract'),
    liquidityTrapRisk: read('liquidityTrapRisk', 'liquidityTrap'),
  }
}

/** Weights of the composite; they sum to 1. */
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
