import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { build } from 'astro'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { DIMENSIONS } from '../domain/dimension.ts'
import { METHODOLOGY, SIGNAL_IDS } from '../score/methodology.ts'
import { scoreUniverse } from '../score/score.ts'
import { contribution } from './figures.ts'
import { writeDocuments } from './fixtures/write-documents.ts'
import { percents } from './validation-figures.ts'
import {
  developmentReport,
  interval,
  primaryOf,
  registeredReport,
  scoreOf,
} from './validation-page.ts'
import { exampleUniverse } from './worked-examples.ts'
import { fourDecimals } from './worked-score.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
// Below the checkout: for a folder elsewhere Astro keeps half-done pages in one place, where another test may be building.
mkdirSync(path.join(ROOT, '.astro'), { recursive: true })
const root = mkdtempSync(path.join(ROOT, '.astro/method-'))
const outDir = path.join(root, 'out')
const page = (name: string) => readFileSync(path.join(outDir, name, 'index.html'), 'utf8')

beforeAll(async () => {
  vi.stubEnv('ASTRO_TELEMETRY_DISABLED', '1')
  await build({
    root: ROOT,
    outDir,
    logLevel: 'error',
    vite: {
      define: { 'import.meta.env.PLIMSOLL_DOCUMENTS': JSON.stringify(writeDocuments(root)) },
    },
  })
}, 60_000)
afterAll(() => rmSync(root, { recursive: true, force: true }))

const NOTES = globSync('{decisions,specifications}/*.md', { cwd: path.join(ROOT, 'src/content') })
const PAGES = [
  'methodology',
  'validation',
  'scoreboard',
  ...NOTES.map((name) => `decisions/${path.basename(name, '.md')}`),
]

test.each(PAGES)('%s has one title, and has no inline script or style', (name) => {
  const html = page(name)
  const tags = html.replaceAll(/="[^"]*"/g, '=""').match(/<[a-z][^>]*>/gi) ?? []
  const scripts = tags.filter((tag) => /^<script/i.test(tag))
  expect(scripts.filter((tag) => tag !== '<script type="" src="">')).toEqual([])
  expect(tags.filter((tag) => /^<style|\s(style|on\w+)=/i.test(tag))).toEqual([])
  expect(html.match(/<h1\b/g)?.length).toBe(1)
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
})

test.each(PAGES)('every link of %s to this site leads to something', (name) => {
  const html = page(name)
  const links = [...html.matchAll(/href="(\/[^"]*|#[^"]+)"/g)].map(([, href]) => href ?? '')
  const lost = links.filter((href) => {
    const [address = '', anchor] = href.split('#')
    // Not made by this build: responses of the API, and a document that the run publishes beside the site.
    if (/^\/(v1\/|scoreboard\.json$|openapi\.json$)/.test(address)) return false
    const target = path.join(outDir, address === '' ? `/${name}/` : address)
    const file = address === '' || address.endsWith('/') ? path.join(target, 'index.html') : target
    if (!existsSync(file)) return true
    return anchor !== undefined && !readFileSync(file, 'utf8').includes(` id="${anchor}"`)
  })
  expect(links.length).toBeGreaterThan(5)
  expect([...new Set(lost)]).toEqual([])
})

test.each(PAGES)('every table of %s has a name and heads', (name) => {
  const tables = page(name).match(/<table[\s\S]*?<\/table>/g) ?? []
  for (const table of tables) {
    expect(table).toMatch(/<th\b/)
    if (!name.startsWith('decisions/')) expect(table).toMatch(/<caption/)
  }
})

test('the examples show the numbers of the production functions', () => {
  const html = page('methodology')
  for (const score of scoreUniverse(exampleUniverse())) {
    if (score.composite === null) {
      expect(absent(html, score.insufficient)).toEqual([])
      continue
    }
    const dimensions = DIMENSIONS.map((key) => score.dimensions[key])
    const numbers = [
      contribution(score.composite),
      ...dimensions.flatMap(({ score: points, contribution: adds, status }) =>
        status === 'scored' ? [fourDecimals(points ?? Number.NaN), contribution(adds)] : [],
      ),
      ...dimensions.flatMap(({ signals }) => signals.map(({ risk }) => fourDecimals(risk))),
      ...score.changes.map(({ composite }) => fourDecimals(composite)),
    ]
    expect(absent(html, numbers)).toEqual([])
  }
})

test('the methodology page has a section for every signal, and its version', () => {
  const html = page('methodology')
  const parts = [...SIGNAL_IDS.map((id) => `id="${id}"`), `Version ${METHODOLOGY.version}`]
  expect(absent(html, parts)).toEqual([])
})

test('the validation page shows both figures with their intervals, and every mark as it is', () => {
  const html = page('validation')
  for (const report of [developmentReport(), registeredReport()]) {
    const score = scoreOf(primaryOf(report).pooled.rankings)
    const { figures } = primaryOf(report).pooled
    const parts = [
      interval(figures.within),
      percents(figures.activityShare),
      interval(score?.matched.any ?? { value: null, low: null, high: null }),
      ...report.bars.map(
        ({ verdict, reason }) => `<b class="${verdict}">${verdict}</b> <small>${reason}</small>`,
      ),
      ...report.misses.map(({ name }) => name),
    ]
    expect(absent(html, parts)).toEqual([])
  }
})

test('the scoreboard names every event and miss, how many are needed, and that a sample predicts nothing', () => {
  const html = page('scoreboard')
  const parts = [
    '1 of 20 events; no figure is given before there are 20.',
    'nothing here is a registered prediction',
    '1 miss of 1 event',
    '1 event, 1 severe',
    'Tern &lt;b&gt;Lend&lt;/b&gt;',
    '25\u00a0% of 40',
    '<bdi>Gannet</bdi> (11 Nov 2026, amount unknown)',
    '2 losses that match no protocol',
  ]
  expect(absent(html, parts)).toEqual([])
  expect(html).not.toContain('size-matched AUC is')
})

test('the code that scores and the reports can be read from the site itself', () => {
  const text = readFileSync(path.join(outDir, 'source/src/score/score.ts.txt'), 'utf8')
  expect(text).toBe(readFileSync(path.join(ROOT, 'src/score/score.ts'), 'utf8'))
  for (const name of ['methodology.json', 'validation/development.json']) {
    const copy = readFileSync(path.join(outDir, 'source/data', name), 'utf8')
    expect(copy).toBe(readFileSync(path.join(ROOT, 'data', name), 'utf8'))
  }
  expect(globSync('source/**/*.test.ts*', { cwd: outDir })).toEqual([])
})

/** What is not on a page; a whole page in a message would not help. */
function absent(html: string, parts: readonly string[]): string[] {
  return parts.filter((part) => !html.includes(part))
}
