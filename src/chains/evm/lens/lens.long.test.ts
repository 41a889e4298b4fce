import { expect, test } from 'vitest'
import { compiledLens, LENS_NAMES, lensFile } from '../../../testing/onchain/lens-sources.ts'
import { compileFile } from '../../../testing/wallet/evm/compile.ts'

test.each(LENS_NAMES)('the code of %s is what its source compiles to, byte for byte', (name) => {
  const { settings, bytecode } = compiledLens(name)
  expect(bytecode).toBe(compileFile(lensFile(`${name}.sol`), settings)[name])
})
