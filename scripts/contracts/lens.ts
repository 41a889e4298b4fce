import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import { compileFile } from '../../src/testing/wallet/evm/compile.ts'

// Compiles the lenses of the wallet scan. Run it after a change of one, or of the compiler: node scripts/contracts/lens.ts

const FOLDER = new URL('../../src/wallet/evm/client/lens/', import.meta.url)
/** Paris has no PUSH0, so the code also runs on chains that do not support it. */
const EVM_VERSION = 'paris'

const solc = z
  .looseObject({ version: z.string() })
  .parse(
    JSON.parse(readFileSync(createRequire(import.meta.url).resolve('solc/package.json'), 'utf8')),
  )

/** Each file has one contract of the same name, and its code stands beside it. */
const LENSES = {
  Lens: 'lens.json',
  Accounts: 'accounts.json',
  Balances: 'balances.json',
  Members: 'members.json',
  Pools: 'pools.json',
  Clones: 'clones.json',
  Unlisted: 'unlisted.json',
  Entities: 'entities.json',
  Markets: 'markets.json',
  Owned: 'owned.json',
  Locks: 'locks.json',
}

for (const [name, json] of Object.entries(LENSES)) {
  const codes = compileFile(fileURLToPath(new URL(`${name}.sol`, FOLDER)), EVM_VERSION)
  const lens = {
    compiler: `solc ${solc.version}`,
    settings: { optimizer: { enabled: true, runs: 200 }, evmVersion: EVM_VERSION },
    bytecode: codes[name],
  }
  writeFileSync(new URL(json, FOLDER), `${JSON.stringify(lens, null, 2)}\n`)
}
