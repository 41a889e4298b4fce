import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'

const FOLDER = path.resolve(import.meta.dirname, '../../chains/evm/lens')
/** The library that all lenses may use: it is part of their code. */
const LIBRARY = 'Foreign'

const compiledSchema = z.object({
  compiler: z.string(),
  settings: z.object({
    evmVersion: z.string(),
    optimizer: z.object({ enabled: z.boolean(), runs: z.int() }),
    viaIR: z.boolean(),
  }),
  bytecode: z.string(),
})

/** Each lens is a contract in a file of its name. */
export const LENS_NAMES = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.sol'))
  .map((file) => path.parse(file).name)
  .filter((name) => name !== LIBRARY)
  .sort()

export function lensFile(name: string): string {
  return path.join(FOLDER, name)
}

/** The committed code of a lens, and how it was compiled. */
export function compiledLens(name: string): z.infer<typeof compiledSchema> {
  const text = readFileSync(lensFile(`${name.toLowerCase()}.json`), 'utf8')
  return compiledSchema.parse(JSON.parse(text))
}

/** Changes with the source, the compiler, its settings and the code. */
export function fingerprintOf(name: string): string {
  const sources = [name, LIBRARY].map((each) => readFileSync(lensFile(`${each}.sol`), 'utf8'))
  return createHash('sha256')
    .update(JSON.stringify([sources, compiledLens(name)]))
    .digest('hex')
}
