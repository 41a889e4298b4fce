import { xml } from '../../domain/xml.ts'
import type { KeptProtocol } from './kept.ts'

export function feedPath({ page }: Pick<KeptProtocol, 'page'>): string {
  return `/protocol/${page}/feed.atom`
}

/** The feeds of the watched protocols as one file for a feed reader: OPML 2.0 (opml.org/spec2). */
export function opmlOf(protocols: readonly KeptProtocol[], origin: string): string {
  const outlines = protocols.map((protocol) => {
    const text = xml(`${protocol.name}: risk score`)
    const page = xml(`${origin}/protocol/${protocol.page}/`)
    return `    <outline type="rss" text="${text}" title="${text}" xmlUrl="${xml(origin + feedPath(protocol))}" htmlUrl="${page}"/>`
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<opml version="2.0">',
    '  <head><title>Protocols watched at Plimsoll</title></head>',
    '  <body>',
    ...outlines,
    '  </body>',
    '</opml>',
    '',
  ].join('\n')
}
