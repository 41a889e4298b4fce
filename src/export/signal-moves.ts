import { MAX_SIGNALS, type Move, type MovedBy } from '../contract/changes.ts'
import { type DimensionKey, findDimension } from '../domain/dimension.ts'
import type { SignalParts } from '../domain/past.ts'
import type { Basis, Score } from '../domain/score.ts'
import { partsOf } from '../domain/signal-parts.ts'

const MICRO = 1e6

/** Contributions are rounded so that they add up to the composite: a smaller change may be nothing else. */
const LEAST_MICRO = 1_000

interface Part {
  micro: number
  basis: Basis | null
}

const NONE: Part = { micro: 0, basis: null }

/** Which signals and floors moved a composite: the largest changes, and the sum of the others. */
export function signalMoves(
  score: Score,
  before: SignalParts | undefined,
): Pick<Move, 'signals' | 'otherSignals' | 'signalsMissing'> {
  if (!before) return { signals: null, otherSignals: null, signalsMissing: 'not-kept' }
  const { largest, otherMicro } = largestParts(partsOf(score), before, MAX_SIGNALS)
  return {
    signals: largest.map(({ named, delta, basis, basisBefore }) => {
      const { dimension, id: signal, kind } = named
      const reason = reasonOf(score, named)
      return { signal, kind, dimension, exactDelta: delta / MICRO, basis, basisBefore, reason }
    }),
    otherSignals: otherMicro / MICRO,
    signalsMissing: null,
  }
}

/** The largest changes, and the largest of each dimension that moved. Reasons are long: null where no change is announced. */
export function causesOf(
  score: Score,
  before: SignalParts,
  { moved, hasReasons }: { moved: readonly DimensionKey[]; hasReasons: boolean },
): MovedBy[] {
  const left = new Set(moved)
  return largestParts(partsOf(score), before, Number.POSITIVE_INFINITY).largest.flatMap(
    ({ named, delta }, place) => {
      const isFirst = left.delete(named.dimension)
      if (place >= MAX_SIGNALS && !isFirst) return []
      const { dimension, id: signal, kind } = named
      const reason = hasReasons ? reasonOf(score, named) : null
      return [{ signal, kind, dimension, exactDelta: delta / MICRO, reason }]
    },
  )
}

/**
 * The parts of a composite that changed most, largest first, and the sum of the others, in millionths. The largest is always among
 * them, however small: a change has a cause.
 */
export function largestParts(after: SignalParts, before: SignalParts, max: number) {
  const then = byKey(before)
  const now = byKey(after)
  const moved = [...new Set([...now.keys(), ...then.keys()])]
    .flatMap((key) => {
      const named = nameOf(key)
      if (!named) return []
      const { micro, basis } = now.get(key) ?? NONE
      const { micro: earlier, basis: basisBefore } = then.get(key) ?? NONE
      return [{ key, named, delta: micro - earlier, basis, basisBefore }]
    })
    .filter(({ delta }) => delta !== 0)
    .sort((a, b) => Math.abs(b.delta) - Math.abs(a.delta) || (a.key < b.key ? -1 : 1))
  const largest = moved
    .filter(({ delta }, index) => index === 0 || Math.abs(delta) >= LEAST_MICRO)
    .slice(0, max)
  const otherMicro = moved.slice(largest.length).reduce((sum, { delta }) => sum + delta, 0)
  return { largest, otherMicro }
}

function byKey({ keys, micro, basis }: SignalParts): Map<string, Part> {
  return new Map(
    keys.map((key, index) => [key, { micro: micro[index] ?? 0, basis: basis[index] ?? null }]),
  )
}

/** `dimension/id`, and `dimension/id!` for a floor. */
function nameOf(key: string) {
  const [name = '', id = ''] = key.split('/')
  const dimension = findDimension(name)
  if (!dimension) return null
  return id.endsWith('!')
    ? { dimension, id: id.slice(0, -1), kind: 'floor' as const }
    : { dimension, id, kind: 'signal' as const }
}

function reasonOf(
  { dimensions }: Score,
  { dimension, id, kind }: NonNullable<ReturnType<typeof nameOf>>,
): string | null {
  const { signals, floor } = dimensions[dimension]
  const part = kind === 'floor' ? floor : signals.find((signal) => signal.id === id)
  return part && part.id === id ? part.sentence : null
}
