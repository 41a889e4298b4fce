import path from 'node:path'
import { expect, test } from 'vitest'
import { compileFile } from '../../../../testing/wallet/evm/compile.ts'
import compiled from './lens.json' with { type: 'json' }

test('the code of the lens is what its source compiles to, byte for byte', () => {
  const { evmVersion } = compiled.settings
  const { Lens } = compileFile(path.join(import.meta.dirname, 'Lens.sol'), evmVersion)
  expect(compiled.bytecode).toBe(Lens)
}, 30_000)

test('the code fits what a chain takes as creation code, with room for the arguments', () => {
  expect(compiled.bytecode.length / 2).toBeLessThan(16_384)
})
