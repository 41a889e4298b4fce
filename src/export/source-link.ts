import type { CatalogueEntry } from '../domain/catalogue.ts'
import type { SignalScore } from '../domain/score.ts'
import { findSource, METHODOLOGY_SOURCE } from '../domain/sources.ts'

/** The page of this site with the tables that some signals are read from. */
const METHODOLOGY_PAGE = '/methodology/'

/**
 * The page where a reader can check a reading: its own link, else the source's page for the protocol; null when there is
 * none. A missing reading has the page of its source too.
 */
export function sourceLink(signal: SignalScore, entry: CatalogueEntry): string | null {
  if (signal.source === METHODOLOGY_SOURCE) return METHODOLOGY_PAGE
  return signal.link ?? findSource(signal.source)?.link(signal, entry) ?? null
}
