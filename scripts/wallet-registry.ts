import { writeFileSync } from 'node:fs'
import { REGISTRY_CHAINS } from '../src/wallet/registry/chains.ts'
import { readArguments } from './arguments.ts'
import { run } from './terminal.ts'
import { buildRegistry, registryText } from './wallet-registry/build.ts'
import { askNode, checkRegistry } from './wallet-registry/check.ts'

const HELP = `Make the wallet scan's registry of contracts: npm run registry -- [options]

  --check   ask the contracts themselves instead of writing files; a chain is asked at WALLET_RPC_<CHAIN>
            (WALLET_RPC_ETHEREUM=https://…), the first URL of a list, and left out without one
  --help    this text

Without options: one file for each chain in src/wallet/registry/, from the installed packages
and the lists in scripts/wallet-registry/. Exit code 1 when a contract says something else than the registry.`

async function main(): Promise<void> {
  const { values } = parse()
  if (values.help) console.log(HELP)
  else if (values.check) await check()
  else await write()
}

async function write(): Promise<void> {
  for (const chain of REGISTRY_CHAINS) {
    const registry = await buildRegistry(chain)
    const file = new URL(`../src/wallet/registry/${chain.key}.json`, import.meta.url)
    writeFileSync(file, registryText(registry))
    console.log(`✓ ${chain.key}: ${registry.entries.length} entries`)
  }
}

async function check(): Promise<void> {
  let problems = 0
  for (const chain of REGISTRY_CHAINS) {
    const variable = `WALLET_RPC_${chain.key.toUpperCase()}`
    // biome-ignore lint/style/noProcessEnv: eleven optional addresses for a check by hand; the service has its own settings
    const url = process.env[variable]?.split(',')[0]?.trim()
    if (!url) {
      console.log(`- ${chain.key}: not checked, ${variable} is not set`)
      continue
    }
    // A node that fails is one more problem: the other chains are checked all the same.
    const found = await checkRegistry(
      await buildRegistry(chain),
      askNode(url, chain.chainId),
    ).catch((cause: unknown) => [`could not be checked: ${reasonOf(cause)}`])
    for (const problem of found) console.log(`✗ ${chain.key} ${problem}`)
    if (found.length === 0) console.log(`✓ ${chain.key}: the contracts agree`)
    problems += found.length
  }
  if (problems > 0) process.exitCode = 1
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}

function parse() {
  return readArguments({
    options: {
      check: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
}

await run(main)
