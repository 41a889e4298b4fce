import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { TRUTH_OF_DRIVERS } from './truth-of-drivers.ts'

const DRIVERS = path.resolve(import.meta.dirname, '../../wallet/evm/drivers')

test.each(Object.entries(TRUTH_OF_DRIVERS))(
  '%s is proved on a chain, by the test that its row names',
  (name, [, file]) => {
    const text = readFileSync(path.join(DRIVERS, file), 'utf8')
    const camel = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
    expect(text).toMatch(new RegExp(`driver: '${name}'|\\b${camel}\\b|worldEntries`))
    // Only a test on a chain counts.
    expect(text).toMatch(/\bstartRig\b/)
  },
)
