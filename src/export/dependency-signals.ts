import type { Dependencies } from '../contract/dependencies.ts'
import type { Graph } from '../dependencies/graph.ts'
import { type SignalContext, signalsOf, wholeFailures } from '../dependencies/signals.ts'
import type { CatalogueEntry } from '../domain/catalogue.ts'
import { DEPENDENCY_SIGNALS, type DependencySignal } from '../domain/dependency.ts'

type SignalRows = Dependencies['signals']

/** Signals of the make-up; the others are of the markets. */
const OF_MAKEUP: ReadonlySet<DependencySignal> = new Set(['issuerTop', 'stressLoss', 'standsOn'])

/** What is computed of each protocol of the graph. `worstOf`: see `SignalContext`. */
export function createSignals(
  graph: Graph,
  entries: readonly CatalogueEntry[],
  worstOf: SignalContext['worstOf'],
): (id: string) => SignalRows {
  const byId = new Map(entries.map((entry) => [entry.record.id, entry]))
  const context: SignalContext = {
    ...{ graph, worstOf, failures: wholeFailures(graph) },
    counterpartyOf: (id) => byId.get(id)?.score.dimensions.counterparty.score ?? null,
  }
  return (id) => {
    const node = graph.protocols.get(id)
    if (!node) return []
    const signals = signalsOf(node, context)
    const markets = byId.get(id)?.record.facts.markets
    return DEPENDENCY_SIGNALS.map((signal) => {
      const { value, missing } = signals[signal]
      if (value === null) return { id: signal, value, missing, source: null, day: null }
      const from = OF_MAKEUP.has(signal)
        ? { source: node.makeup?.source ?? null, day: node.makeup?.day ?? null }
        : { source: markets?.source ?? null, day: markets?.known ? markets.asOf : null }
      return { id: signal, value: Number(value.toFixed(6)), missing, ...from }
    })
  }
}
