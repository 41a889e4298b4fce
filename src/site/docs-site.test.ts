import { existsSync, globSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import ERROR_TEXTS from '../content/error-texts.json' with { type: 'json' }
import { ANONYMOUS, PLANS } from '../contract/plans.ts'
import { PROBLEMS, type ProblemCode } from '../contract/problems.ts'
import { count } from '../domain/format.ts'
import { SOURCE_IDS, SOURCES } from '../domain/sources.ts'
import { DOCS_SECTIONS, GUIDES } from './docs-pages.ts'
import { builtSite, ROOT, SITE } from './fixtures/built-site.ts'
import { manifest } from './fixtures/documents.ts'
import { API, kebab } from './reference.ts'
import { errorExample } from './reference-errors.ts'

const { pathOf, file: read, page } = builtSite({ site: SITE })

const CODES = Object.keys(PROBLEMS) as ProblemCode[]
const OPERATIONS = Object.entries(API.paths).map(([address, { get }]) => ({ address, ...get }))

const ADDRESSES = [
  ...DOCS_SECTIONS.flatMap(({ pages }) => pages.map(({ href }) => href)),
  ...OPERATIONS.map(({ operationId }) => `/docs/api/${kebab(operationId)}/`),
  ...CODES.map((code) => `/docs/errors/${code}/`),
  '/docs/api/schemas/',
  '/docs/data/sample/',
  '/docs/data/sandbox/',
  '/status/',
]

test('there is no page of the documentation that these tests do not know', () => {
  const built = globSync('{docs,status}/**/index.html', { cwd: pathOf('') }).map(
    (name) => `/${path.dirname(name)}/`,
  )
  expect(built.sort()).toEqual([...new Set(ADDRESSES)].sort())
})

test('every guide has a page', () => {
  const files = globSync('src/content/guides/*.md', { cwd: ROOT }).map((name) =>
    path.basename(name, '.md'),
  )
  expect(GUIDES.map(({ file }) => file).sort()).toEqual(files.sort())
})

test('the picture of a protocol is described by what it shows, with a score and without', () => {
  const described = (name: string) =>
    /<meta property="og:image:alt" content="([^"]*)">/.exec(page(`protocol/${name}`))?.[1]
  expect(described('tern-lend')).toMatch(/^Plimsoll risk score of .*Tern.*: \d+\.\d of 10, \w+$/)
  expect(described('404')).toMatch(/^Plimsoll risk score of .+: \D+$/)
  expect(page('protocol/tern-lend')).toMatch(
    /<meta property="og:image" content="https:\/\/risk\.example\.org\/og\/tern-lend\.png">/,
  )
  for (const name of ['tern-lend', '404', 'gone', '~site']) {
    expect(existsSync(pathOf(`og/${name}.png`))).toBe(true)
  }
})

test('pages of the documentation describe themselves as articles', () => {
  const [, json = ''] =
    /<script type="application\/ld\+json">(.*?)<\/script>/.exec(page('/docs/')) ?? []
  expect(JSON.parse(json)).toMatchObject({ '@type': 'TechArticle', url: `${SITE}/docs/` })
})

