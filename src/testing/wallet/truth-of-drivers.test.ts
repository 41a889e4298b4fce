import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { RECORDED_RUNS, readRecordedRun } from './evm/recorded-run.ts'
import { TRUTH_OF_DRIVERS } from './truth-of-drivers.ts'

const DRIVERS = path.resolve(import.meta.dirname, '../../wallet/evm/drivers')

test('every recorded run is of a driver whose row says so', () => {
  const rows = Object.entries(TRUTH_OF_DRIVERS)
  const recorded = rows.filter(([, [proof]]) => proof === 'recorded').map(([name]) => name)
  expect(RECORDED_RUNS.map((name) => readRecordedRun(name).entry.driver)).toEqual(
    expect.arrayContaining(recorded),
  )
})

test.each(Object.entries(TRUTH_OF_DRIVERS).filter(([, [proof]]) => proof !== 'recorded'))(
  '%s is proved on a chain, by the test that its row names',
  (name, [, file]) => {
    const text = readFileSync(path.join(DRIVERS, file), 'utf8')
    const camel = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
    expect(text).toMatch(new RegExp(`driver: '${name}'|\\b${camel}\\b|worldEntries`))
    // Only a test on a chain counts.
    expect(text).toMatch(/\bstartRig\b/)
  },
)
