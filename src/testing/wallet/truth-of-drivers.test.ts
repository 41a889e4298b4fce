import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { TRUTH_OF_DRIVERS } from './truth-of-drivers.ts'

const DRIVERS = path.resolve(import.meta.dirname, '../../wallet/evm/drivers')

test.each(Object.entries(TRUTH_OF_DRIVERS))(
  '%s is proved as its row says',
  (name, [proof, file]) => {
    const text = readFileSync(path.join(DRIVERS, file), 'utf8')
    const camel = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
    expect(text).toMatch(new RegExp(`driver: '${name}'|\\b${camel}\\b|worldEntries`))
    const isOnChain = /\bstartRig\b/.test(text)
    expect(isOnChain).toBe(proof === 'published' || proof === 'written')
  },
)

test('no more drivers than these are proved by played answers alone', () => {
  const played = Object.entries(TRUTH_OF_DRIVERS).filter(([, [proof]]) => proof === 'played')
  expect(played.length).toBeLessThanOrEqual(1)
})
