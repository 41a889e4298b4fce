import type { Upstreams } from '../config/ingest.ts'
import { SOURCE_IDS, type SourceId } from '../domain/sources.ts'
import { defillamaChains } from './defillama/chains.ts'
import { defillamaHacks } from './defillama/hacks.ts'
import { defillamaProtocols } from './defillama/protocols.ts'
import { defiscan } from './defiscan/source.ts'
import { immunefi } from './immunefi/source.ts'
import { ofac } from './ofac/source.ts'
import type { Source } from './source.ts'

/** Sources that need more than an address: a git folder, the nodes of the chains, the sample. */
type OtherwiseRead = 'defillama-adapters' | 'onchain' | 'public-records'

const READERS: Record<Exclude<SourceId, OtherwiseRead>, (upstreams: Upstreams) => Source> = {
  'defillama-chains': defillamaChains,
  'defillama-protocols': defillamaProtocols,
  'defillama-hacks': defillamaHacks,
  immunefi,
  defiscan,
  ofac,
}

/** Every upstream that is read by URL, in the order of `SOURCES`. */
export function listSources(upstreams: Upstreams): Source[] {
  return SOURCE_IDS.flatMap((id) =>
    id === 'defillama-adapters' || id === 'onchain' || id === 'public-records'
      ? []
      : [READERS[id](upstreams)],
  )
}
