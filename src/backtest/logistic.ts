/** Weights of the standardised features, and the means and deviations used to standardise. */
export interface LogisticModel {
  intercept: number
  weights: number[]
  means: number[]
  deviations: number[]
}

const ROUNDS = 25
const RIDGE = 1

/**
 * A ridge-penalised logistic regression by iterated reweighted least squares. Features are standardised; the intercept is
 * not penalised, so the mean of the fitted chances is the share of events.
 */
export function fitLogistic(
  features: readonly (readonly number[])[],
  labels: readonly (0 | 1)[],
): LogisticModel {
  const width = features[0]?.length ?? 0
  const means = columns(width, (column) => mean(features.map((row) => row[column] ?? 0)))
  const deviations = columns(width, (column) => {
    const middle = means[column] ?? 0
    const variance = mean(features.map((row) => ((row[column] ?? 0) - middle) ** 2))
    return Math.sqrt(variance) || 1
  })
  const rows = features.map((row) => [1, ...standardise(row, means, deviations)])
  let beta = new Array<number>(width + 1).fill(0)
  for (let round = 0; round < ROUNDS; round += 1) {
    beta = step(rows, labels, beta)
  }
  const [intercept = 0, ...weights] = beta
  return { intercept, weights, means, deviations }
}

/** The chance of an event, 0 to 1. */
export function predictLogistic(model: LogisticModel, features: readonly number[]): number {
  const values = standardise(features, model.means, model.deviations)
  return chance(model.intercept + dot(model.weights, values))
}

/** One Newton step, damped so that a perfectly separable sample cannot make the weights diverge. */
function step(rows: number[][], labels: readonly (0 | 1)[], beta: number[]): number[] {
  const size = beta.length
  const hessian = Array.from({ length: size }, (_, row) =>
    columns(size, (column) => (row === column && row > 0 ? RIDGE : row === column ? 1e-9 : 0)),
  )
  const gradient = beta.map((weight, index) => (index === 0 ? 0 : -RIDGE * weight))
  for (const [index, row] of rows.entries()) {
    const p = chance(dot(beta, row))
    const residual = (labels[index] ?? 0) - p
    const curvature = Math.max(p * (1 - p), 1e-9)
    for (let a = 0; a < size; a += 1) {
      const x = row[a] ?? 0
      gradient[a] = (gradient[a] ?? 0) + residual * x
      const line = hessian[a]
      if (!line) continue
      for (let b = 0; b < size; b += 1) line[b] = (line[b] ?? 0) + curvature * x * (row[b] ?? 0)
    }
  }
  const move = solve(hessian, gradient)
  return beta.map((weight, index) => weight + Math.max(-4, Math.min(4, move[index] ?? 0)))
}

/** Solves `matrix · x = vector` by Gaussian elimination with pivoting; an undetermined direction is 0. */
export function solve(matrix: readonly (readonly number[])[], vector: readonly number[]): number[] {
  const size = vector.length
  const rows = matrix.map((row, index) => [...row, vector[index] ?? 0])
  for (let column = 0; column < size; column += 1) {
    const best = rows
      .map((row, index) => ({ index, size: index < column ? -1 : Math.abs(row[column] ?? 0) }))
      .reduce((one, other) => (other.size > one.size ? other : one))
    const pivot = rows[best.index]
    const here = rows[column]
    if (!pivot || !here || best.size < 1e-12) continue
    rows[best.index] = here
    rows[column] = pivot
    for (const [index, row] of rows.entries()) {
      if (index === column) continue
      const factor = (row[column] ?? 0) / (pivot[column] ?? 1)
      for (let k = column; k <= size; k += 1) row[k] = (row[k] ?? 0) - factor * (pivot[k] ?? 0)
    }
  }
  return rows.map((row, index) => {
    const diagonal = row[index] ?? 0
    return Math.abs(diagonal) < 1e-12 ? 0 : (row[size] ?? 0) / diagonal
  })
}

function standardise(
  row: readonly number[],
  means: readonly number[],
  deviations: readonly number[],
): number[] {
  return row.map((value, column) => (value - (means[column] ?? 0)) / (deviations[column] ?? 1))
}

function columns(width: number, make: (column: number) => number): number[] {
  return Array.from({ length: width }, (_, column) => make(column))
}

function chance(logit: number): number {
  return 1 / (1 + Math.exp(-logit))
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0)
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}
