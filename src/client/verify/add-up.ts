import { DIMENSIONS } from '../../domain/dimension.ts'
import { riskLevel, roundScore } from '../../domain/risk-level.ts'
import type { Failures } from './report.ts'

/** Names of the dimensions, as the columns of `scores` begin: `smart_contract`. */
const COLUMNS = DIMENSIONS.map((key) =>
  key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
)

/** Contributions are published to six decimals, so they are added in whole millionths. */
const MICRO = 1e6

type Row = Record<string, unknown>

/** The sums of contributions, in millionths, by protocol and dimension. */
export type Sums = Map<string, Map<string, number>>

/** Adds the contribution of a row of `signals`. Returns what is wrong with the row, else null. */
export function addSignal(sums: Sums, row: Row): string | null {
  const { protocol_id: id, dimension, contribution } = row
  if (typeof id !== 'string' || typeof dimension !== 'string') return 'no protocol or dimension'
  if (!COLUMNS.includes(dimension)) return `dimension ${dimension.slice(0, 40)}`
  const own = sums.get(id) ?? new Map<string, number>()
  sums.set(id, own)
  if (contribution === null) return null
  if (typeof contribution !== 'number') return 'a contribution that is no number'
  own.set(dimension, (own.get(dimension) ?? 0) + Math.round(contribution * MICRO))
  return null
}

/** Checks that a row of `scores` is the sum of its signals: each dimension, the composite, its decimal and its level. */
export function checkScore(row: Row, sums: Sums, failures: Failures): void {
  const id = String(row.id)
  const wrong = (what: string, expected: unknown, found: unknown) =>
    failures.add('protocol', id, `${what} ${String(expected)}`, `${what} ${String(found)}`)
  const own = sums.get(id) ?? new Map<string, number>()
  let total = 0
  for (const dimension of COLUMNS) {
    const stated = row[`${dimension}_contribution`]
    const sum = own.get(dimension) ?? 0
    total += sum
    if (micro(stated) !== sum) wrong(`${dimension}_contribution`, sum / MICRO, stated)
    checkShare(row, dimension, wrong)
  }
  const { composite, composite_exact: exact, level } = row
  if (composite === null) {
    if (exact !== null || level !== null || total !== 0) wrong('composite', total / MICRO, null)
    return
  }
  if (micro(exact) !== total || typeof exact !== 'number') {
    wrong('composite_exact', total / MICRO, exact)
    return
  }
  const rounded = roundScore(exact)
  if (composite !== rounded) wrong('composite', rounded, composite)
  if (level !== riskLevel(exact)) wrong('level', riskLevel(exact), level)
}

/** A scored dimension adds its score times its weight, each of which is rounded for publication. */
function checkShare(
  row: Row,
  dimension: string,
  wrong: (what: string, expected: unknown, found: unknown) => void,
): void {
  const score = row[`${dimension}_exact`]
  const weight = row[`${dimension}_weight`]
  const stated = row[`${dimension}_contribution`]
  if (typeof stated !== 'number') return
  const product = typeof score === 'number' && typeof weight === 'number' ? score * weight : null
  if (product === null || Math.abs(product - stated) > 2e-5) {
    wrong(`${dimension}_exact × weight`, stated, product)
  }
}

/** Null adds nothing. */
function micro(value: unknown): number {
  if (value === null) return 0
  return typeof value === 'number' ? Math.round(value * MICRO) : Number.NaN
}
