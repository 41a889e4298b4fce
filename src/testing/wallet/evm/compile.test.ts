import path from 'node:path'
import { expect, test } from 'vitest'
import { allCompilations, compiledCode, isCompiled } from './compile.ts'

const TOKENS = path.join(import.meta.dirname, 'contracts/tokens.sol')

test.each(allCompilations())('the kept code of $name is of its source today', (each) => {
  expect(isCompiled(each), 'Run: npm run contracts -- --compile').toBe(true)
})

test('another source, other settings or another compiler need other code', () => {
  const [one] = allCompilations()
  if (one === undefined) throw new Error('There are no contracts.')
  expect(isCompiled({ ...one, sources: { ...one.sources, 'more.sol': '' } })).toBe(false)
  expect(isCompiled({ ...one, settings: { ...one.settings, evmVersion: 'london' } })).toBe(false)
  expect(isCompiled({ ...one, uses: 'vitest' })).toBe(false)
})

test('an unknown contract is refused', () => {
  expect(compiledCode(TOKENS, 'Token')).toMatch(/^0x60/)
  expect(() => compiledCode(TOKENS, 'None')).toThrow('has no contract None')
})
