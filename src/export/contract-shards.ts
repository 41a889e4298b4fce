import { plainAddress, shardNames, shardOf } from '../contract/contract-shard.ts'
import {
  type Contract,
  type ContractShard,
  contractShard,
  MAX_NOTES,
  MAX_PROTOCOLS,
  MAX_ROLES,
  MAX_USERS,
} from '../contract/contracts.ts'
import type { Catalogue } from '../domain/catalogue.ts'
import { newestDay } from '../domain/day.ts'
import {
  BELONGING_ROLES,
  CONTRACT_TABLES,
  type ContractUse,
  type ListedContract,
} from '../domain/listed-contract.ts'
import { compareText } from '../domain/text-order.ts'
import { contractControls, type FindControl } from './contract-control.ts'
import { contractProtocols, type FindProtocol, type KnownProtocol } from './contract-protocols.ts'
import { catalogueRows } from './contract-rows.ts'
import { checked, type Document } from './documents.ts'
import { limited } from './outside-text.ts'

/** No contract: the zero address, and the one by which contracts name the coin of a chain. */
const NO_CONTRACT = /^0x(0{40}|e{40})$/

/** Roles that say less than any other: a scan asks many contracts, and who controls one need not have made it. */
const WEAK: readonly ContractUse[] = ['scan', 'controller', 'spender']

type Row = ListedContract & { of: KnownProtocol | null }
type Role = { role: (typeof BELONGING_ROLES)[number] }

/** What a row says of a contract beside the role. */
interface Said {
  name?: string
  note?: string
  source: string
  day?: string
}

/** A contract of a shard, before its sources are in one list. */
interface Draft extends Pick<Contract, 'chain' | 'address'> {
  protocols?: { id: string; roles: (Role & Said)[] }[]
  more?: number
  control?: NonNullable<Contract['control']>
  usedBy?: Contract['usedBy']
  notes?: Said[]
}

const UNREAD_SANCTIONS =
  'The list of sanctioned addresses has not been read: whether this one is on it is not known'

type Sanctioned = Required<Pick<Draft, 'address' | 'notes'>>

/**
 * Whose contract an address is, as one document for each shard of `shardOf`. `listed` are the rows of the reviewed tables; the registry,
 * the readings and the list of sanctioned addresses of the snapshot are added. Pure.
 *
 * A contract belongs to a protocol when a table or a reading gives it a role of `BELONGING_ROLES` there. A token that a protocol takes or
 * pays, and a contract that it asks, are none of its own. A row of the wallet scan that says no more than that it is asked counts only
 * while no other protocol has a stronger role: a scan also asks contracts of others. Throws `EXPORT_FAILED` when a document does not match
 * its schema.
 */
export function* contractDocuments(
  catalogue: Catalogue,
  listed: readonly ListedContract[],
): Generator<Document> {
  const find = contractProtocols(catalogue)
  const controlOf = contractControls(catalogue)
  const rows = plainRows([...catalogue.entries.flatMap(catalogueRows), ...listed], find)
  const groups = Map.groupBy(rows, ({ chain, address }) => `${chain} ${address}`)
  const sanctioned = sanctionedIn(catalogue.sanctions)
  const { source, asOf } = catalogue.sanctions
  const unread = asOf === null ? [{ note: UNREAD_SANCTIONS, source }] : []
  const contracts = [...groups.values()].map((group) =>
    contractOf(group, controlOf, sanctioned, unread),
  )
  const lookedAt = lookedAtIn(rows, catalogue, groups.size, sanctioned.size)
  const shards = Map.groupBy(contracts, ({ address }) => shardOf(address))
  const lists = Map.groupBy(sanctioned.values(), ({ address }) => shardOf(address))
  let empty: Document | undefined
  for (const name of shardNames()) {
    const path = `contracts/${name}.json`
    const own = (shards.get(name) ?? []).sort(
      (a, b) => compareText(a.address, b.address) || compareText(a.chain, b.chain),
    )
    const list = lists.get(name) ?? []
    const ids = new Set(own.flatMap(({ protocols = [] }) => protocols.map(({ id }) => id)))
    const document = (): ContractShard => ({
      lookedAt,
      protocols: Object.fromEntries([...ids].sort().map((id) => [id, find.facts(id)])),
      ...withSources(own, list),
    })
    if (own.length + list.length > 0) yield checked(path, contractShard, document())
    else {
      // Where contracts are few, most shards are empty, and equal.
      empty ??= checked(path, contractShard, document())
      yield { ...empty, path }
    }
  }
}

