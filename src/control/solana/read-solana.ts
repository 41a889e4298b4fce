import { SOLANA } from '../../chains/scan-chains.ts'
import type { Exits, ProgramExit } from '../markets/exit-table.ts'
import { withNodeAnswers } from '../node-answers.ts'
import { nodeName } from '../node-name.ts'
import type { ChainFacts, ContractRow } from '../outcome.ts'
import { readExits } from './exits.ts'
import type { SolanaOptions } from './node.ts'
import { isPartial, programControl } from './paths.ts'
import { openSolana, type SolanaReader } from './reader.ts'
import { walkSolana } from './walk.ts'

/**
 * Reads who can change the programs of Solana in the contract table, and how deposits leave them, as two nodes say alike. What they do not is missing, and says what each
 * node answered. Never rejects for what nodes answer.
 */
export async function readSolana(
  contracts: readonly ContractRow[],
  exits: Exits<ProgramExit>,
  options: SolanaOptions,
  graceMs?: number,
): Promise<ChainFacts | { failed: 'stale' | 'node-failed' }> {
  const opened = await openSolana(options, graceMs)
  if ('failed' in opened) return opened
  return withNodeAnswers(
    opened.reader,
    (reader) => readPrograms(contracts, exits, reader),
    (url) => nodeName({ ...SOLANA, urls: options.urls }, url),
  )
}

async function readPrograms(
  contracts: readonly ContractRow[],
  exits: Exits<ProgramExit>,
  reader: SolanaReader,
): Promise<ChainFacts> {
  const rows = [...new Map(contracts.map((row) => [row.address, row])).values()]
  const addresses = rows.map(({ address }) => address)
  const graph = await walkSolana(reader, addresses)
  const controls = rows.map((row) => programControl(graph, row, reader.at))
  return {
    controls,
    partial: new Set(addresses.filter((address) => isPartial(graph, address))),
    markets: readExits(exits, graph, controls),
    owners: [],
  }
}
