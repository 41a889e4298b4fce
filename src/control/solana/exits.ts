import type { ContractControl } from '../../domain/control.ts'
import type { Market, MarketGap } from '../../domain/market.ts'
import type { Exits, ProgramExit } from '../markets/exit-table.ts'
import { AT_ONCE } from '../markets/exits.ts'
import type { MarketsRead } from '../markets/read-markets.ts'
import { isPartial } from './paths.ts'
import type { SolanaGraph } from './walk.ts'

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
