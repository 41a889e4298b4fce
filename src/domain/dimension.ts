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

/** The dimensions in the order of the published documents. */
const OF_DOCUMENTS = [
  'credit',
  'counterparty',
  'liquidity',
  'oracle',
  'smartContract',
  'liquidityTrap',
] as const satisfies readonly DimensionKey[]

/** One value for each dimension, in the order of the published documents. */
export function mapDimensions<T>(read: (key: DimensionKey) => T): Record<DimensionKey, T> {
  const values = OF_DOCUMENTS.map((key) => [key, read(key)])
  return Object.fromEntries(values)
}

export type DimensionColumn = `${DimensionKey}Risk`

export function dimensionColumn(key: DimensionKey): DimensionColumn {
  return `${key}Risk`
}

/** The columns of the dimensions in a table of protocols, in the order of the published documents. */
export const DIMENSION_COLUMNS = OF_DOCUMENTS.map(dimensionColumn)

/** One value for each column of a dimension, in the order of the published documents. */
export function mapDimensionColumns<T>(
  read: (column: DimensionColumn, key: DimensionKey) => T,
): Record<DimensionColumn, T> {
  const values = OF_DOCUMENTS.map((key) => [dimensionColumn(key), read(dimensionColumn(key), key)])
  return Object.fromEntries(values)
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
