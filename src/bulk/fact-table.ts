import type { ProtocolDetail } from '../contract/protocol-detail.ts'
import type { AdapterChanges } from '../domain/adapter-changes.ts'
import type { Reading } from '../domain/reading.ts'
import { isRedistributable, SOURCES } from '../domain/sources.ts'
import { type BulkCell, type BulkTable, columnsOf, portable } from './table.ts'

/** A protocol as published, with the reading of its adapter, which the document has only as a sentence. */
export interface FactRecord {
  detail: ProtocolDetail
  adapterChanges: Reading<AdapterChanges> | undefined
}

/** One row for each reading whose terms allow republishing. `hidden` counts the others, by record. */
export function factTable(protocols: Iterable<FactRecord>): {
  table: BulkTable
  hidden: Map<string, number>
} {
  const rows: BulkCell[][] = []
  const hidden = new Map<string, number>()
  for (const { detail, adapterChanges } of protocols) {
    const found = [
      ...controlRows(detail),
      ...marketRows(detail),
      ...reviewRows(detail),
      ...adapterRows(adapterChanges),
      ...descriptionRows(detail),
    ]
    for (const { source, cells } of found) {
      if (isOpen(source)) rows.push([portable(detail.id), ...cells])
      else hidden.set(source, (hidden.get(source) ?? 0) + 1)
    }
  }
  const about = 'One row for each reading that may be republished.'
  return { table: { name: 'facts', about, columns: columnsOf('facts'), rows }, hidden }
}

interface Row {
  source: string
  cells: BulkCell[]
}

/** Source name of our own sentences. */
const OWN = 'plimsoll'

function isOpen(source: string): boolean {
  return source === OWN || isRedistributable(source)
}

function row(fact: string, place: BulkCell[], value: BulkCell, from: BulkCell[]): Row {
  return { source: String(from[0]), cells: [fact, ...place, value, ...from] }
}

/** Without the TVL of the contract, which the record has from elsewhere. */
function controlRows({ control }: ProtocolDetail): Row[] {
  return (control?.contracts ?? []).map((contract) => {
    const { chain, address, name, source, day, link, tvlUsd: _, ...value } = contract
    return row('control', [chain, address, name && portable(name)], clean(value), [
      source,
      day,
      link,
    ])
  })
}

function marketRows({ markets }: ProtocolDetail): Row[] {
  return (markets?.assets ?? []).map(({ chain, address, asset, source, day, link, ...value }) =>
    row('market', [chain, address, portable(asset) || null], clean(value), [source, day, link]),
  )
}

function reviewRows({ reviews }: ProtocolDetail): Row[] {
  return (reviews ?? []).map(({ chain, reviewedOn, url, ...value }) =>
    row('review', [chain, null, null], clean(value), ['defiscan', reviewedOn, url]),
  )
}

function adapterRows(reading: Reading<AdapterChanges> | undefined): Row[] {
  if (!reading?.known) return []
  const { lastChangedOn, authors, module } = reading.value
  const link = `${SOURCES['defillama-adapters'].homepage}/commits/main/projects/${encodeURIComponent(module)}`
  const value = { module: portable(module), lastChangedOn, authors }
  return [row('adapterChanges', [null, null, null], value, [reading.source, reading.asOf, link])]
}

function descriptionRows({ description, descriptionBy }: ProtocolDetail): Row[] {
  if (description === null || descriptionBy !== 'plimsoll') return []
  return [
    row('description', [null, null, null], { text: portable(description) }, [OWN, null, null]),
  ]
}

/** The same value with texts that every format can carry. */
function clean(value: object): { readonly [key: string]: unknown } {
  return JSON.parse(JSON.stringify(value), (_, part: unknown) =>
    typeof part === 'string' ? portable(part) : part,
  )
}
