import type { Upstreams } from '../config.ts'
import type { SourceId } from '../domain/batch.ts'
import { defillamaChains } from './defillama/chains.ts'
import { defillamaHacks } from './defillama/hacks.ts'
import { defillamaProtocols } from './defillama/protocols.ts'
import { defiscan } from './defiscan/source.ts'
import { immunefi } from './immunefi/source.ts'
import { ofac } from './ofac/source.ts'
import type { Source } from './source.ts'

/** Every upstream, in the order in which they are committed: programmes and reviews need the registry first. */
export function listSources(upstreams: Upstreams): Source[] {
  return [
    defillamaChains(upstreams),
    defillamaProtocols(upstreams),
    defillamaHacks(upstreams),
    immunefi(upstreams),
    defiscan(upstreams),
    ofac(upstreams),
  ]
}

/** Days that the last good readings of each source stay in use. */
export function ageLimits(sources: Source[]): Record<SourceId, number> {
  const limits = Object.fromEntries(sources.map(({ id, maxAgeDays }) => [id, maxAgeDays]))
  return {
    'defillama-chains': limits['defillama-chains'] ?? 0,
    'defillama-protocols': limits['defillama-protocols'] ?? 0,
    'defillama-hacks': limits['defillama-hacks'] ?? 0,
    immunefi: limits.immunefi ?? 0,
    defiscan: limits.defiscan ?? 0,
    ofac: limits.ofac ?? 0,
  }
}
