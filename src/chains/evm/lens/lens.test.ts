import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { compileFile } from '../../../testing/wallet/evm/compile.ts'

const FOLDER = import.meta.dirname
const lensSchema = z.object({
  compiler: z.string(),
  settings: z.object({
    evmVersion: z.string(),
    optimizer: z.object({ enabled: z.boolean(), runs: z.int() }),
    viaIR: z.boolean(),
  }),
  bytecode: z.string(),
})
const NAMES = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.sol'))
  .map((file) => path.parse(file).name)
  // The library that they share.
  .filter((name) => name !== 'Foreign')

function compiledOf(name: string): z.infer<typeof lensSchema> {
  const file = path.join(FOLDER, `${name.toLowerCase()}.json`)
  return lensSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
}

test('there are lenses', () => {
  expect(NAMES).toEqual(expect.arrayContaining(['Balances', 'Lens', 'Pools']))
})

test.each(NAMES)(
  'the code of %s is what its source compiles to, byte for byte',
  (name) => {
    const { settings, bytecode } = compiledOf(name)
    const codes = compileFile(path.join(FOLDER, `${name}.sol`), settings)
    expect(bytecode).toBe(codes[name])
  },
  30_000,
)

test.each(NAMES)(
  'the code of %s fits what a chain takes as creation code, with room for the arguments',
  (name) => {
    expect(compiledOf(name).bytecode.length / 2).toBeLessThan(16_384)
  },
)
