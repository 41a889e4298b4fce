import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type NewsFeed, renderAtom, renderJsonFeed } from './feed.ts'

const SITE = new URL('https://risk.example.org')

const feed: NewsFeed = {
  path: '/changes',
  title: 'Changes',
  description: 'What moved.',
  page: '/changes/',
  asOf: '2026-11-20',
  items: [
    {
      key: 'a',
      day: '2026-11-20',
      title: 'A & <b>',
      text: 'Quote " and \u0000 \uD800',
      page: '/protocol/a/',
    },
    { key: 'b', day: '2026-11-13', title: 'B', text: 'b', page: '/protocol/b/' },
  ],
}

/** The names of all elements in order. Throws where the text is not well-formed. */
function elementsOf(xml: string): string[] {
  const open: string[] = []
  const all: string[] = []
  const [declaration = '', rest = ''] = xml.split('?>\n', 2)
  expect(declaration).toBe('<?xml version="1.0" encoding="utf-8"')
  const tag = /<(\/?)([a-z]+)((?: [a-z:]+="[^"<&]*(?:&(?:amp|lt|gt|quot|apos);[^"<&]*)*")*)(\/?)>/g
  const between = rest.replaceAll(tag, (_, end: string, name: string, __, empty: string) => {
    if (end === '/') expect(open.pop()).toBe(name)
    else {
      all.push(name)
      if (empty === '') open.push(name)
    }
    return ''
  })
  expect(open).toEqual([])
  expect(between.replaceAll(/&(amp|lt|gt|quot|apos);/g, '')).not.toMatch(/[<&]/)
  return all
}

const textOf = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}[^>]*>([^<]*)</${name}>`, 'g'))].map(([, text]) => text)

describe(renderAtom, () => {
  const atom = renderAtom(feed, SITE)

  test('has what the standard asks of a feed and of each entry', () => {
    const entry = ['entry', 'id', 'title', 'published', 'updated', 'link', 'content']
    expect(elementsOf(atom)).toEqual([
      ...['feed', 'id', 'title', 'subtitle', 'updated', 'author', 'name', 'link', 'link'],
      ...entry,
      ...entry,
    ])
    expect(textOf(atom, 'updated')).toEqual([
      '2026-11-20T00:00:00.000Z',
      '2026-11-20T00:00:00.000Z',
      '2026-11-13T00:00:00.000Z',
    ])
    expect(atom).toContain(
      'rel="self" type="application/atom+xml" href="https://risk.example.org/changes.atom"',
    )
    expect(atom).toContain('href="https://risk.example.org/protocol/a/"')
  })

  test('has ids that are UUIDs, differ, and stay the same when texts or the address of the site change', () => {
    const ids = textOf(atom, 'id')
    for (const id of ids) {
      expect(id).toMatch(
        /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      )
    }
    expect(new Set(ids).size).toBe(3)
    const changed = {
      ...feed,
      items: feed.items.map((item) => ({ ...item, title: 'x', text: 'y' })),
    }
    expect(textOf(renderAtom(changed, SITE), 'id')).toEqual(ids)
    for (const site of [undefined, new URL('https://other.example')]) {
      expect(textOf(renderAtom(feed, site), 'id')).toEqual(ids)
    }
  })

  test('without a public address has relative links; without an entry, the day of the data', () => {
    const bare = renderAtom({ ...feed, items: [] }, undefined)
    expect(bare).toContain('href="/changes.atom"')
    expect(textOf(bare, 'updated')).toEqual(['2026-11-20T00:00:00.000Z'])
  })

  test('is well-formed for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (title, text) => {
        const item = { key: title, day: '2026-01-01', title, text, page: '/' }
        const xml = renderAtom({ ...feed, title, items: [item] }, SITE)
        expect(elementsOf(xml)).toHaveLength(16)
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what XML does not allow.
        expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/)
        expect(xml.isWellFormed()).toBe(true)
      }),
    )
  })
})

describe(renderJsonFeed, () => {
  test('has the fields of version 1.1 and the ids of the Atom feed', () => {
    const json = JSON.parse(renderJsonFeed(feed, SITE))
    expect(json).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'Changes',
      home_page_url: 'https://risk.example.org/changes/',
      feed_url: 'https://risk.example.org/changes.json',
      items: [
        { url: 'https://risk.example.org/protocol/a/', date_published: '2026-11-20T00:00:00.000Z' },
        { content_text: 'b' },
      ],
    })
    const ids = json.items.map(({ id }: { id: string }) => id)
    expect(ids).toEqual(textOf(renderAtom(feed, SITE), 'id').slice(1))
  })

  test('without a public address has no links, which must be absolute', () => {
    expect(renderJsonFeed(feed, undefined)).not.toMatch(/_url"|"url"/)
  })
})
