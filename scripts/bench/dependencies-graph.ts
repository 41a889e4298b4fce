import { buildGraph, type ProtocolInput } from '../../src/dependencies/graph.ts'
import { TABLES } from '../../src/dependencies/tables.ts'

const PROTOCOLS = 3_000
const TOKENS = 30
const DAY = '2026-11-26'

/** Protocols that each hold thirty tokens of the reviewed table, one in ten of them in another that they run on. Always the same. */
export function someInputs(): ProtocolInput[] {
  const symbols = [...TABLES.tokens.values()].flatMap(({ symbols: [symbol] }) => symbol ?? [])
  const issuers = [...TABLES.issuers.values()].flatMap(({ protocolId }) => protocolId ?? [])
  const idOf = (index: number) => issuers[index] ?? `protocol-${index}`
  return Array.from({ length: PROTOCOLS }, (_, index) => ({
    ...{ id: idOf(index), name: `Protocol ${index}`, heldUsd: (index + 1) * 1_000 },
    holdsAs: (['plain', 'collateral', 'pool'] as const)[index % 3] ?? 'plain',
    threshold: index % 2 === 0 ? 0.8 : null,
    makeup: {
      parts: Array.from({ length: TOKENS }, (_, n) => ({
        ...{ chain: null, token: symbols[(index * 7 + n) % symbols.length] ?? '' },
        ...{ share: 1 / TOKENS, owedShare: n % 2 === 0 ? 1 / TOKENS : null },
      })),
      ...{ basis: 'upstream' as const, day: DAY, source: 'invented' },
    },
    lent: null,
    venues:
      index % 10 === 0
        ? [
            {
              ...{ id: idOf((index * 13 + 1) % PROTOCOLS), name: '', share: 0.5 },
              ...{ basis: 'curated' as const, source: 'invented', day: DAY },
            },
          ]
        : [],
  }))
}

export const someGraph = () => buildGraph(someInputs(), TABLES, DAY)
