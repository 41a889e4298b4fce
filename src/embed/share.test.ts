import path from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { fileNameOf } from '../contract/file-name.ts'
import { COLOURS, LEVEL_COLOURS } from '../site/colours.ts'
import { readFonts } from '../site/pictures/fonts.ts'
import { drawPictureKit } from '../site/pictures/picture-kit.ts'
import type { PictureKit } from './pictures/comparison-picture.ts'
import { answerShare, type ShareDocuments } from './share.ts'

const SITE = 'https://risk.example'

/** The most bytes of a picture, and the longest that one may take to draw, loaded machines included. */
const MAX_BYTES = 16_000

const SEARCH = {
  asOf: '2026-10-04',
  columns: {
    id: ['tern', 'gull', '船', 'wreck', 'odd/<id>', 'new'],
    name: ['Tern <b>"Lend"</b>', 'Gull Swap', '船', 'Wreck', 'Odd', 'New'],
    compositeScore: [4.04, 2.7, 9.1, 6.6, null, 1],
    status: ['active', 'active', 'active', 'drained', 'active', 'active'],
    formerSlugs: [[], ['gull-of-old'], [], [], [], []],
  },
} as unknown as ShareDocuments['search']

let kit: PictureKit
beforeAll(async () => {
  const fonts = readFonts(path.resolve(import.meta.dirname, '../../public/fonts'))
  // As a host reads it.
  kit = JSON.parse(JSON.stringify(await drawPictureKit(fonts, 'Bundled sample. Not current.')))
})

const documents = new Map<unknown, ShareDocuments>()
const documentsOf = (own: PictureKit | null) => {
  const known = documents.get(own) ?? { search: SEARCH, kit: own }
  documents.set(own, known)
  return known
}

async function ask(
  pathname: string,
  { own = kit as PictureKit | null, method = 'GET', site = SITE as string | null } = {},
) {
  const log = vi.fn()
  const load = async () => documentsOf(own)
  const answer = await answerShare({ method, pathname, site }, { load, log })
  expect(log).not.toHaveBeenCalled()
  return { ...answer, text: String(answer.body) }
}

describe('a shared comparison', () => {
  test('is a page with names, scores, day and picture for programs, which leads people on', async () => {
    const { status, headers, text } = await ask('/share/compare/gull+tern/')
    expect(status).toBe(200)
    expect(headers['Content-Type']).toBe('text/html; charset=utf-8')
    expect(headers['Content-Security-Policy']).toContain("default-src 'none'")
    expect(text).toContain(`content="${SITE}/share/compare/gull+tern.png"`)
    expect(text).toContain(`property="og:url" content="${SITE}/share/compare/gull+tern/"`)
    expect(text).toContain('Gull Swap: 2.7 Low.')
    expect(text).toContain('Of 4 Oct 2026, 0 to 10, lower is safer.')
    expect(text).toContain('content="0; url=/compare/?ids=gull,tern"')
    expect(text).toContain('Tern &lt;b&gt;&quot;Lend&quot;')
    expect(text).not.toMatch(/<b>|<script/)
  })

  test('has the score of none that is not active, and takes former and odd names', async () => {
    const { text } = await ask('/share/compare/gull-of-old+wreck+odd~2f~3cid~3e/')
    expect(text).toContain('Wreck: Drained.')
    expect(text).toContain('Odd: Insufficient Data.')
    expect(text).toContain('url=/compare/?ids=gull,wreck,odd%2F%3Cid%3E"')
  })

  test('of a site that does not know its address is a page without a picture and an address', async () => {
    const { status, text } = await ask('/share/compare/gull+tern/', { site: null })
    expect(status).toBe(200)
    expect(text).not.toMatch(/og:image|og:url|null/)
    expect(text).toContain('content="summary"')
    expect(text).toContain('url=/compare/?ids=gull,tern')
  })

  test('without pictures in the build is a page without one', async () => {
    const { text } = await ask('/share/compare/gull+tern/', { own: null })
    expect(text).not.toContain('og:image')
    expect((await ask('/share/compare/gull+tern.png', { own: null })).status).toBe(404)
  })

  test.each([
    '/share/compare/gull/',
    '/share/compare/gull+gull/',
    '/share/compare/gull+none/',
    '/share/compare/gull+tern+wreck+new+odd/',
    '/share/compare/gull+tern',
    '/share/compare/%zz+tern/',
    `/share/compare/gull+${'t'.repeat(2_000)}/`,
    '/share/',
    '/share/compare/gull+tern.svg',
  ])('%s is 404', async (pathname) => {
    expect((await ask(pathname)).status).toBe(404)
  })

  test('is only read, and is 503 with a line of log while the documents cannot be read', async () => {
    expect((await ask('/share/compare/gull+tern/', { method: 'POST' })).status).toBe(405)
    const log = vi.fn()
    const load = () => Promise.reject(new Error('gone'))
    const asked = { method: 'GET', pathname: '/share/compare/gull+tern/', site: SITE }
    const answer = await answerShare(asked, { load, log })
    expect([answer.status, answer.headers['Retry-After']]).toEqual([503, '30'])
    expect(log).toHaveBeenCalledOnce()
  })
})

describe('its picture', () => {
  async function open(pathname: string) {
    const { status, headers, body } = await ask(pathname)
    expect([status, headers['Content-Type']]).toEqual([200, 'image/png'])
    const png = Buffer.from(body as Uint8Array)
    const { data, info } = await sharp(png)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const colours = new Map<string, number>()
    for (let at = 0; at < data.length; at += 3) {
      const colour = `#${data.subarray(at, at + 3).toString('hex')}`
      colours.set(colour, (colours.get(colour) ?? 0) + 1)
    }
    return { png, info, colours }
  }

  test('has a bar in the colour of each level, as long as the score, and letters in ink', async () => {
    const { png, info, colours } = await open('/share/compare/gull+tern+wreck.png')
    expect([info.width, info.height]).toEqual([800, 420])
    expect(png.length).toBeLessThan(MAX_BYTES)
    const bar = (score: number) => Math.round((726 * score) / 10) * 12
    expect(colours.get(LEVEL_COLOURS.low.day)).toBe(bar(2.7))
    expect(colours.get(LEVEL_COLOURS.moderate.day)).toBe(bar(4.04))
    // It is drained: its last score is none.
    expect(colours.has(LEVEL_COLOURS.high.day)).toBe(false)
    expect(colours.get(COLOURS.ink.day)).toBeGreaterThan(2_000)
    expect(colours.get(COLOURS.paper.day)).toBeGreaterThan(250_000)
  })

  test('is the same for the same facts', async () => {
    const { png } = await open('/share/compare/gull+tern+wreck+new.png')
    const again = await ask('/share/compare/gull+tern+wreck+new.png')
    expect(Buffer.from(again.body as Uint8Array)).toEqual(png)
  })

  test('shows a name in letters that no font has by the name of its page', async () => {
    const { colours } = await open(`/share/compare/gull+${fileNameOf('船')}.png`)
    expect(colours.get(LEVEL_COLOURS.high.day)).toBeGreaterThan(1_000)
  })
})
