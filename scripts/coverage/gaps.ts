import { withNodes } from '../../src/chains/wallet-nodes.ts'
import { openContracts } from '../../src/wallet/evm/contracts/open-contracts.ts'
import { knownGaps } from '../../src/wallet/known-gaps.ts'
import { publishedName } from '../../src/wallet/model/protocols.ts'

/** What a scan never looks at, and the names of the protocols of which that is said; null for what is said of all. */
export interface Gap {
  text: string
  at: string | null
}

/** The gaps that scans of all kinds of address publish when no setting is given, each once. */
export function publishedGaps(): Gap[] {
  const deps = {
    chains: withNodes({}).chains,
    contracts: openContracts(),
    solana: { providers: [] },
  }
  const all = (['evm', 'solana', 'tron'] as const).flatMap((kind) => knownGaps(kind, deps))
  return [...Map.groupBy(all, ({ text }) => text)].map(([text, gaps]) => ({
    text,
    at: namesOf(gaps.flatMap(({ protocol }) => protocol ?? [])),
  }))
}

function namesOf(protocols: readonly string[]): string | null {
  return [...new Set(protocols)].map(publishedName).join(', ') || null
}
