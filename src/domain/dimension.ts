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

export function findDimension(text: string): DimensionKey | undefined {
  return DIMENSIONS.find((key) => key === text)
}

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
