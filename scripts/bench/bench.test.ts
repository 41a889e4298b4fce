import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { folderOfTest } from '../../src/testing/temporary-folder.ts'
import { countChanged, hashFiles, listFiles } from './files.ts'
import { askFor } from './http-load.ts'
import { measureScript, median } from './measure.ts'
import { PARTS, parseOptions } from './options.ts'
import { table } from './table.ts'

let dir: string

beforeEach(() => {
  dir = folderOfTest()
})

const at = (...names: string[]) => path.join(dir, ...names)

test('the bare script writes every file of the published folder and prints how long it loaded them', () => {
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

test('a measured process reports its time and memory', () => {
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

test('a figure is met up to its bar or from it on, missed beyond it, and not judged without one', () => {
  const figures = [
    { name: 'job', value: 15, unit: 's', bar: { atMost: 15 } },
    { name: 'ratio', value: 2.001, unit: '×', bar: { atMost: 2 } },
    { name: 'gateway', value: 0.5, unit: '×', bar: { atLeast: 0.5 } },
    { name: 'list', value: 0.49, unit: '×', bar: { atLeast: 0.5 } },
    { name: 'memory', value: 300.4, unit: 'MB' },
  ]
  expect(table({ part: 'job', title: 'Title', figures }).split('\n')).toEqual([
    'Title',
    '',
    'job            15 s  at most  15 s    met',
    'ratio        2.00 ×  at most  2 ×     missed',
    'gateway     0.500 ×  at least 0.500 × met',
    'list        0.490 ×  at least 0.500 × missed',
    'memory       300 MB',
  ])
})

describe('options', () => {
  test('all parts are measured unless one is picked', () => {
    const options = {
      parts: ['job', 'gateway', 'workers'],
      runs: 3,
      json: false,
      help: false,
    }
    expect(parseOptions([])).toEqual(options)
    expect(parseOptions(['--only', 'gateway', '--json'])).toEqual({
      ...options,
      parts: ['gateway'],
      json: true,
    })
    expect(parseOptions(['--runs=1', '--help'])).toEqual({ ...options, runs: 1, help: true })
  })

  test.each([
    [['--only', 'site'], `--only wants ${PARTS.join(', ')}, not site.`],
    [['--only='], `--only wants ${PARTS.join(', ')}, not .`],
    [['--only'], '--help'],
    [['--runs', '0'], '--runs wants a whole number above 0, not 0.'],
    [['--runs', '1.5'], '--runs wants a whole number above 0, not 1.5.'],
    [['--fast'], '--help'],
    [['gateway'], '--help'],
  ])('%j is refused', (words, reason) => {
    const refusal = expect.objectContaining({
      code: 'USAGE',
      message: expect.stringContaining(reason),
    })
    expect(() => parseOptions(words)).toThrow(refusal)
  })

  test('the help names every part and every option', () => {
    const { output } = measureScript(['scripts/bench.ts', '--help'])
    for (const part of PARTS) expect(output).toMatch(new RegExp(`^${part} `, 'm'))
    for (const option of ['only', 'runs', 'json', 'help']) expect(output).toContain(`--${option}`)
  })
})

test('a load counts the answers to its requests, also long ones, and stops at one that is not 200', async () => {
  let status = 200
  const body = 'x'.repeat(300_000)
  const server = createServer((_, response) =>
    response.writeHead(status, { 'Content-Length': body.length }).end(body),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  let asked = 0
  const next = () => {
    asked += 1
    return 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'
  }
  const answered = await askFor(port, next, performance.now() + 50)
  expect(answered).toBeGreaterThan(0)
  expect(answered).toBe(asked)
  status = 429
  await expect(askFor(port, next, performance.now() + 50)).rejects.toThrow('429')
  server.closeAllConnections()
  server.close()
})