/** Each source once, and its place in every row. */
function withSources(
  contracts: readonly Draft[],
  list: readonly Sanctioned[],
): Pick<ContractShard, 'sources' | 'contracts' | 'sanctioned'> {
  const places = new Map<string, number>()
  const placed = <Said extends { source: string }>(rows: readonly Said[] | undefined) =>
    rows?.map((row) => {
      const source = places.get(row.source) ?? places.size
      places.set(row.source, source)
      return { ...row, source }
    })
  const rows = contracts.map(({ protocols, notes, ...contract }) => ({
    ...contract,
    ...(protocols && {
      protocols: protocols.map(({ id, roles }) => ({ id, roles: placed(roles) ?? [] })),
    }),
    ...(notes && { notes: placed(notes) ?? [] }),
  }))
  const sanctioned = list.map((each) => ({ ...each, notes: placed(each.notes) ?? [] }))
  return {
    ...{ sources: [...places.keys()], contracts: rows },
    ...(sanctioned.length > 0 && { sanctioned }),
  }
}

/** Sanctioned addresses as the files spell them, in order: one is the same on every chain of its form. */
function sanctionedIn({ source, asOf, byAsset }: Catalogue['sanctions']): Map<string, Sanctioned> {
  const addresses = Object.values(byAsset).flatMap((each) => each.map(plainAddress))
  const notes: Said[] = [
    { note: 'On the list of sanctioned addresses', source, ...(asOf !== null && { day: asOf }) },
  ]
  return new Map(
    addresses
      .filter((address) => address !== null)
      .toSorted(compareText)
      .map((address) => [address, { address, notes }]),
  )
}

/** Rows with an address that the files can spell, each with its protocol. */
function plainRows(rows: readonly ListedContract[], find: FindProtocol): Row[] {
  return rows.flatMap((row) => {
    const address = plainAddress(row.address)
    if (address === null || NO_CONTRACT.test(address)) return []
    return [{ ...row, address, of: row.protocol && find.of(row.protocol) }]
  })
}

function contractOf(
  rows: readonly Row[],
  controlOf: FindControl,
  sanctioned: ReadonlyMap<string, Sanctioned>,
  unread: readonly Said[],
): Draft {
  const { chain, address } = rows[0] as Row
  const own = rows.filter(isOwnIn(rows))
  const owners = [...Map.groupBy(own, ({ of }) => of?.id ?? '').values()].map(ownerOf)
  owners.sort(byRoles)
  const ids = new Set(owners.map(({ id }) => id))
  const users = usersOf(rows.filter(({ of }) => of && !ids.has(of.id)))
  const notes = [
    ...(sanctioned.get(address)?.notes ?? unread),
    ...rows.filter(({ of }) => of === null).map(saidBy),
  ]
  const control = controlOf(chain, address)
  const protocols = owners.slice(0, MAX_PROTOCOLS).map(({ id, roles }) => ({ id, roles }))
  return {
    ...{ chain, address },
    ...(protocols.length > 0 && { protocols }),
    ...(owners.length > MAX_PROTOCOLS && { more: owners.length - MAX_PROTOCOLS }),
    ...(control && { control }),
    ...(users.count > 0 && { usedBy: users }),
    ...(notes.length > 0 && { notes: notes.slice(0, MAX_NOTES) }),
  }
}

