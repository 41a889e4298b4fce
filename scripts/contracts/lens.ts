import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import { compileFile } from '../../src/testing/wallet/evm/compile.ts'

// Compiles the lens of the wallet scan. Run it after a change of Lens.sol or of the compiler: node scripts/contracts/lens.ts

const FOLDER = new URL('../../src/wallet/evm/client/lens/', import.meta.url)
/** Paris has no PUSH0, so the code also runs on chains that do not support it. */
const EVM_VERSION = 'paris'

const solc = z
  .looseObject({ version: z.string() })
  .parse(
    JSON.parse(readFileSync(createRequire(import.meta.url).resolve('solc/package.json'), 'utf8')),
  )
const { Lens } = compileFile(fileURLToPath(new URL('Lens.sol', FOLDER)), EVM_VERSION)
const lens = {
  compiler: `solc ${solc.version}`,
  settings: { optimizer: { enabled: true, runs: 200 }, evmVersion: EVM_VERSION },
  bytecode: Lens,
}
writeFileSync(new URL('lens.json', FOLDER), `${JSON.stringify(lens, null, 2)}\n`)
