import { expect, test } from 'vitest'
import { guideHtml, linkTarget } from './guide-html.ts'

const FILE = 'src/content/guides/check-a-score.md'
const REPOSITORY = 'https://github.com/us/plimsoll'
const bare = { file: FILE, repository: null, site: null }

test('links between files of the project lead to their pages, with their anchors', () => {
  const from = { file: FILE, repository: null }
  expect(linkTarget('scan-a-wallet.md#nodes', from)).toBe('/docs/scan-a-wallet/#nodes')
  expect(linkTarget('quick-start.md', from)).toBe('/docs/')
  expect(linkTarget('../decisions/0012-how-a-price-is-confirmed.md', from)).toBe(
    '/decisions/0012-how-a-price-is-confirmed/',
  )
  expect(linkTarget('seed/SOURCES.md', { file: 'data/README.md', repository: null })).toBe(
    '/docs/data/sample/',
  )
})

test('a link to another file leads to the repository, and is plain text without one or on an unknown host', () => {
  const html = 'See <a href="../../wallet/scan.ts"><code>scan.ts</code></a>.'
  expect(guideHtml(html, bare)).toBe('See <code>scan.ts</code>.')
  expect(guideHtml(html, { ...bare, repository: 'https://git.example.org/us/x' })).toBe(
    'See <code>scan.ts</code>.',
  )
  expect(guideHtml(html, { ...bare, repository: REPOSITORY })).toContain(
    `href="${REPOSITORY}/blob/HEAD/src/wallet/scan.ts"`,
  )
})

test('links to other sites, to this one and within the page stay as they are', () => {
  const html = '<a href="https://x.example/a.md">a</a> <a href="/v1/stats">b</a> <a href="#c">c</a>'
  expect(guideHtml(html, bare)).toBe(html)
})

test('how to get the code is said only with a link to it', () => {
  const html =
    '<p>1</p><!-- repository --><pre><code class="language-sh">git clone https://github.com/YOUR-FORK/plimsoll\n</code></pre><!-- /repository --><p>2</p>'
  expect(guideHtml(html, bare)).not.toContain('clone')
  expect(guideHtml(html, bare)).toContain('ask its publisher')
  expect(guideHtml(html, { ...bare, repository: REPOSITORY })).toContain(`clone ${REPOSITORY}`)
  expect(guideHtml(html, { ...bare, file: 'src/content/guides/quick-start.md' })).toBe(
    '<p>1</p><p>2</p>',
  )
})

test('examples name this site where it has an address', () => {
  const html =
    'SITE=http://localhost:8888      # or the site you were given\n --from https://YOUR-NAME.netlify.app'
  expect(guideHtml(html, bare)).toBe(html)
  expect(guideHtml(html, { ...bare, site: 'https://risk.example.org' })).toBe(
    'SITE=https://risk.example.org\n --from https://risk.example.org',
  )
})

test('tables and code can be scrolled by keyboard, each table under a name of its own', () => {
  const html = '<table><thead><tr><th>a</th></tr></thead></table><table></table>'
  const done = guideHtml(html, bare)
  expect(done).toContain('<th scope="col">a</th>')
  expect(done.match(/role="region" aria-label="Table [12]"/g)).toHaveLength(2)
  const code = guideHtml('<pre><code class="language-sh">a # b\nc#d\n</code></pre>', bare)
  expect(code).toBe('<pre class="code" tabindex="0"><code>a <i># b</i>\nc#d\n</code></pre>')
})
