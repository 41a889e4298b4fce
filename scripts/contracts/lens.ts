import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import * as z from 'zod'
import { fingerprintOf, LENS_NAMES, lensFile } from '../../src/testing/onchain/lens-sources.ts'
import { compileFile } from '../../src/testing/wallet/evm/compile.ts'

// Compiles the lenses of the wallet scan. Run it after a change of one, or of the compiler: node scripts/contracts/lens.ts

/** Their code is sent with each request, so it should be short. Paris has no PUSH0: the code also runs on chains that do not support it. */
const SETTINGS = { evmVersion: 'paris', optimizer: { enabled: true, runs: 1 }, viaIR: true }

const solc = z
  .looseObject({ version: z.string() })
  .parse(
    JSON.parse(readFileSync(createRequire(import.meta.url).resolve('solc/package.json'), 'utf8')),
  )

function write(file: string, value: unknown): void {
  writeFileSync(lensFile(file), `${JSON.stringify(value, null, 2)}\n`)
}

// The code of each stands beside its source.
for (const name of LENS_NAMES) {
  const bytecode = compileFile(lensFile(`${name}.sol`), SETTINGS)[name]
  const compiled = { compiler: `solc ${solc.version}`, settings: SETTINGS, bytecode }
  write(`${name.toLowerCase()}.json`, compiled)
}
write(
  'fingerprints.json',
  Object.fromEntries(LENS_NAMES.map((name) => [name, fingerprintOf(name)])),
)
