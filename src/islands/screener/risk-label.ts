import type { RiskColumn } from '../../contract/query.ts'
import { DIMENSION_TEXT, DIMENSIONS, dimensionColumn } from '../../domain/dimension.ts'
import { points } from '../../domain/format.ts'

/** Columns of risk as the page shows them: the composite, then the dimensions, heaviest first. */
export const RISK_COLUMNS: readonly RiskColumn[] = [
  'compositeScore',
  ...DIMENSIONS.map(dimensionColumn),
]

/** The words for a column of risk, such as `Smart contract`. */
export function riskLabel(column: RiskColumn): string {
  const key = DIMENSIONS.find((each) => dimensionColumn(each) === column)
  if (!key) return 'Composite'
  const [first = '', ...others] = DIMENSION_TEXT[key].label.split(' ')
  return [first, ...others.map((word) => word.toLowerCase())].join(' ')
}

/** The highest score that a filter allows. An address may ask for more than one decimal. */
export function limitText(maximum: number): string {
  return Number(maximum.toFixed(1)) === maximum ? points(maximum) : String(maximum)
}
