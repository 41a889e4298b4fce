import categoryTable from '../../data/aliases/categories.json' with { type: 'json' }
import chainTable from '../../data/chains.json' with { type: 'json' }
import type { CategoriesDocument, ChainsDocument } from '../contract/finding.ts'
import { chainBreakdown, sumUsd } from '../domain/amounts.ts'
import type { Catalogue } from '../domain/catalogue.ts'
import { isOlderTvl } from './stats.ts'

type NameTable = readonly { name: string; aliases: string[] }[]

type NameRow = CategoriesDocument['data'][number]

const UNKNOWN_CHAIN = { kind: 'other', chainId: null, security: null } as const

/** A protocol that has a name, and its TVL under it. */
interface Use {
  name: string
  protocolId: string
  tvlUsd: number | null
  isOlder: boolean
}

/** Every chain of a protocol, with its aliases and totals, the one with most protocols first. */
export function createChainList({ entries, chains, snapshot }: Catalogue): ChainsDocument['data'] {
  const uses = entries.flatMap(({ record }): Use[] => {
    const parts = record.tvl.known ? chainBreakdown(record.tvl.value) : []
    const isOlder = isOlderTvl(record, snapshot.asOf)
    const tvlOf = new Map(parts.map(({ chain, tvlUsd }) => [chain, tvlUsd]))
    return record.chains.map((name) => ({
      name,
      protocolId: record.id,
      tvlUsd: tvlOf.get(name) ?? null,
      isOlder,
    }))
  })
  const known = new Map(chains.map((chain) => [chain.name, chain]))
  return nameRows(uses, chainTable).map((row) => {
    const { kind, chainId, security } = known.get(row.name) ?? UNKNOWN_CHAIN
    return { ...row, kind, chainId, security }
  })
}

/** Every category of a protocol, with its aliases and totals, the one with most protocols first. */
export function createCategoryList({ entries, snapshot }: Catalogue): CategoriesDocument['data'] {
  const uses = entries.flatMap(({ record, tvlUsd }): Use[] => {
    const isOlder = isOlderTvl(record, snapshot.asOf)
    const { category, id: protocolId } = record
    return category === null ? [] : [{ name: category, protocolId, tvlUsd, isOlder }]
  })
  return nameRows(uses, categoryTable)
}

/** One row for all names that the filters take for one: those of a row of the table, and those that differ in case only. */
function nameRows(uses: readonly Use[], table: NameTable): NameRow[] {
  const spellings = new Map(
    table.flatMap(({ name, aliases }) => {
      const all = [name, ...aliases]
      return all.map((spelling) => [spelling.toLowerCase(), all] as const)
    }),
  )
  const groups = Map.groupBy(uses, ({ name }) => {
    const [first = name] = spellings.get(name.toLowerCase()) ?? []
    return first.toLowerCase()
  })
  const rows = [...groups.values()].map((group) => nameRow(group, spellings))
  return rows.sort((a, b) => b.protocolCount - a.protocolCount || (a.name < b.name ? -1 : 1))
}

function nameRow(group: readonly Use[], spellings: Map<string, string[]>): NameRow {
  const used = [...new Set(group.map(({ name }) => name))].sort()
  const all = spellings.get(used[0]?.toLowerCase() ?? '') ?? []
  // The table's own name, where a protocol has it.
  const name = all.find((spelling) => used.includes(spelling)) ?? used[0] ?? ''
  const tvls = group.flatMap(({ tvlUsd }) => tvlUsd ?? [])
  const older = group.flatMap(({ tvlUsd, isOlder }) => (isOlder ? (tvlUsd ?? []) : []))
  return {
    name,
    aliases: all.filter((spelling) => spelling.toLowerCase() !== name.toLowerCase()),
    protocolCount: new Set(group.map(({ protocolId }) => protocolId)).size,
    tvlUsd: tvls.length > 0 ? sumUsd(tvls) : null,
    olderTvlUsd: tvls.length > 0 ? sumUsd(older) : null,
  }
}
