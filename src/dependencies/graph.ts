import type { Day } from '../domain/day.ts'
import type { HoldingBasis, Makeup } from '../domain/dependency.ts'
import { compareText } from '../domain/text-order.ts'
import { type Holding, holdingsOf, tokenFinder } from './holdings.ts'
import type { LentAsset } from './lent-assets.ts'
import type { DependencyTables } from './tables.ts'

/**
 * How a protocol holds its tokens, which decides what a fall of one of them costs it. `plain`: it owns them. `collateral`: they back loans.
 * `pool`: they are legs of the pools of an exchange.
 */
export type HoldsAs = 'plain' | 'collateral' | 'pool'

/** A protocol that another runs on or wraps. */
export interface Venue {
  id: string
  name: string
  /** Share of its value that lies there, 0-1; null when no source states it: any of what no share covers may lie there. */
  share: number | null
  basis: HoldingBasis
  /** Where the share is from, and of when. */
  source: string
  day: Day
}

/** What is read about one protocol. */
export interface ProtocolInput {
  id: string
  name: string
  /** Value held, in US dollars; null when not known. */
  heldUsd: number | null
  holdsAs: HoldsAs
  /** Most tokens that one of its pools holds, where they may be more than two. */
  legs?: number | undefined
  /** Share of a collateral's value at which loans are liquidated; null when not read, which counts as 1. */
  threshold: number | null
  makeup: Makeup | null
  venues: readonly Venue[]
  /** What can come in and leave, by asset; null where it lends nothing, or no market of it was read. */
  lent: readonly LentAsset[] | null
}

export interface ProtocolNode extends Omit<ProtocolInput, 'makeup'> {
  /** Largest first; their shares sum to 1, or it has none because no make-up is known. */
  holdings: readonly Holding[]
  /** Day and source of the make-up, and whether it is that of loans; null without one. */
  makeup: Pick<Makeup, 'day' | 'source' | 'loans'> | null
}

/** What stands on what, on one day. */
export interface Graph {
  day: Day
  /** By id, in the order of ids. */
  protocols: ReadonlyMap<string, ProtocolNode>
  tables: DependencyTables
}

/** The graph of some protocols. Pure: the same readings give the same graph, in whatever order they come. */
export function buildGraph(
  inputs: readonly ProtocolInput[],
  tables: DependencyTables,
  day: Day,
): Graph {
  const find = tokenFinder(tables)
  const nodes = inputs.map(
    ({ makeup, ...input }): ProtocolNode => ({
      ...input,
      // One that runs on itself would lose any loss again and again.
      venues: input.venues.filter(({ id }) => id !== input.id),
      holdings: makeup ? holdingsOf(makeup, find) : [],
      makeup: makeup && {
        ...{ day: makeup.day, source: makeup.source },
        ...(makeup.loans && { loans: makeup.loans }),
      },
    }),
  )
  nodes.sort((a, b) => compareText(a.id, b.id))
  return { day, protocols: new Map(nodes.map((node) => [node.id, node])), tables }
}
