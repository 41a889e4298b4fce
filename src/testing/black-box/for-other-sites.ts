import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { BULK_FOLDER, bulkManifest } from '../../contract/bulk.ts'
import { errorDocument } from '../../contract/responses.ts'
import { type Reply, send, type Target } from './client.ts'

const PAGE = '/protocol/aave-v3/'
const CARD = '/embed/aave-v3/'

/** What pages and programs of others take without a key: oEmbed, cards in frames, tables for download. */
export function describeForOtherSites(target: Target): void {
  const { keepsRefusals, ownTypes } = target.capabilities
  const oembed = (query: Record<string, string>, method = 'GET') =>
    send(target, `/oembed?${new URLSearchParams(query)}`, { method })

  describe('oEmbed', () => {
    test('describes the card of a page of this site', async () => {
      const reply = await oembed({ url: `${target.baseUrl}${PAGE}` })
      expect(reply.status).toBe(200)
      expect(reply.headers['content-type']).toMatch(/^application\/json/)
      expect(reply.headers['access-control-allow-origin']).toBe('*')
      expect(reply.json).toMatchObject({ version: '1.0', type: 'rich', width: 480, height: 240 })
      expect(Object(reply.json).html).toContain(`src="${target.baseUrl}${CARD}"`)
    })

    test('a former id has the card of the present one', async () => {
      const { former, current } = target.capabilities.alias
      const reply = await oembed({ url: `${target.baseUrl}/protocol/${former}/` })
      expect(Object(reply.json).html).toContain(`/embed/${current}/`)
    })

    test.each([
      ['an id that no protocol has', (own: string) => `${own}/protocol/none-at-all/`],
      ['another page of this site', (own: string) => `${own}/about/`],
      ['a page of another site', () => `https://evil.example${PAGE}`],
    ])('%s is 404', async (_, addressOf) => {
      const reply = await oembed({ url: addressOf(target.baseUrl) })
      expect(reply.status).toBe(404)
      expect(reply.text).not.toContain('iframe')
      if (keepsRefusals) errorDocument.parse(reply.json)
    })

    test('no address is 400, another format than JSON 501, another method 405', async () => {
      const url = `${target.baseUrl}${PAGE}`
      expect((await oembed({})).status).toBe(400)
      expect((await oembed({ url, maxwidth: '0' })).status).toBe(400)
      expect((await oembed({ url, format: 'xml' })).status).toBe(501)
      const posted = await oembed({ url }, 'POST')
      expect(posted.status).toBe(405)
      expect(errorDocument.parse(posted.json).error.code).toBe('METHOD_NOT_ALLOWED')
      expect(posted.headers.allow).toBe('GET, HEAD')
    })
  })

  describe('a shared comparison', () => {
    const SHARED = '/share/compare/aave-v3+lido'

    test('is a page for programs with a picture of this site, and leads people to the comparison', async () => {
      const { status, headers, text } = await send(target, `${SHARED}/`)
      expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
      expect(text).toContain(`property="og:image" content="${target.baseUrl}${SHARED}.png"`)
      expect(text).toContain('url=/compare/?ids=aave-v3,lido')
    })

    test('has a picture, also for HEAD', async () => {
      for (const method of ['GET', 'HEAD']) {
        const { status, headers } = await send(target, `${SHARED}.png`, { method })
        expect([status, headers['content-type']], method).toEqual([200, 'image/png'])
      }
    })

    test('of names that no page has is 404, and another method 405', async () => {
      expect((await send(target, '/share/compare/aave-v3+none-at-all/')).status).toBe(404)
      expect((await send(target, `${SHARED}/`, { method: 'POST' })).status).toBe(405)
    })
  })

  describe('the feed of a watchlist', () => {
    test('is Atom for known ids, also former ones', async () => {
      const { former, current } = target.capabilities.alias
      const own = await send(target, `/feeds/watch.xml?ids=${current},nothing`)
      expect([own.status, own.headers['content-type']]).toEqual([
        200,
        'application/atom+xml; charset=utf-8',
      ])
      expect(own.headers['access-control-allow-origin']).toBe('*')
      expect(own.text).toMatch(/^<\?xml .*\n<feed xmlns="http:\/\/www\.w3\.org\/2005\/Atom"/)
      expect(own.text).toContain(`/feeds/watch.xml?ids=${current}"`)
      expect((await send(target, `/feeds/watch.xml?ids=${former}`)).text).toBe(own.text)
    })

    test('is not sent again to a reader that has it', async () => {
      const path = '/feeds/watch.xml?ids=aave-v3'
      const { headers } = await send(target, path)
      const tag = headers.etag ?? ''
      expect(tag).not.toBe('')
      const again = await send(target, path, { headers: { 'If-None-Match': tag } })
      expect([again.status, again.text]).toEqual([304, ''])
    })

    test('without an id is 400, of none that is known 404, by another method 405', async () => {
      expect((await send(target, '/feeds/watch.xml')).status).toBe(400)
      expect((await send(target, '/feeds/watch.xml?ids=none-at-all')).status).toBe(404)
      const posted = await send(target, '/feeds/watch.xml?ids=aave-v3', { method: 'POST' })
      expect(posted.status).toBe(405)
    })
  })

  describe('frames', () => {
    test('a card may be in a frame of any site, and loads nothing but its own style', async () => {
      const { status, headers } = await send(target, CARD)
      expect(status).toBe(200)
      const policies = String(headers['content-security-policy'])
      expect(policies).toContain('frame-ancestors *')
      expect(policies).toContain("default-src 'none'")
      expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
      expect(headers['x-robots-tag']).toBe('noindex')
    })

    test.each(['/', PAGE])('the page %s may be in none', async (path) => {
      const { status, headers } = await send(target, path)
      expect(status).toBe(200)
      expect(headers['x-frame-options']).toBe('DENY')
      expect(String(headers['content-security-policy'])).not.toContain('frame-ancestors')
    })
  })

  describe('tables for download', () => {
    const TYPES: [string, RegExp][] = [
      ['scores.csv', /^text\/csv/],
      ['scores.parquet', /^application\/vnd\.apache\.parquet$/],
      ['signals.csv.gz', /^application\/gzip$/],
      ['plimsoll.sqlite', /^application\/vnd\.sqlite3$/],
    ]

    test('the manifest is for pages of any site, and lists every table', async () => {
      const reply = await send(target, `/${BULK_FOLDER}/manifest.json`)
      expect(reply.status).toBe(200)
      expect(reply.headers['access-control-allow-origin']).toBe('*')
      expect(reply.headers['content-type']).toMatch(/^application\/json/)
      const paths = bulkManifest.parse(reply.json).files.map((file) => file.path)
      expect(paths).toEqual(expect.arrayContaining(TYPES.map(([name]) => `latest/${name}`)))
    })

    test.each(TYPES)('%s has its type, and is for pages of any site', async (name, type) => {
      const reply = await send(target, `/${BULK_FOLDER}/latest/${name}`, { method: 'HEAD' })
      expect(reply.status).toBe(200)
      if (ownTypes) expect(reply.headers['content-type']).toMatch(type)
      expect(reply.headers['access-control-allow-origin']).toBe('*')
      expect(reply.headers['x-content-type-options']).toBe('nosniff')
    })

    test('a packed table arrives with the bytes of the manifest', async () => {
      const { json } = await send(target, `/${BULK_FOLDER}/manifest.json`)
      const listed = bulkManifest
        .parse(json)
        .files.find((file) => file.path === 'latest/signals.csv.gz')
      const reply: Reply = await send(target, `/${BULK_FOLDER}/latest/signals.csv.gz`)
      expect(reply.headers['content-encoding']).toBeUndefined()
      expect(reply.sentBytes).toBe(listed?.bytes)
      const response = await fetch(`${target.baseUrl}/${BULK_FOLDER}/latest/signals.csv.gz`)
      const bytes = new Uint8Array(await response.arrayBuffer())
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(listed?.sha256)
    })
  })
}
