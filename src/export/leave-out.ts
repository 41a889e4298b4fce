import type { LeftOut } from '../contract/manifest.ts'
import type { Catalogue, CatalogueEntry } from '../domain/catalogue.ts'
import { PlimsollError } from '../domain/errors.ts'
import { createDocuments } from './documents.ts'

/** If more protocols than this fail, or a larger share of them, the fault is ours and nothing is published. */
const MAX_LEFT_OUT = { count: 5, share: 0.02 }

/** A catalogue that can be published, and the protocols that it no longer has. */
interface Publishable {
  catalogue: Catalogue
  leftOut: LeftOut[]
}

/**
 * The catalogue without the protocols whose documents cannot be made. For a catalogue that failed: it makes all documents several times
 * over. Throws `failure` when no protocol is at fault, or too many are.
 */
export function leaveOutBroken(catalogue: Catalogue, failure: unknown): Publishable {
  const { entries } = catalogue
  const leftOut: LeftOut[] = []
  const limit = Math.max(MAX_LEFT_OUT.count, entries.length * MAX_LEFT_OUT.share)
  /** The entries of `some` that can be published together with `kept`. Halves what fails, down to one. */
  const keep = (some: CatalogueEntry[], kept: CatalogueEntry[]): CatalogueEntry[] => {
    const reason = reasonAgainst({ ...catalogue, entries: [...kept, ...some] })
    if (reason === null) return some
    const [first, second] = some
    if (first === undefined || leftOut.length > limit) throw failure
    if (second === undefined) {
      leftOut.push({ id: first.record.slug, name: first.record.name, reason })
      return []
    }
    const half = Math.ceil(some.length / 2)
    const left = keep(some.slice(0, half), kept)
    return [...left, ...keep(some.slice(half), [...kept, ...left])]
  }
  const sound = keep(entries, [])
  if (leftOut.length === 0 || leftOut.length > limit) throw failure
  return { catalogue: { ...catalogue, entries: sound }, leftOut }
}

function reasonAgainst(catalogue: Catalogue): string | null {
  try {
    for (const _ of createDocuments(catalogue));
    return null
  } catch (error) {
    return error instanceof PlimsollError ? error.message : 'its documents cannot be made'
  }
}
