import type { CatalogueEntry } from '../domain/catalogue.ts'
import type { SignalScore } from '../domain/score.ts'
import { findSource, METHODOLOGY_SOURCE } from '../domain/sources.ts'

/** The page of this site with the tables that some signals are read from. */
const METHODOLOGY_PAGE = '/methodology'

/**
 * The page where a reader can check a reading: the link that the reading carries, else the page of its source for the
 * protocol; null where there is none. A value that a source does not carry has the page of the source too.
 */
export function sourceLink(signal: SignalScore, entry: CatalogueEntry): string | null {
  if (signal.source === METHODOLOGY_SOURCE) return METHODOLOGY_PAGE
  return signal.link ?? findSource(signal.source)?.link(signal, entry) ?? null
}
