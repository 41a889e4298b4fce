import { DIMENSIONS, type DimensionKey } from '../domain/dimension.ts'
import { PlimsollError } from '../domain/errors.ts'

/** What a document says of a protocol's newest score, as published. A document need not have all of it. */
export interface Stated {
  composite: number | null
  dimensions?: Record<DimensionKey, number | null>
}

/**
 * Holds the documents of one snapshot against each other: the function that it returns takes what a document says of a protocol.
 * It throws `EXPORT_FAILED`, which names protocol, score and both documents, when an earlier document says something else.
 */
export function createAgreement(): (path: string, id: string, stated: Stated) => void {
  const first = new Map<string, { path: string; value: number | null }>()
  const hold = (path: string, id: string, score: string, value: number | null) => {
    const key = `${score} ${id}`
    const known = first.get(key)
    if (!known) first.set(key, { path, value })
    else if (known.value !== value) {
      throw new PlimsollError(
        'EXPORT_FAILED',
        `${id} has the ${score} score ${known.value} in ${known.path} and ${value} in ${path}.`,
      )
    }
  }
  return (path, id, { composite, dimensions }) => {
    hold(path, id, 'composite', composite)
    if (!dimensions) return
    for (const key of DIMENSIONS) hold(path, id, key, dimensions[key])
  }
}
