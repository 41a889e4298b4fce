import { plainAddress, shardOf } from '../../../contract/contract-shard.ts'
import type { Contract, ContractShard } from '../../../contract/contracts.ts'
import type { ChainSummary } from '../../../contract/finding.ts'
import { type ApiResponse, jsonResponse, problem, unavailable } from '../../../http/api-response.ts'
import { readDocument } from '../read-document.ts'
import { OPEN, type Route, type RouteContext } from '../route.ts'

/** `GET /v1/contracts/{chain}/{address}`: a row of a published document, which has those of one shard of all addresses. */
export const contract = {
  id: 'contract',
  path: '/v1/contracts/{chain}/{address}',
  summary: 'Find whose contract an address is',
  ...OPEN,
  readsQuery: false,
  handle: readContract,
} as const satisfies Route

type Row = ContractShard['contracts'][number]
type Said = NonNullable<Row['notes']>[number]

const NO_ADDRESS = 'must be 3 to 128 letters, digits or characters of _.:/-'
const NO_CHAIN = 'must be the name or an alias of a chain of /v1/chains'
const UNKNOWN =
  'No table of this service names this address on this chain. That does not make it safe: most contracts are in no table.'

/** How addresses of a chain look, by its kind or, where people write them in another form, its name; of other chains nothing is known. */
const FORMS: Readonly<Record<string, readonly [RegExp, string]>> = {
  evm: [/^0x[0-9a-f]{40}$/, '0x and 40 hex digits'],
  solana: [/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, 'base58 of 32 bytes'],
  Tron: [/^T[1-9A-HJ-NP-Za-km-z]{33}$/, 'T and 33 more letters and digits'],
}

/** A chain by its own name takes one document; by an alias, and of an address that is not known, a second one. */
async function readContract(context: RouteContext): Promise<ApiResponse> {
  const { parameter, second } = context
  const address = plainAddress(second)
  if (address === null) return problem('INVALID_REQUEST', { details: { address: [NO_ADDRESS] } })
  const shard = await read<ContractShard>(`contracts/${shardOf(address)}`, 'contracts')
  if (!shard) return unavailable()
  const rows = shard.contracts.filter((row) => row.address === address)
  const named = rows.find(({ chain }) => isSame(chain, parameter))
  if (named) return answer(named, rows, shard)
  const chains = await read<{ data: ChainSummary[] }>('chains', 'data')
  if (!chains) return unavailable()
  const chain = chains.data.find(({ name, aliases }) =>
    [name, ...aliases].some((each) => isSame(each, parameter)),
  )
  if (!chain) return problem('INVALID_REQUEST', { details: { chain: [NO_CHAIN] } })
  const row = rows.find((each) => each.chain === chain.name)
  if (row) return answer(row, rows, shard)
  const [form, words] = FORMS[chain.name] ?? FORMS[chain.kind] ?? []
  if (form && !form.test(address))
    return problem('INVALID_REQUEST', {
      details: { address: [`must be ${words} on this chain`] },
    })
  const sanctioned = shard.sanctioned?.find((each) => each.address === address)
  if (sanctioned) return answer({ chain: chain.name, ...sanctioned }, rows, shard)
  return problem('NOT_FOUND', { message: UNKNOWN, details: lookedAt(shard, rows) })

  /** Our own document, checked against its schema before it was published: only its form is checked. */
  async function read<T>(name: string, list: string): Promise<T | null> {
    const document = await readDocument(context, name)
    return Array.isArray(Object(document)[list]) ? (document as T) : null
  }
}

function isSame(name: string, text: string): boolean {
  return name.toLowerCase() === text.toLowerCase()
}

/** What the documents leave out, put back. */
function answer(row: Row, rows: readonly Row[], shard: ContractShard): ApiResponse {
  const { chain, address, protocols = [], notes = [], more = 0, control = null, usedBy } = row
  const said = ({ name, note, source, day }: Said) => ({
    name: name ?? null,
    note: note ?? null,
    source: shard.sources[source] ?? '',
    day: day ?? null,
  })
  const data: Contract = {
    ...{ chain, address },
    protocols: protocols.flatMap(({ id, roles }) => {
      const about = shard.protocols[id]
      if (!about) return []
      return { id, ...about, roles: roles.map(({ role, ...from }) => ({ role, ...said(from) })) }
    }),
    ...{ more, control, usedBy: usedBy ?? { count: 0, name: null, protocols: [] } },
    notes: notes.map(said),
    otherChains: rows.filter((each) => each !== row).map((each) => each.chain),
    lookedAt: shard.lookedAt,
  }
  return jsonResponse({ success: true, data })
}

/** What was looked at, in words, and where else the address is known. */
function lookedAt(
  { lookedAt: { day, contracts, tables, unread = [] } }: ContractShard,
  rows: readonly Row[],
) {
  return {
    lookedAt: [
      `${contracts} contracts in the tables and the snapshot of ${day}`,
      ...tables.map(
        ({ table, contracts: count, newestDay }) =>
          `${table}: ${count} addresses${newestDay ? `, newest of ${newestDay}` : ''}`,
      ),
      ...unread,
    ],
    ...(rows.length > 0 && { otherChains: rows.map(({ chain }) => chain) }),
  }
}
