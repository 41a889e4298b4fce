import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { DIMENSIONS } from '../domain/dimension.ts'
import { METHODOLOGY, SIGNAL_IDS } from '../score/methodology.ts'
import { scoreUniverse } from '../score/score.ts'
import { contribution } from './figures.ts'
import { builtSite, ROOT, SITE } from './fixtures/built-site.ts'
import { levelProof } from './level-rates.ts'
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

const { pathOf, file, page } = builtSite({ site: SITE })

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

test('the validation page has the claim of the home page, which leads to it', () => {
  const { claim = 'no claim', basis = '' } = levelProof() ?? {}
  expect(absent(page(''), [claim, basis, 'href="/validation/#levels"'])).toEqual([])
  expect(absent(page('validation'), [`${claim}: ${basis}`, 'id="levels"'])).toEqual([])
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
  const text = file('source/src/score/score.ts.txt')
  expect(text).toBe(readFileSync(path.join(ROOT, 'src/score/score.ts'), 'utf8'))
  for (const name of ['methodology.json', 'validation/development.json']) {
    expect(file(path.join('source/data', name))).toBe(
      readFileSync(path.join(ROOT, 'data', name), 'utf8'),
    )
  }
  const cohort = 'data/validation/development.parquet'
  expect(
    readFileSync(pathOf(`source/${cohort}`)).equals(readFileSync(path.join(ROOT, cohort))),
  ).toBe(true)
  expect(globSync('source/**/*.test.ts*', { cwd: pathOf('') })).toEqual([])
})

/** What is not on a page; a whole page in a message would not help. */
function absent(html: string, parts: readonly string[]): string[] {
  return parts.filter((part) => !html.includes(part))
}
