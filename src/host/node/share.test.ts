import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFonts } from '../../site/pictures/fonts.ts'
import { drawPictureKit } from '../../site/pictures/picture-kit.ts'
import { createShare } from './share.ts'

const distDir = mkdtempSync(path.join(tmpdir(), 'plimsoll-share-'))
afterAll(() => rmSync(distDir, { recursive: true }))
beforeAll(async () => {
  const fonts = readFonts(path.resolve(import.meta.dirname, '../../../public/fonts'))
  mkdirSync(path.join(distDir, 'og'))
  writeFileSync(
    path.join(distDir, 'og/~kit.json'),
    JSON.stringify(await drawPictureKit(fonts, null)),
  )
})

const SEARCH = {
  asOf: '2026-10-04',
  columns: {
    ...{ id: ['gull', 'tern'], name: ['Gull', 'Tern'], compositeScore: [2, 3] },
    ...{ status: ['active', 'active'], formerSlugs: [[], []] },
  },
}

test.each([
  ['http://localhost:8888', null, 'http://localhost:8888'],
  ['https://evil.example', null, null],
  ['http://localhost.evil.example', null, null],
  ['no address', null, null],
  ['https://evil.example', 'https://risk.example', 'https://risk.example'],
])(
  'a request for %s to a server whose address is %j has pictures of %j',
  async (site, publicUrl, of) => {
    const loadDocument = async () => SEARCH
    const share = createShare({
      distDir,
      loadDocument,
      log: (error) => expect.fail(String(error)),
      publicUrl,
    })
    const answer = await share({ method: 'GET', pathname: '/share/compare/gull+tern/', site })
    const [, picture = null] = /og:image" content="([^"]+)\/share/.exec(String(answer.body)) ?? []
    expect([answer.status, picture]).toEqual([200, of])
    expect(String(answer.body)).not.toContain('evil')
  },
)
