import { fileNameOf } from '../../contract/file-name.ts'
import { renderFeed } from '../../embed/feed.ts'
import { badgeSvg } from '../badge/badge.ts'
import { cardHtml } from '../card/card.ts'
import { listCards } from '../card/list-cards.ts'
import { readRetired, readSearchIndex } from '../catalogue-files.ts'
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

/** Characters that an address has as they are, and the name of a page does not. */
const SPELLED = /[+()]/g

/**
 * Badge, card, feeds and picture of every protocol with a page, listed or retired, under its former names too, the picture of the site, and what hosts
 * draw pictures from. Throws
 * `EXPORT_FAILED` for documents that cannot be read.
 */
export async function* protocolFiles(source: ProtocolFilesSource): AsyncGenerator<ProtocolFile> {
  const { documents, site, now } = source
  const address = site === undefined ? undefined : new URL(site)
  const studio = HAS_PICTURES ? await createStudio(source.fonts) : null
  if (studio) yield { pattern: '/og/[name].png', name: SITE_PICTURE, body: studio.site }
  const cards = await listCards(documents, now)
  const others = await otherNames(documents, new Set(cards.map(({ fileName }) => fileName)))
  const kit = () => studio?.kit(cards[0]?.notice ?? null) ?? ''
  if (studio) yield { pattern: '/og/[name].json', name: PICTURE_KIT, body: kit }
  for (const card of cards) {
    const { fileName: page } = card
    const frame = { ...card, site: address?.origin ?? null }
    const feed = await loadProtocolFeed(documents, page)
    for (const name of [page, ...(others.get(page) ?? [])]) {
      yield { pattern: '/badge/[name].svg', name, body: () => badgeSvg(card) }
      yield { pattern: '/embed/[name]/index.html', name, body: () => cardHtml(frame) }
      for (const format of ['atom', 'json'] as const) {
        const body = () => renderFeed(feed, format, address)
        yield { pattern: `/protocol/[name]/feed.${format}`, name, body }
      }
      // An id with one of these is led to its page by the host, or by the page for 404.
      if (name !== page && name.search(SPELLED) === -1) {
        yield { pattern: '/protocol/[name]/index.html', name, body: () => movedHtml(page) }
      }
      if (!studio) continue
      const paint = async () => studio.paint(await readPictureFacts(documents, card))
      yield { pattern: '/og/[name].png', name, body: paint }
    }
  }
}

/**
 * The other names of the files of a protocol, by the name of its page, so that old links and links with the id as it is work on a host
 * that only serves files: those of its former ids, and an id of which a file name spells only `+` and brackets otherwise.
 */
async function otherNames(documents: string, pages: Set<string>): Promise<Map<string, string[]>> {
  const [{ columns }, retired] = await Promise.all([
    readSearchIndex(documents),
    readRetired(documents),
  ])
  return new Map(
    [...columns.id, ...retired.map(({ slug }) => slug)].map((id, at) => {
      const former = columns.formerSlugs[at] ?? []
      const asTheyAre = [id, ...former].filter((slug) => {
        const plain = slug.replace(SPELLED, '-')
        return fileNameOf(plain) === plain
      })
      const names = new Set([...former.map(fileNameOf), ...asTheyAre])
      return [fileNameOf(id), [...names].filter((name) => !pages.has(name))]
    }),
  )
}

/** The page under a former id. A name of a file needs no escapes. */
function movedHtml(page: string): string {
  const to = `/protocol/${page}/`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="0; url=${to}">
<link rel="canonical" href="${to}">
<title>Moved | Plimsoll</title>
</head>
<body><p>This protocol has <a href="${to}">another address</a> now.</p></body>
</html>
`
}
