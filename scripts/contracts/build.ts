import * as z from 'zod'
import packageFile from '../../package.json' with { type: 'json' }
import type { ScanChain } from '../../src/chains/scan-chains.ts'
import { PlimsollError } from '../../src/domain/errors.ts'
import {
  type ContractList,
  parseContractList,
} from '../../src/wallet/evm/contracts/contract-list.ts'
import { contractEntry } from '../../src/wallet/evm/contracts/drivers.ts'
import { GENERATORS } from './generators.ts'
import { inSourceFile, problemOf, readSourceFiles } from './source-files.ts'
import { sourceRows } from './source-rows.ts'

const PACKAGES = [
  '@aave-dao/aave-address-book',
  '@morpho-org/blue-sdk',
  '@uniswap/sdk-core',
] as const

/**
 * The contract list of one chain, made from the files of `data/wallet/sources` and the installed packages. Throws with a sentence that
 * names the file when a row is not right.
 */
export function buildContractList(chain: ScanChain, files = readSourceFiles()): ContractList {
  const rows = sourceRows(files, chain)
  const rowsOf = (generator: string) => rows.get(generator) ?? []
  const own = Map.groupBy(rows.get(null) ?? [], (row) => 'driver' in row)
  const made = [...rows].flatMap(([name, ofGenerator]) => {
    if (name === null) return own.get(true) ?? []
    const generate = GENERATORS[name]
    if (generate) return generate(ofGenerator, chain, rowsOf)
    throw new PlimsollError('USAGE', `No generator is named ${name} (see generators.ts).`)
  })
  const entries = made.map((entry) => checkedEntry(entry, chain))
  // A row without a driver is a registry of smart accounts.
  const accounts = own.get(false) ?? []
  const list = {
    chain: chain.key,
    chainId: chain.chainId,
    generatedFrom: Object.fromEntries(
      PACKAGES.map((name) => [name, packageFile.devDependencies[name]]),
    ),
    entries: entries.sort((a, b) => (a.id < b.id ? -1 : 1)),
    ...(accounts.length > 0 && { accounts }),
  }
  try {
    return parseContractList(list, chain.key)
  } catch (cause) {
    throw new PlimsollError('USAGE', problemOf(cause), { cause })
  }
}

const named = z.looseObject({ protocol: z.string(), id: z.string() })

function checkedEntry(entry: object, { key }: ScanChain) {
  const { protocol, id } = named.parse(entry)
  return inSourceFile(protocol, () => {
    const found = contractEntry.safeParse(entry)
    if (found.success) return found.data
    throw new TypeError(`${id} on ${key}: ${problemOf(found.error)}`, { cause: found.error })
  })
}

/** The text of a contract list file in the format of Biome, which keeps an array of short strings on one line. */
export function contractListText(contracts: ContractList): string {
  const text = JSON.stringify(contracts, null, 2)
  const short = /\[\n\s+("owner",)?\s+("0x[0-9a-f]+")\n\s+\]/g
  return `${text.replace(short, (_, owner, hex) => (owner ? `[${owner} ${hex}]` : `[${hex}]`))}\n`
}
