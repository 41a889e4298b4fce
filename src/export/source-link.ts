import type { CatalogueEntry } from '../domain/catalogue.ts'
import type { SignalScore } from '../domain/score.ts'

const INCIDENTS_PAGE = 'https://defillama.com/hacks'

/** Where the tables stand that some signals are read from; a path of this site. */
const METHODOLOGY_PAGE = '/methodology'

/**
 * A page where a reader can check a reading, or null where there is none. What a source does not carry can still be
 * checked there when it has a page about the protocol.
 */
export function sourceLink(signal: SignalScore, entry: CatalogueEntry): string | null {
  switch (signal.source) {
    case 'defillama-protocols':
    case 'defillama-chains':
      return protocolPage(signal, entry)
    case 'defillama-hacks':
      return incidentPage(entry)
    case 'immunefi':
      return programmePage(entry)
    case 'defiscan':
      return reviewPage(signal, entry)
    case 'methodology':
      return METHODOLOGY_PAGE
    default:
      return null
  }
}

/** An inherited reading stands on the page of the family. */
function protocolPage({ inherited }: SignalScore, { record }: CatalogueEntry): string {
  const slug = (inherited && record.parentSlug) || record.slug
  return `https://defillama.com/protocol/${encodeURIComponent(slug)}`
}

function incidentPage({ incidents }: CatalogueEntry): string {
  const [incident, ...others] = incidents
  return (others.length === 0 && incident?.pocUrl) || INCIDENTS_PAGE
}

/** A list that names no programme gives an empty address. */
function programmePage({ record }: CatalogueEntry): string | null {
  const { bounty } = record.facts
  return (bounty?.known && bounty.value.url) || null
}

/** The review of the signal's day. Of several deployments reviewed on one day, the one whose chain the sentence names. */
function reviewPage({ asOf, sentence }: SignalScore, { record }: CatalogueEntry): string | null {
  const { reviews } = record.facts
  if (!reviews?.known) return null
  const sameDay = reviews.value.filter(({ reviewedOn }) => reviewedOn === asOf)
  const named = sameDay.find(({ chain }) => sentence.includes(` on ${chain}`))
  return (named ?? sameDay[0])?.url ?? null
}
