import * as z from 'zod'
import type { Upstreams } from '../../config/ingest.ts'
import { type Batch, noRowCounts } from '../../domain/batch.ts'
import type { Chain } from '../../domain/chain.ts'
import type { Day } from '../../domain/day.ts'
import { PlimsollError } from '../../domain/errors.ts'
import { findChain, listChains } from '../chain-table.ts'
import { FieldCounter, type ReadFields, readField } from '../read-fields.ts'
import { refuseRow } from '../refuse-row.ts'
import type { Endpoint, Source } from '../source.ts'
import { plainText } from './text.ts'

const rowSchema = z.object({
  name: z.string().min(1).max(100),
  chainId: z
    .union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
    .pipe(z.number().int().positive())
    .nullish(),
})

/** The fields we read. The id decides which protocols are in scope. */
const CHAIN_FIELDS: ReadFields<z.infer<typeof rowSchema>> = {
  name: readField(true, 'name'),
  chainId: readField(true, 'chainId'),
}

/** DefiLlama's chain list under our names. It shows which chains outside our table are EVM. */
export function defillamaChains(upstreams: Upstreams): Source {
  return {
    id: 'defillama-chains',
    fields: CHAIN_FIELDS,
    read: async (context) => mapChains(await context.readJson(chainList(upstreams)), context.asOf),
  }
}

/** The endpoint of the chain list. */
export function chainList(upstreams: Upstreams): Endpoint {
  return {
    label: 'DefiLlama /v2/chains',
    url: `${upstreams.defillama}/v2/chains`,
    recordAs: 'api.llama.fi/v2/chains.json',
    maxBytes: 2_000_000,
  }
}

/**
 * Maps the body of `GET /v2/chains`. Old and new spellings become one chain. Our table wins; for a chain outside it, a
 * numeric chain id means EVM. Throws `UPSTREAM_INVALID` when the body is not a list or is empty.
 */
export function mapChains(body: unknown, asOf: Day): Batch {
  if (!Array.isArray(body) || body.length === 0) {
    throw new PlimsollError(
      'UPSTREAM_INVALID',
      'DefiLlama /v2/chains: the response is not a list, or is empty.',
    )
  }
  const rowCounts = noRowCounts()
  const fields = new FieldCounter(CHAIN_FIELDS)
  const chains = new Map<string, Chain>()
  const beyondTable: string[] = []
  const takenIds = new Set(listChains().map((chain) => chain.chainId))
  for (const raw of body) {
    rowCounts.rows += 1
    const parsed = rowSchema.safeParse(raw)
    const name = parsed.success ? plainText(parsed.data.name, 100) : null
    if (!parsed.success || name === null) {
      refuseRow(rowCounts, 'invalid-row', raw)
      continue
    }
    rowCounts.accepted += 1
    fields.add(parsed.data)
    const chainId = parsed.data.chainId ?? null
    const curated = findChain(name)
    if (curated === undefined && !beyondTable.includes(name)) beyondTable.push(name)
    const chain = curated ?? chains.get(name) ?? { name, kind: 'other', chainId, security: null }
    chains.set(chain.name, withId(chain, chainId, takenIds))
  }
  const notes =
    beyondTable.length === 0
      ? []
      : [`${beyondTable.length} chains are not in our table: ${beyondTable.sort().join(', ')}.`]
  return { asOf, rowCounts, fields: fields.counts, chains: [...chains.values()], notes }
}

/** A chain of our table that is not EVM never gets an id: upstream gives some of them one (Movement, 3073). */
function withId(chain: Chain, chainId: number | null, takenIds: Set<number | null>): Chain {
  const curated = findChain(chain.name)
  if (curated === undefined) {
    const id = chain.chainId ?? chainId
    const free = id !== null && !takenIds.has(id)
    return { ...chain, kind: id === null ? 'other' : 'evm', chainId: free ? id : null }
  }
  if (curated.kind !== 'evm' || curated.chainId !== null || takenIds.has(chainId)) return curated
  return { ...curated, chainId }
}
