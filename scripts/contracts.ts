import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { SCAN_CHAINS, type ScanChainKey } from '../src/chains/scan-chains.ts'
import { nodeVariable } from '../src/chains/wallet-nodes.ts'
import { isDay } from '../src/domain/day.ts'
import { PlimsollError } from '../src/domain/errors.ts'
import { parseSolanaTokenList } from '../src/wallet/solana/token-list.ts'
import { runCommand } from './command/terminal.ts'
import { solanaTokenList } from './contracts/solana.ts'
import { solanaSymbols } from './contracts/solana-symbols.ts'

const SOLANA_MS = 30_000
const SYMBOLS = new URL('../data/wallet/solana-symbols.json', import.meta.url)

const HELP = `Make the wallet scan's lists of contracts: npm run contracts -- [options]

  --check         ask the contracts themselves instead of writing files: do they say what the lists say of them, and can every
                  driver read them, for an empty wallet and for the burn address? A chain is asked at WALLET_RPC_<CHAIN>
                  (WALLET_RPC_ETHEREUM=https://…), the first URL of a list, and left out without one
  --solana FILE   make Solana's file from Sanctum's list (sanctum-lst-list.toml of igneous-labs/sanctum-lst-list)
  --symbols FILE  make the symbols of Solana's tokens from Jupiter's list (validated-tokens.csv of jup-ag/token-list)
  --day DAY       the day of that list, as 2025-09-18
  --compile       compile the contracts whose source has changed: lenses of the scan, and contracts of its tests
  --help          this text

Without options: one file for each EVM chain in data/wallet/contracts/, from the files in data/wallet/sources/
and the installed packages. Exit code 1 when a contract disagrees with the contract lists
or cannot be read.`

async function write(): Promise<void> {
  const { buildContractList, contractListText } = await import('./contracts/build.ts')
  const { readSourceFiles } = await import('./contracts/source-files.ts')
  const files = readSourceFiles()
  for (const chain of SCAN_CHAINS) {
    const contracts = buildContractList(chain, files)
    writeFileSync(fileOf(chain.key), contractListText(contracts))
    console.log(`✓ ${chain.key}: ${contracts.entries.length} entries`)
  }
}

async function compile(): Promise<void> {
  const { compileChanged } = await import('../src/testing/wallet/evm/compile.ts')
  const changed = compileChanged()
  for (const name of changed) console.log(`✓ ${name}`)
  if (changed.length === 0) console.log('✓ all contracts are compiled')
}

function writeSolana(list: string, day: string | undefined): void {
  const contracts = solanaTokenList(...listOf('solana', list, day))
  writeFileSync(fileOf('solana'), `${JSON.stringify(contracts, null, 2)}\n`)
  console.log(`✓ solana: ${contracts.lsts.length + contracts.lends.length} tokens`)
}

function writeSymbols(list: string, day: string | undefined): void {
  const tokenList = parseSolanaTokenList(JSON.parse(readFileSync(fileOf('solana'), 'utf8')))
  const made = solanaSymbols(...listOf('symbols', list, day), tokenList)
  writeFileSync(SYMBOLS, `${JSON.stringify(made, null, 2)}\n`)
  console.log(`✓ solana: ${Object.keys(made.symbols).length} symbols`)
}

/** The text of a list and its day. */
function listOf(option: string, file: string, day: string | undefined): [string, string] {
  if (day === undefined || !isDay(day)) {
    throw new PlimsollError(
      'USAGE',
      `--${option} also needs --day, such as 2025-09-18. Try --help.`,
    )
  }
  if (!existsSync(file)) throw new PlimsollError('USAGE', `The file ${file} does not exist.`)
  return [readFileSync(file, 'utf8'), day]
}

async function check(): Promise<void> {
  const { buildContractList } = await import('./contracts/build.ts')
  const { askNode, checkContracts } = await import('./contracts/check.ts')
  const { checkReaders } = await import('./contracts/check-readers.ts')
  const { checkSolana } = await import('./contracts/check-solana.ts')
  const { connectSolana } = await import('../src/wallet/solana/web3.ts')
  let problems = 0
  for (const chain of SCAN_CHAINS) {
    problems += await checkOne(chain.key, async (url) => {
      const contracts = buildContractList(chain)
      const claims = await checkContracts(contracts, askNode(url, chain.chainId))
      return [...claims, ...(await checkReaders(contracts, chain, url))]
    })
  }
  problems += await checkOne('solana', async (url) => {
    const contracts = parseSolanaTokenList(JSON.parse(readFileSync(fileOf('solana'), 'utf8')))
    const deadline = AbortSignal.timeout(SOLANA_MS)
    const chain = await connectSolana({ urls: [url], fetch, deadline, nowMs: Date.now() })
    return checkSolana(contracts, chain)
  })
  if (problems > 0) process.exitCode = 1
}

/** Prints and counts the disagreements of one chain. A failing node counts as one, and the other chains are still checked. */
async function checkOne(
  key: ScanChainKey | 'solana',
  ask: (url: string) => Promise<string[]>,
): Promise<number> {
  const variable = nodeVariable(key)
  // biome-ignore lint/style/noProcessEnv: optional addresses for a check by hand; the service has its own settings
  const url = process.env[variable]?.split(',')[0]?.trim()
  if (!url) {
    console.log(`- ${key}: not checked, ${variable} is not set`)
    return 0
  }
  const found = await ask(url).catch((cause: unknown) => [
    `could not be checked: ${reasonOf(cause)}`,
  ])
  for (const problem of found) console.log(`✗ ${key} ${problem}`)
  if (found.length === 0) console.log(`✓ ${key}: the contracts agree`)
  return found.length
}

function fileOf(key: string): URL {
  return new URL(`../data/wallet/contracts/${key}.json`, import.meta.url)
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}

await runCommand(
  HELP,
  {
    check: { type: 'boolean', default: false },
    compile: { type: 'boolean', default: false },
    solana: { type: 'string' },
    symbols: { type: 'string' },
    day: { type: 'string' },
  },
  async (values) => {
    if (values.compile) await compile()
    else if (values.check) await check()
    else if (values.solana !== undefined) writeSolana(values.solana, values.day)
    else if (values.symbols !== undefined) writeSymbols(values.symbols, values.day)
    else await write()
  },
)
