import { SOLANA } from '../../chains/scan-chains.ts'
import type { ContractControl } from '../../domain/control.ts'
import type { Market, MarketGap } from '../../domain/market.ts'
import type { Exits, ProgramExit } from '../markets/exit-table.ts'
import { AT_ONCE } from '../markets/exits.ts'
import type { MarketsRead } from '../markets/read-markets.ts'
import { withNodeAnswers } from '../node-answers.ts'
import { nodeName } from '../node-name.ts'
import type { ChainFacts, ContractRow } from '../outcome.ts'
import type { SolanaOptions } from './node.ts'
import { isPartial, programControl } from './paths.ts'
import { openSolana, type SolanaReader } from './reader.ts'
import { type SolanaGraph, walkSolana } from './walk.ts'

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

/** How deposits leave the programs that a walk went through, by slug; a program that is not there, or was not read, is a gap. */
export function readExits(
  exits: Exits<ProgramExit>,
  graph: SolanaGraph,
  controls: readonly ContractControl[],
): MarketsRead {
  return new Map(
    [...exits].map(([slug, rows]) => [
      slug,
      rows.flatMap((row) => {
        const control = controls.find(({ address }) => address === row.address)
        return control ? [marketOf(row, control, gapOf(graph, control))] : []
      }),
    ]),
  )
}

function gapOf(graph: SolanaGraph, { address, codeChange }: ContractControl): MarketGap | null {
  if (isPartial(graph, address)) return { why: 'node-failed', facts: [...AT_ONCE] }
  return codeChange.known ? null : { why: 'unreadable', facts: [...AT_ONCE] }
}

function marketOf(
  { chain, address, name }: ProgramExit,
  { day, block, source, link }: ContractControl,
  gap: MarketGap | null,
): Market {
  return {
    ...{ chain, address, name, asset: '', assetAddress: '', suppliedUsd: null },
    availableShare: gap ? null : 1,
    ...{ utilisation: null, loanToValue: null, liquidationThreshold: 0, supplyCapUsed: null },
    ...{ frozen: null, paused: null, feed: null },
    withdrawSeconds: gap ? null : 0,
    ...{ gap, day, block, source, link },
  }
}
