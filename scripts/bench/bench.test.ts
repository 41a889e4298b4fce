import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { mapProtocols } from '../../src/ingest/defillama/protocols-map.ts'
import { countChanged, hashFiles, listFiles } from './files.ts'
import { generateRecording } from './generate.ts'
import { measureScript, median } from './measure.ts'
import { table } from './table.ts'

const DAY = '2024-03-11'

let dir: string

beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'plimsoll-bench-test-'))
})

afterEach(() => {
  rmSync(dir, { recursive: true, force: true })
})

const at = (...names: string[]) => path.join(dir, ...names)

describe('generateRecording', () => {
  test('the same numbers give the same bytes, another seed gives others', () => {
    generateRecording(at('a'), { rows: 50, asOf: DAY })
    generateRecording(at('b'), { rows: 50, asOf: DAY })
    generateRecording(at('c'), { rows: 50, asOf: DAY, seed: 2 })
    expect(countChanged(hashFiles(at('a')), hashFiles(at('b')))).toBe(0)
    expect(countChanged(hashFiles(at('a')), hashFiles(at('c')))).toBeGreaterThan(0)
  })

  test('no row is refused, most are in scope, and some are not for each reason', () => {
    generateRecording(dir, { rows: 1_000, asOf: DAY })
    const body: unknown = JSON.parse(readFileSync(at('api.llama.fi/protocols.json'), 'utf8'))
    const { account, notes } = mapProtocols(body, { asOf: DAY, source: 'test' })
    expect(account.rows).toBe(1_000)
    expect(account.refused).toEqual({})
    expect(notes).toEqual([])
    expect(account.accepted).toBeGreaterThan(700)
    expect(Object.keys(account.outOfScope).sort()).toEqual(['cex', 'dead', 'unsupported-chain'])
  })
})

test('the bare script writes every file of the published folder and tells how long it loaded them', () => {
  mkdirSync(at('input'))
  writeFileSync(at('input/rows.json'), '[1]')
  mkdirSync(at('published/deep'), { recursive: true })
  writeFileSync(at('published/deep/a.json'), '{"a":1}')
  writeFileSync(at('published/b.json'), '{}')
  const { output } = measureScript([
    'scripts/bench/bare.ts',
    at('input'),
    at('published'),
    at('out'),
  ])
  expect(listFiles(at('out'))).toEqual(['b.json', path.join('deep', 'a.json')])
  expect(countChanged(hashFiles(at('published')), hashFiles(at('out')))).toBe(0)
  expect(Number(output)).toBeGreaterThan(0)
})

test('the bare script parses the input', () => {
  mkdirSync(at('input'))
  mkdirSync(at('published'))
  writeFileSync(at('input/rows.json'), '[1')
  const words = ['scripts/bench/bare.ts', at('input'), at('published'), at('out')]
  expect(() => measureScript(words)).toThrow(/SyntaxError/)
})

test('a measured process tells its time and memory', () => {
  const cost = measureScript(['scripts/bench.ts', '--help'])
  expect(cost.output).toContain('npm run bench')
  expect(cost.userMs).toBeGreaterThan(1)
  expect(cost.wallMs).toBeGreaterThan(10)
  expect(cost.peakMb).toBeGreaterThan(20)
})

test('a file that is new, gone or different counts as changed', () => {
  const before = new Map([
    ['same', '1'],
    ['other', '1'],
    ['gone', '1'],
  ])
  const after = new Map([
    ['same', '1'],
    ['other', '2'],
    ['new', '1'],
  ])
  expect(countChanged(before, after)).toBe(3)
})

test('the median of an even number of values lies between the middle two', () => {
  expect(median([9, 1, 5])).toBe(5)
  expect(median([4, 1, 9, 2])).toBe(3)
})

test('a figure is met up to its bar, missed above it, and not judged without one', () => {
  const lines = table('Title', [
    { name: 'job', value: 15, unit: 's', bar: 15 },
    { name: 'ratio', value: 2.001, unit: '×', bar: 2 },
    { name: 'memory', value: 300.4, unit: 'MB' },
  ]).split('\n')
  expect(lines).toEqual([
    'Title',
    '',
    'job           15 s  at most 15 s    met',
    'ratio       2.00 ×  at most 2 ×     missed',
    'memory      300 MB',
  ])
})
