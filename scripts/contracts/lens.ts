import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import { compileFile } from '../../src/testing/wallet/evm/compile.ts'

// Compiles the lenses of the wallet scan. Run it after a change of one, or of the compiler: node scripts/contracts/lens.ts

const FOLDER = fileURLToPath(new URL('../../src/chains/evm/lens/', import.meta.url))
/** Their code is sent with each request, so it should be short. Paris has no PUSH0: the code also runs on chains that do not support it. */
const SETTINGS = { evmVersion: 'paris', optimizer: { enabled: true, runs: 1 }, viaIR: true }

const solc = z
  .looseObject({ version: z.string() })
  .parse(
    JSON.parse(readFileSync(createRequire(import.meta.url).resolve('solc/package.json'), 'utf8')),
  )

// Each lens is a contract in a file of its name, and its code stands beside it. The library that they share is part of their code.
for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.sol'))) {
  const { name } = path.parse(file)
  if (name === 'Foreign') continue
  const bytecode = compileFile(path.join(FOLDER, file), SETTINGS)[name]
  const lens = { compiler: `solc ${solc.version}`, settings: SETTINGS, bytecode }
  writeFileSync(
    path.join(FOLDER, `${name.toLowerCase()}.json`),
    `${JSON.stringify(lens, null, 2)}\n`,
  )
}
