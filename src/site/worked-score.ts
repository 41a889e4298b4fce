import { DIMENSION_TEXT, DIMENSIONS, type DimensionKey } from '../domain/dimension.ts'
import type { DimensionScore, Score, SignalScore } from '../domain/score.ts'
import { signalName } from '../domain/signal-name.ts'
import { METHODOLOGY } from '../score/methodology.ts'

interface WorkedSignal extends SignalScore {
  name: string
  /** Weight in the dimension times risk points. */
  product: number
}

/** One dimension of a score with the steps between its signals and what it adds. */
export interface WorkedDimension extends Omit<DimensionScore, 'signals'> {
  key: DimensionKey
  label: string
  /** Weight before it is shared out over the scored dimensions. */
  fullWeight: number
  signals: WorkedSignal[]
  /** Weighted mean of the signals, before any floor. */
  mean: number
}

/** The six dimensions of a score as a calculation that a reader can follow. */
export function workedDimensions({ dimensions }: Score): WorkedDimension[] {
  return DIMENSIONS.map((key) => {
    const dimension = dimensions[key]
    const signals = dimension.signals.map((signal) => ({
      ...signal,
      name: signalName(signal.id),
      product: signal.weight * signal.risk,
    }))
    return {
      ...dimension,
      key,
      label: DIMENSION_TEXT[key].label,
      fullWeight: METHODOLOGY.dimensionWeights[key],
      signals,
      mean: signals.reduce((sum, { product }) => sum + product, 0),
    }
  })
}

/** Four decimals: enough to follow a calculation by hand. */
export function fourDecimals(value: number): string {
  return value.toFixed(4)
}
