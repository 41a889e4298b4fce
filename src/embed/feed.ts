import { createHash } from 'node:crypto'
import type { Day } from '../domain/day.ts'
import { isoInstant } from '../domain/day.ts'
import { xml } from '../domain/xml.ts'

/** One entry of a feed. All texts are plain. */
export interface FeedItem {
  /** Names the entry for ever. */
  key: string
  day: Day
  title: string
  text: string
  /** Page of the entry below the root of the site. */
  page: string
}

/** A feed as both formats have it. */
export interface NewsFeed {
  /** Path of the feed without its ending, such as `/changes`. */
  path: string
  /** Its whole address below the root, where it is not `path` with an ending. */
  self?: string
  title: string
  description: string
  /** Page that shows the same. */
  page: string
  /** Day of the newest data, for a feed without an entry. */
  asOf: Day
  /** Newest first. */
  items: FeedItem[]
}

/** The author that Atom asks for. */
const AUTHOR = 'Plimsoll'

/**
 * A feed as Atom (RFC 4287). `site` is the public address: without one, links are relative to the address that the feed is read
 * from, as the standard allows.
 */
export function renderAtom(feed: NewsFeed, site: URL | undefined): string {
  const { path, title, description, page, asOf, items } = feed
  const self = addressOf(feed.self ?? `${path}.atom`, site)
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    `  <id>${uuidOf(`feed ${path}`)}</id>`,
    `  <title>${xml(title)}</title>`,
    `  <subtitle>${xml(description)}</subtitle>`,
    `  <updated>${isoInstant(items[0]?.day ?? asOf)}</updated>`,
    `  <author><name>${AUTHOR}</name></author>`,
    `  <link rel="self" type="application/atom+xml" href="${xml(self)}"/>`,
    `  <link rel="alternate" type="text/html" href="${xml(addressOf(page, site))}"/>`,
    ...items.flatMap((item) => [
      '  <entry>',
      `    <id>${uuidOf(item.key)}</id>`,
      `    <title>${xml(item.title)}</title>`,
      `    <published>${isoInstant(item.day)}</published>`,
      `    <updated>${isoInstant(item.day)}</updated>`,
      `    <link rel="alternate" type="text/html" href="${xml(addressOf(item.page, site))}"/>`,
      `    <content type="text">${xml(item.text)}</content>`,
      '  </entry>',
    ]),
    '</feed>',
  ]
  return `${lines.join('\n')}\n`
}

/** A feed as JSON Feed 1.1 (jsonfeed.org/version/1.1). Without a public address it has no links, which must be absolute there. */
export function renderJsonFeed(feed: NewsFeed, site: URL | undefined): string {
  const { path, title, description, page, items } = feed
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    ...(site && {
      home_page_url: addressOf(page, site),
      feed_url: addressOf(`${path}.json`, site),
    }),
    description,
    language: 'en',
    authors: [{ name: AUTHOR }],
    items: items.map((item) => ({
      id: uuidOf(item.key),
      ...(site && { url: addressOf(item.page, site) }),
      title: item.title,
      content_text: item.text,
      date_published: isoInstant(item.day),
    })),
  })
}

const FORMATS = { atom: renderAtom, json: renderJsonFeed }

type FeedFormat = keyof typeof FORMATS

/** Endings of the addresses of a feed. */
export const FEED_FORMATS = Object.keys(FORMATS) as FeedFormat[]

export function renderFeed(feed: NewsFeed, format: FeedFormat, site: URL | undefined): string {
  return FORMATS[format](feed, site)
}

/** Entries with the newest day first; those of one day keep their order. */
export function newestFirst<Entry extends { day: Day }>(entries: readonly Entry[]): Entry[] {
  return entries.toSorted((a, b) => b.day.localeCompare(a.day))
}

function addressOf(path: string, site: URL | undefined): string {
  return site ? new URL(path, site).href : path
}

/**
 * A permanent id: a UUID of version 8 (RFC 9562, 5.8) made of the first bytes of a SHA-256 over the key. It stays when a feed moves to
 * another address (RFC 4287, 4.2.6).
 */
function uuidOf(key: string): string {
  const hex = createHash('sha256').update(`plimsoll ${key}`).digest('hex')
  const variant = ((Number.parseInt(hex[16] ?? '0', 16) & 3) | 8).toString(16)
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`]
  return `urn:uuid:${[...parts, `${variant}${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-')}`
}
