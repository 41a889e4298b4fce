import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from 'astro'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { writeDocuments } from './fixtures/write-documents.ts'

const root = mkdtempSync(path.join(tmpdir(), 'plimsoll-pages-'))
const outDir = path.join(root, 'out')
const page = (name: string) => readFileSync(path.join(outDir, name), 'utf8')

beforeAll(async () => {
  vi.stubEnv('ASTRO_TELEMETRY_DISABLED', '1')
  await build({
    root: path.resolve(import.meta.dirname, '../..'),
    outDir,
    logLevel: 'error',
    vite: {
      define: { 'import.meta.env.PLIMSOLL_DOCUMENTS': JSON.stringify(writeDocuments(root)) },
    },
  })
}, 60_000)
afterAll(() => rmSync(root, { recursive: true, force: true }))

const PAGES = ['index.html', '404.html', 'protocol/tern-lend/index.html', 'protocol/404/index.html']

test('every protocol has a page, even under an awkward name', () => {
  expect(PAGES.filter((name) => !existsSync(path.join(outDir, name)))).toEqual([])
})

test.each(PAGES)('%s needs neither script nor inline style', (name) => {
  const tags =
    page(name)
      .replaceAll(/="[^"]*"/g, '=""')
      .match(/<[a-z][^>]*>/gi) ?? []
  expect(tags).toContain('<link rel="" href="">')
  expect(tags.filter((tag) => /^<(script|style)|\s(style|on\w+)=/i.test(tag))).toEqual([])
})

test('words of strangers stay words', () => {
  const html = page('protocol/tern-lend/index.html')
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(html).toContain('href="https://tern.example/%22onmouseover=%22alert(1)"')
  expect(html).not.toContain('href="javascript')
  expect(page('index.html')).toContain('&lt;script&gt;')
})

test('the notice of a sample stands on every page', () => {
  for (const name of PAGES) expect(page(name)).toContain('Bundled sample')
})

test('the total row holds the composite in full', () => {
  expect(page('protocol/tern-lend/index.html')).toContain('3.600000')
  expect(page('protocol/404/index.html')).not.toMatch(/\d\.\d{6}/)
})

test('a page without a score says what is needed', () => {
  expect(page('protocol/404/index.html')).toContain('No contract address is known.')
})

test('a missing signal is marked and explained', () => {
  expect(page('protocol/tern-lend/index.html')).toContain(
    'The last good reading is older than its limit.',
  )
})
