import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { OWNER_READER } from '../../chains/evm/lens/owned.ts'
import { SET_READER } from '../../chains/evm/lens/set-reader.ts'
import { CODE_READER, SLOT_READER } from './lens.ts'

const require = createRequire(import.meta.url)
const compiler = z.looseObject({
  compile: z.custom<(input: string) => string>((value) => typeof value === 'function'),
})
const output = z.object({
  contracts: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({ evm: z.object({ bytecode: z.object({ object: z.string() }) }) }),
    ),
  ),
})

function compileYul(file: string): string {
  const content = readFileSync(path.join(import.meta.dirname, file), 'utf8')
  const input = {
    language: 'Yul',
    sources: { [file]: { content } },
    settings: {
      optimizer: { enabled: true },
      evmVersion: 'paris',
      outputSelection: { '*': { '*': ['evm.bytecode.object'] } },
    },
  }
  const solc = compiler.parse(require('solc'))
  const { contracts } = output.parse(JSON.parse(solc.compile(JSON.stringify(input))))
  return `0x${Object.values(contracts[file] ?? {})[0]?.evm.bytecode.object}`
}

test('the code of all four readers is what their sources compile to, byte for byte', () => {
  expect(SLOT_READER).toBe(compileYul('slot-reader.yul'))
  expect(CODE_READER).toBe(compileYul('code-reader.yul'))
  expect(OWNER_READER).toBe(compileYul('../../chains/evm/lens/owner-reader.yul'))
  expect(SET_READER).toBe(compileYul('../../chains/evm/lens/set-reader.yul'))
})
