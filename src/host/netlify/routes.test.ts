import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { bulkHeaders } from '../node/bulk-files.ts'
import { packageHeaders } from '../node/package-files.ts'
import { READ_FROM_ANYWHERE } from '../node/pages.ts'
import { REDIRECTS } from '../node/redirects.ts'
import { GATED_PATHS, missingRoutes } from './routes.ts'

const read = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8')

const route = (path: string, name = 'gateway') => ({ function: name, pattern: '^$', path })

describe('missingRoutes', () => {
  test('a manifest with every path in front of the gateway lacks none', () => {
    const spellings = { function: 'gateway', pattern: '^(//.*)$' }
    const routes = [...GATED_PATHS.map((path) => route(path)), spellings]
    expect(missingRoutes({ routes, bundles: [] })).toEqual([])
  })

  test('a build that says it succeeded and has no route lacks all', () => {
    expect(missingRoutes({ routes: [], bundles: [] })).toEqual(GATED_PATHS)
    expect(missingRoutes(null)).toEqual(GATED_PATHS)
  })

  test('an open back door and another function in its place are named', () => {
    const routes = [route('/v1'), route('/v1/*'), route('/_data/*', 'other')]
    expect(missingRoutes({ routes })).toEqual(['/_data/*', '/_fn/*'])
  })
})

