import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { origin } from './origin.ts'
import { RECORDED_RUNS, readRecordedRun } from './recorded-run.ts'

const SOURCE = {
  repository: 'lidofinance/core',
  commit: '372b02e',
  contracts: ['WstETH'],
  files: ['contracts/0.6.12/WstETH.sol'],
  compiler: 'solc 0.6.12',
}
const ORIGIN = { sources: [SOURCE], edits: [], scenario: 'not kept', day: '2026-11-23' }

test.each(RECORDED_RUNS)(
  '%s says of what it was recorded, and whether its scenario is kept',
  (name) => {
    const isKept = existsSync(path.join(import.meta.dirname, 'scenarios', `${name}.ts`))
    expect(readRecordedRun(name).origin.scenario).toBe(isKept ? 'kept' : 'not kept')
  },
)

test.each([
  ['a source', { sources: [] }],
  ['a commit', { sources: [{ ...SOURCE, commit: 'main' }] }],
  [
    'a version',
    { sources: [{ ...SOURCE, repository: undefined, package: 'lido', version: '^1' }] },
  ],
  ['the paths of its files', { sources: [{ ...SOURCE, files: undefined }] }],
  ['its compiler', { sources: [{ ...SOURCE, compiler: 'solc' }] }],
  ['what was edited', { edits: undefined }],
  ['its day', { day: 'November' }],
])('an origin without %s is refused', (_, change) => {
  expect(origin.safeParse(ORIGIN).success).toBe(true)
  expect(origin.safeParse({ ...ORIGIN, ...change }).success).toBe(false)
})

test('what an old run did not write down is said to be so', () => {
  const old = { contracts: 'not known', files: 'not known', compiler: 'not known' }
  const edits = 'not known'
  expect(origin.safeParse({ ...ORIGIN, sources: [{ ...SOURCE, ...old }], edits }).success).toBe(
    true,
  )
})
