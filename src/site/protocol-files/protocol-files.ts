import { renderFeed } from '../../embed/feed.ts'
import { badgeSvg } from '../badge/badge.ts'
import { cardHtml } from '../card/card.ts'
import { listCards } from '../card/list-cards.ts'
import { loadProtocolFeed } from '../feed-files.ts'
import { HAS_PICTURES, PICTURE_KIT, SITE_PICTURE } from '../pictures/names.ts'
import { readPictureFacts } from '../pictures/picture-facts.ts'
import { createStudio } from '../pictures/studio.ts'
import type { PROTOCOL_FILES } from './patterns.ts'

/** A file of the site that belongs to a protocol and is no page. */
export interface ProtocolFile {
  pattern: keyof typeof PROTOCOL_FILES
  /** What is in the place of `[name]`. */
  name: string
  body: () => string | Promise<Uint8Array>
}

export interface ProtocolFilesSource {
  /** The folder of the documents. */
  documents: string
  /** The folder of the fonts. */
  fonts: string
  /** Address of the site, if it has one. */
  site: string | undefined
  /** The time of the build, which decides what is stale. */
  now: number
}

/**
 * Badge, card, feeds and picture of every protocol with a page, listed or retired, the picture of the site, and what hosts
 * draw pictures from. Throws
 * `EXPORT_FAILED` for documents that cannot be read.
 */
export async function* protocolFiles(source: ProtocolFilesSource): AsyncGenerator<ProtocolFile> {
  const { documents, site, now } = source
  const address = site === undefined ? undefined : new URL(site)
  const studio = HAS_PICTURES ? await createStudio(source.fonts) : null
  if (studio) yield { pattern: '/og/[name].png', name: SITE_PICTURE, body: studio.site }
  const cards = await listCards(documents, now)
  const kit = () => studio?.kit(cards[0]?.notice ?? null) ?? ''
  if (studio) yield { pattern: '/og/[name].json', name: PICTURE_KIT, body: kit }
  for (const card of cards) {
    const { fileName: name } = card
    const frame = { ...card, site: address?.origin ?? null }
    const feed = await loadProtocolFeed(documents, name)
    yield { pattern: '/badge/[name].svg', name, body: () => badgeSvg(card) }
    yield { pattern: '/embed/[name]/index.html', name, body: () => cardHtml(frame) }
    for (const format of ['atom', 'json'] as const) {
      const body = () => renderFeed(feed, format, address)
      yield { pattern: `/protocol/[name]/feed.${format}`, name, body }
    }
    if (!studio) continue
    const paint = async () => studio.paint(await readPictureFacts(documents, card))
    yield { pattern: '/og/[name].png', name, body: paint }
  }
}
