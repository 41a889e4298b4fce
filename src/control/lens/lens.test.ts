import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { SLOT_NAMES } from '../slots.ts'
import { CODE_READER, decodeAccounts, decodeSlots, SLOT_READER } from './lens.ts'

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

test('the code of both readers is what their sources compile to, byte for byte', () => {
  expect(SLOT_READER).toBe(compileYul('slot-reader.yul'))
  expect(CODE_READER).toBe(compileYul('code-reader.yul'))
})

const MAGIC_WORD = '0c0de51075c0de51075c0de51075c0de51075c0de51075c0de51075c0de51075'

test('an answer without the magic word, or of another length, is no answer of the slot reader', () => {
  const words = SLOT_NAMES.map((_, at) => at.toString(16).padStart(64, '0')).join('')
  expect(decodeSlots(`0x${MAGIC_WORD}${words}`)?.admin1967).toBe(
    `0x${SLOT_NAMES.indexOf('admin1967').toString(16).padStart(64, '0')}`,
  )
  expect(decodeSlots(`0x${'0'.repeat(64)}${words}`)).toBeNull()
  expect(decodeSlots(`0x${MAGIC_WORD}${words}00`)).toBeNull()
  expect(decodeSlots(`0x${MAGIC_WORD}`)).toBeNull()
  expect(decodeSlots('0x')).toBeNull()
})

test('an answer of another length is no answer of the code reader', () => {
  expect(decodeAccounts('0x', 1)).toBeNull()
  expect(decodeAccounts(`0x${'0'.repeat(256)}`, 1)).toHaveLength(1)
  expect(decodeAccounts(`0x${'0'.repeat(256)}`, 2)).toBeNull()
})
