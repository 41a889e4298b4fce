import type { Upstreams } from '../../config/ingest.ts'
import { PlimsollError } from '../../domain/errors.ts'
import type { Endpoint, Source, SourceContext } from '../source.ts'
import { mapAssets } from './assets.ts'
import { chainList, mapChains } from './chains.ts'
import { mapPageIncidents } from './hacks.ts'
import { mapHistory, protocolHistory } from './history.ts'
import { PROTOCOL_FIELDS } from './protocol-fields.ts'
import { mapProtocols } from './protocols-map.ts'

const ID = 'defillama-protocols'

/** The registry: every protocol that DefiLlama lists, with TVL by chain and facts. */
export function defillamaProtocols(upstreams: Upstreams): Source {
  return {
    id: ID,
    fields: PROTOCOL_FIELDS,
    async read(context) {
      const body = await context.readJson(protocolList(upstreams))
      const evmChains = await listedEvmChains(upstreams, context)
      return mapProtocols(body, {
        asOf: context.asOf,
        source: ID,
        chainIsEvm: (name) => evmChains.has(name),
      })
    },
    history: {
      probe: chainList(upstreams),
      endpoint: (slug) => protocolHistory(upstreams, slug),
      map: (body, { id, slug, asOf }) => ({
        ...mapHistory(body, { slug, asOf }),
        incidents: mapPageIncidents(body, id, asOf),
        facts: { assets: mapAssets(body, asOf, ID) },
      }),
    },
  }
}

function protocolList(upstreams: Upstreams): Endpoint {
  return {
    label: 'DefiLlama /protocols',
    url: `${upstreams.defillama}/protocols`,
    recordAs: 'api.llama.fi/protocols.json',
    maxBytes: 64_000_000,
  }
}

/** The registry must not fail with the chain list: without it, only chains in our table are supported. */
async function listedEvmChains(
  upstreams: Upstreams,
  context: SourceContext,
): Promise<ReadonlySet<string>> {
  try {
    const { chains } = mapChains(await context.readJson(chainList(upstreams)), context.asOf)
    return new Set(chains?.filter(({ kind }) => kind === 'evm').map(({ name }) => name))
  } catch (error) {
    if (error instanceof PlimsollError) return new Set()
    throw error
  }
}
