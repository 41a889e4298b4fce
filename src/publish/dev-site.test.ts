import { expect, test } from 'vitest'
import { changesDocuments } from './dev-site.ts'

test.each([
  ['data/methodology.json', true],
  ['data/seed/protocols.json', true],
  ['data/sample.sqlite-wal', false],
  ['src/score/score.ts', true],
  ['src/score/score.test.ts', false],
  ['src/domain/errors.ts', true],
  ['src/pages/index.astro', false],
  ['src/site/site.ts', false],
  ['README.md', false],
])('the documents depend on %s: %s', (file, expected) => {
  expect(changesDocuments(file)).toBe(expected)
})