/** Whether a row makes the contract one of its protocol, beside the other rows of the contract. */
function isOwnIn(rows: readonly Row[]): (row: Row) => boolean {
  const strong = new Set(
    rows.flatMap(({ of, role }) => (of && isRole(role) && !WEAK.includes(role) ? of.id : [])),
  )
  return ({ of, role }) =>
    of !== null && isRole(role) && (role !== 'scan' || strong.size === 0 || strong.has(of.id))
}

function isRole(role: ContractUse): role is Role['role'] {
  return BELONGING_ROLES.some((each) => each === role)
}

type Owner = ReturnType<typeof ownerOf>

/** One protocol that has the contract, with its roles, those of the reviewed table first. */
function ownerOf(rows: readonly Row[]) {
  const roles = new Map<string, Role & Said>()
  for (const row of rows.toSorted((a, b) => orderOf(a.role) - orderOf(b.role))) {
    const { role, note } = row
    const key = `${role} ${note ?? ''}`
    if (isRole(role) && !roles.has(key)) roles.set(key, { role, ...saidBy(row) })
  }
  const { id = '', size = 0 } = rows[0]?.of ?? {}
  const all = [...roles.values()]
  return { id, size, order: orderOf(all[0]?.role ?? 'scan'), roles: all.slice(0, MAX_ROLES) }
}

/** By the plainest role, then by how many there are: of a factory that others build on, its maker has more. Then by TVL. */
function byRoles(a: Owner, b: Owner): number {
  const byCount = b.roles.length - a.roles.length
  return a.order - b.order || byCount || b.size - a.size || compareText(a.id, b.id)
}

function orderOf(role: ContractUse): number {
  return isRole(role) ? BELONGING_ROLES.indexOf(role) : BELONGING_ROLES.length
}

function saidBy({ name, note, source, day }: Row): Said {
  return {
    ...(name && { name: limited(name) }),
    ...(note && { note: limited(note) }),
    source,
    ...(day && { day }),
  }
}

/** The name that most rows give a token; of equally many the first by letters. */
function commonName(rows: readonly Row[]): string | null {
  const named = rows.flatMap(({ role, name }) => (role === 'asset' && name ? [limited(name)] : []))
  const counts = [...Map.groupBy(named, (name) => name)]
  counts.sort(([a, as], [b, bs]) => bs.length - as.length || compareText(a, b))
  return counts[0]?.[0] ?? null
}

function usersOf(rows: readonly Row[]): Contract['usedBy'] {
  const users = new Map(rows.flatMap(({ of }) => (of ? [[of.id, of] as const] : [])))
  const largest = [...users.values()].sort((a, b) => b.size - a.size || compareText(a.id, b.id))
  return {
    count: users.size,
    name: commonName(rows),
    protocols: largest.slice(0, MAX_USERS).map(({ id, name }) => ({ id, name })),
  }
}

function lookedAtIn(
  rows: readonly Row[],
  { snapshot, sanctions }: Catalogue,
  contracts: number,
  sanctioned: number,
): ContractShard['lookedAt'] {
  const tables: ContractShard['lookedAt']['tables'] = CONTRACT_TABLES.map((table) => {
    const own = rows.filter((row) => row.table === table)
    return {
      table,
      contracts: new Set(own.map(({ chain, address }) => `${chain} ${address}`)).size,
      newestDay: newestDay(own.flatMap((row) => row.day ?? [])) ?? null,
    }
  })
  tables.push({ table: 'sanctions', contracts: sanctioned, newestDay: sanctions.asOf })
  const day = snapshot.asOf
  return {
    ...{ day, contracts, tables: tables.filter((each) => each.contracts > 0) },
    ...(sanctions.asOf === null && { unread: [`${UNREAD_SANCTIONS}.`] }),
  }
}