test('every page that search engines may list is in the sitemap, and no other', () => {
  const listed = [...read('sitemap.xml').matchAll(/<loc>(.*?)<\/loc>/g)].map(
    ([, address]) => address,
  )
  const pages = globSync('**/*.html', { cwd: pathOf('') }).filter(
    (name) => !read(name).includes('<meta name="robots" content="noindex">'),
  )
  const addresses = pages.map((name) => {
    const parts = name.replace(/index\.html$/, '').split(path.sep)
    return `${SITE}/${parts.map(encodeURIComponent).join('/')}`
  })
  expect(listed.sort()).toEqual(addresses.sort())
  const places = listed.filter((address) => /\/(chain|category)\//.test(address ?? ''))
  expect(places).toEqual([
    `${SITE}/category/lending/`,
    `${SITE}/chain/ethereum/`,
    `${SITE}/chain/~3cb~3eskerry-~26-co/`,
  ])
  expect(read('robots.txt')).toContain(`Sitemap: ${SITE}/sitemap.xml`)
})

test.each(OPERATIONS)(
  '$address is shown with its parameters, statuses and example',
  (operation) => {
    const html = page(`/docs/api/${kebab(operation.operationId)}/`)
    expect(page('/docs/api/')).toContain(`<code>GET ${operation.address}</code>`)
    expect(page('/docs/console/')).toContain(`data-path="${operation.address}"`)
    for (const part of operation.parameters) {
      const name = '$ref' in part ? part.$ref.split('/').at(-1) : part.name
      expect(html).toContain(`<code>${name}</code>`)
    }
    for (const status of Object.keys(operation.responses)) {
      expect(html).toContain(`<th scope="row">${status}`)
    }
    const success = operation.responses['200']
    const examples =
      success && 'content' in success ? success.content?.['application/json']?.examples : {}
    const [example] = Object.values(examples ?? {})
    if (example) expect(jsonOn(html)).toContainEqual(example.value)
  },
)

test.each(CODES)(
  '%s has a page with its status, texts and the example of the description',
  (code) => {
    const html = page(`/docs/errors/${code}/`)
    const { when, remedy } = ERROR_TEXTS[code]
    expect(html).toContain(`HTTP ${PROBLEMS[code].status}`)
    expect(html.match(/<li>/g)?.length).toBeGreaterThanOrEqual(when.length + remedy.length)
    expect(jsonOn(html)).toContainEqual(errorExample(code))
    expect(page('/docs/errors/')).toContain(`href="/docs/errors/${code}/"`)
  },
)

test('every named object of the description has a table', () => {
  const html = page('/docs/api/schemas/')
  const missing = Object.keys(API.components.schemas).filter(
    (name) => !html.includes(`id="${name}"`),
  )
  expect(missing).toEqual([])
})

test('the limits shown, and those that guides name, are those of the plans', () => {
  const html = page('/docs/limits/')
  const limits = [ANONYMOUS, ...Object.values(PLANS)]
  for (const { burst, daily } of limits) {
    expect(html).toContain(`data-label="A minute">${count(burst)}<`)
    expect(html).toContain(`data-label="A day">${count(daily)}<`)
    expect(page('/docs/use-the-api/')).toMatch(
      new RegExp(`<td>${count(burst)}</td>\\s*<td>${count(daily)}</td>`),
    )
  }
  const words = `${ANONYMOUS.burst} requests a minute and ${count(ANONYMOUS.daily)} a day`
  expect(page('/docs/')).toContain(words)
})

test('without a link to the code no page offers it', () => {
  const pages = globSync('{docs,status,methodology,validation,scoreboard,protocol}/**/*.html', {
    cwd: pathOf(''),
  })
  const offering = [...pages, 'index.html', '404.html'].filter((name) =>
    /get the code|git clone|pull request to/i.test(read(name)),
  )
  expect(offering).toEqual([])
})

test('the status page and the page of data name every source', () => {
  for (const { id } of manifest.sources) {
    expect(page('/status/')).toContain(
      SOURCE_IDS.find((each) => each === id) ? SOURCES[id as keyof typeof SOURCES].title : id,
    )
  }
  for (const id of SOURCE_IDS) expect(page('/docs/data/')).toContain(SOURCES[id].title)
})

test('llms.txt names every page of the documentation and every endpoint, and its links lead somewhere', () => {
  const text = read('llms.txt')
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, href]) =>
    (href ?? '').replace(SITE, ''),
  )
  const made = links.filter((href) => !/^\/((?:bulk|client)\/|openapi\.json$)/.test(href))
  const lost = made.filter((href) => !existsSync(pathOf(path.join(href, 'index.html'))))
  expect(lost).toEqual([])
  for (const { pages } of DOCS_SECTIONS) for (const { href } of pages) expect(links).toContain(href)
  for (const { address } of OPERATIONS) expect(text).toContain(`GET ${address}`)
})

/** The JSON of the code blocks on a page. */
function jsonOn(html: string): unknown[] {
  const blocks = [...html.matchAll(/<pre class="code"[^>]*><code>([\s\S]*?)<\/code>/g)]
  return blocks.flatMap(([, text = '']) => {
    const plain = text
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')
    return plain.startsWith('{') ? [JSON.parse(plain)] : []
  })
}
