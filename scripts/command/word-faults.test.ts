import { expect, test } from 'vitest'
import { wordFaults } from './word-faults.ts'

/** Joined here, so that this file itself is free of them. */
const join = (...parts: string[]) => parts.join('')

test.each([
  join('The node tel', 'ls its block.'),
  join('No', 'body has a key.'),
  join('It is bel', 'ieved.'),
  join('const MO', 'ST_ROWS = 3'),
  join('export function dayWo', 'rds(day: Day) {'),
  join('if (isNo', 'body(owner)) return'),
])('%j has one fault, with its line and what to write', (line) => {
  expect(wordFaults('a.ts', `fine\n${line}`)).toEqual([
    expect.stringMatching(/^a\.ts:2: "\S+"; write: \S/),
  ])
})

test.each([
  'A storyteller, most rows, the keywords of a page.',
  "if (path.actor === 'nobody') return points.nobody",
  'const passwords = readPasswords()',
  'MAX_ROWS',
])('%j is free of them', (line) => {
  expect(wordFaults('a.ts', line)).toEqual([])
})