describe('netlify.toml', () => {
  const text = read('netlify.toml')

  test('declares every path for the gateway once, and the file itself none', () => {
    const declared = [...text.matchAll(/\[\[edge_functions\]\]\s+path = "([^"]+)"/g)]
    expect(declared.map(([, path]) => path)).toEqual(GATED_PATHS)
    expect(read('functions/edge/gateway.ts')).not.toContain('config')
  })

  test.each([
    ['/%5Fdata/live/stats.json', true],
    ['/_%66n/screener', true],
    ['//_data/live/stats.json', true],
    ['/V1/stats', true],
    ['/_data', true],
    ['/v1/protocols/a%20b', false],
    ['/_data/live/stats.json', false],
    ['/protocol/aave-v3/', false],
    ['/', false],
  ])('the other spellings: %s is one: %s', (path, expected) => {
    const pattern = /pattern = "([^"]+)"/.exec(text)?.[1] ?? ''
    expect(new RegExp(pattern).test(path)).toBe(expected)
  })

  test.each([
    '//_data/live/stats.json',
    '//_data/sandbox/stats.json',
    '//_data/manifest.json',
    '///_data/live/stats.json',
    '//_fn/screener?set=live',
    '//v1/stats',
    '//v1/protocols/aave-v3',
    '//v1/search',
    '//v1/screener?sort=tvl',
    '//_fn/search?set=live',
    '//v1/chains',
    '//v1/categories',
    '//v1//stats',
  ])('what `netlify dev` takes %s for is sent to the gateway', (path) => {
    const { pathname } = new URL(path, 'http://127.0.0.1')
    const patterns = [...text.matchAll(/pattern = ("[^"]+")/g)].map(
      ([, pattern = '']) => new RegExp(JSON.parse(pattern)),
    )
    expect(patterns.some((pattern) => pattern.test(pathname))).toBe(true)
  })

  test.each([
    '/',
    '/screener/',
    '/screener/all/',
    '/screener/rows.json',
    '/search/',
    '/protocol/aave-v3/',
  ])('a view of %s is no call of the gateway', (path) => {
    const patterns = [...text.matchAll(/pattern = ("[^"]+")/g)].map(
      ([, pattern = '']) => new RegExp(JSON.parse(pattern)),
    )
    expect(patterns.length).toBeGreaterThan(1)
    expect(patterns.filter((pattern) => pattern.test(path))).toEqual([])
  })

  test('gives pages the headers that the Node host gives them', () => {
    const sent = [
      ...read('src/host/node/pages.ts').matchAll(/^ {2,4}'([A-Z][\w-]+)':\s+(["'])(.+)\2,$/gm),
    ]
    expect(sent.map(([, name]) => name)).toContain('Content-Security-Policy')
    for (const [, name, , value] of sent) expect(text).toContain(`${name} = "${value}"`)
    // The Node host sends it behind TLS alone; Netlify always has TLS.
    const [, hsts] = /const HSTS = '(.+)'/.exec(read('src/host/node/server.ts')) ?? []
    expect(text).toContain(`Strict-Transport-Security = "${hsts}"`)
  })

  test('lets pages of other sites read what the Node host lets them read, and nothing else', () => {
    const open = [
      ...text.matchAll(
        /for = "([^"]+)"\n {2}\[headers\.values\]\n {4}Access-Control-Allow-Origin = "\*"/g,
      ),
    ]
    expect(open.map(([, path]) => path)).toEqual(READ_FROM_ANYWHERE)
    expect(text.match(/Access-Control-Allow-Origin/g)).toHaveLength(READ_FROM_ANYWHERE.length)
  })

  test.each(['parquet', 'sqlite', 'gz'])(
    'gives tables in .%s the type that the Node host gives them',
    (ending) => {
      const [, type] =
        new RegExp(
          `for = "/bulk/\\*\\.${ending}"\n {2}\\[headers\\.values\\]\n {4}Content-Type = "(.+)"`,
        ).exec(text) ?? []
      expect(type).toBe(bulkHeaders(`/bulk/latest/scores.${ending}`)?.['Content-Type'])
      expect(type).toEqual(expect.any(String))
    },
  )

  test.each(['tgz', 'whl'])(
    'gives packages in .%s the headers that the Node host gives them',
    (ending) => {
      const [, type, cache] =
        new RegExp(
          `for = "/client/\\*\\.${ending}"\n {2}\\[headers\\.values\\]\n {4}Content-Type = "(.+)"\n {4}Cache-Control = "(.+)"`,
        ).exec(text) ?? []
      expect({ 'Content-Type': type, 'Cache-Control': cache }).toEqual(
        packageHeaders(`/client/plimsoll-1.2.3.${ending}`),
      )
    },
  )

  test('gives badges the headers that the Node host gives them', () => {
    const [, block = ''] =
      /for = "\/badge\/\*"\n {2}\[headers\.values\]\n((?: {4}.+\n)+)/.exec(text) ?? []
    const [, cache = ''] = /BADGE_CACHE = '(.+)'/.exec(read('src/host/node/pages.ts')) ?? []
    expect(cache).toContain('max-age')
    expect(block).toContain(`Cache-Control = "${cache}"`)
    expect(block).toContain('Cross-Origin-Resource-Policy = "cross-origin"')
  })

  test('gives cards the headers that the Node host gives them, and names ancestors for no other page', () => {
    const [, block = ''] =
      /for = "\/embed\/\*"\n {2}\[headers\.values\]\n((?: {4}.+\n)+)/.exec(text) ?? []
    const [, cards = ''] =
      /CARD_HEADERS = \{\n([\s\S]*?)\n\}/.exec(read('src/host/node/pages.ts')) ?? []
    const sent = [...cards.matchAll(/'([A-Z][\w-]+)':\s+(["'])(.+)\2,/g)]
    expect(sent).toHaveLength(4)
    for (const [, name, , value] of sent) expect(block).toContain(`${name} = "${value}"`)
    expect(block).toContain('frame-ancestors *')
    // Where both rules send a policy, browsers apply both.
    expect(text.match(/frame-ancestors [^a]/g)).toEqual(['frame-ancestors *'])
    expect(text).toContain('X-Frame-Options = "DENY"')
  })

  test('bundles with oEmbed the documents that it reads', () => {
    const host = read('src/host/netlify/oembed.ts')
    const files = ['live/search.json', 'live/retired.json']
    expect(text).toContain(
      `included_files = [${files.map((file) => `"dist/_data/${file}"`).join(', ')}]`,
    )
    for (const file of files) expect(host).toContain(`read('${file}')`)
    expect(read('functions/oembed.ts')).toContain("path: '/oembed'")
  })

  test('bundles with shared comparisons the names and the letters', () => {
    expect(text).toContain(
      '[functions.share]\n  included_files = ["dist/_data/live/search.json", "dist/og/~kit.json"]',
    )
    const host = read('src/host/netlify/share.ts')
    for (const file of ['live/search.json', 'dist/og/~kit.json'])
      expect(host).toContain(`'${file}'`)
    expect(read('functions/share.ts')).toContain("path: '/share/*'")
  })

  test('leaves the scans of the wallet page to a function with the files of a scan', () => {
    const filesOf = (name: string) =>
      text
        .split(`[functions.${name}]\n`)[1]
        ?.split('[')[1]
        ?.split(']')[0]
        ?.match(/"[^"]+"/g)
    const ofWallet = filesOf('wallet')?.filter((file) => !file.includes('sandbox'))
    expect(filesOf('scan')).toEqual(ofWallet)
    expect(read('functions/scan.ts')).toContain("path: '/account/api/scan'")
    expect(read('functions/account.ts')).toContain("excludedPath: '/account/api/scan'")
  })

  test('moves the pages that the Node host moves', () => {
    const declared = [
      ...text.matchAll(/\[\[redirects\]\]\n {2}from = "(.+)"\n {2}to = "(.+)"\n {2}status = 301/g),
    ]
    expect(declared.map(([, from, to]) => ({ from, to }))).toEqual(REDIRECTS)
  })

  test('bundles with the function the documents that it reads', () => {
    expect(text).toContain(
      'included_files = ["dist/_data/*/screener.json", "dist/_data/*/search.json", "dist/_data/*/graph.json", "dist/_data/*/incident-index.json"]',
    )
    expect(text).toContain(
      '[functions.account]\n  included_files = ["dist/_data/live/search.json", "dist/_data/live/alerts.json"]',
    )
    for (const path of [
      '/_fn/screener',
      '/_fn/protocols',
      '/_fn/search',
      '/_fn/stress',
      '/_fn/incidents',
    ]) {
      expect(read('functions/screener.ts')).toContain(path)
      expect(read('src/host/netlify/screener.ts')).toContain(path)
    }
  })
})
