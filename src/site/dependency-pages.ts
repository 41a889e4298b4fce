import words from '../content/words.json' with { type: 'json' }
import type { Dependencies, DependencyEdge, StoodOnFile } from '../contract/dependencies.ts'
import { fileNameOf } from '../contract/file-name.ts'
import type { IssuerClass } from '../domain/dependency.ts'
import { usd } from '../domain/format.ts'
import { compareText } from '../domain/text-order.ts'
import { oncePerFolder, readAllDependencies, readAllDependents } from './catalogue-files.ts'
import { protocolPage } from './protocol-page.ts'

const MAX_ISSUERS = 20
const MAX_HOLDERS = 30
/** Smaller shares are blank. */
const MIN_CELL = 0.01
/** From here a cell has the next shade. */
const SHADES = [0.05, 0.15, 0.3, 0.6]

type Issuer = NonNullable<DependencyEdge['to']>

/** The page of what is stood on: that of the protocol, or that of an issuer or a bridge. */
export function issuerPage({ id, isProtocol }: Pick<Issuer, 'id' | 'isProtocol'>): string {
  return isProtocol ? protocolPage({ id }) : `/dependencies/${fileNameOf(id)}/`
}

/** The page of what an edge leads to; none for what is not known and for the own token. */
export function edgePage({ kind, to }: DependencyEdge): string | undefined {
  return to && kind !== 'own' ? issuerPage(to) : undefined
}

/** The largest issuers by the value that is held of them, and the protocols that hold most and have a share to show. */
export function dependencyMatrix(all: readonly Dependencies[]) {
  const sums = new Map<string, { to: Issuer; sum: number }>()
  for (const { to, value } of all.flatMap(heldOf))
    sums.set(to.id, { to, sum: (sums.get(to.id)?.sum ?? 0) + value })
  const issuers = [...sums.values()]
    .sort((a, b) => b.sum - a.sum || compareText(a.to.id, b.to.id))
    .slice(0, MAX_ISSUERS)
    .map(({ to }) => to)
  const rows = all
    .flatMap((own) => (own.heldUsd === null ? [] : [rowOf(own, own.heldUsd, issuers)]))
    .filter(({ cells }) => cells.some((cell) => cell !== null))
    .sort((a, b) => b.heldUsd - a.heldUsd || compareText(a.id, b.id))
    .slice(0, MAX_HOLDERS)
  return { issuers, rows }
}

/** Shares of at least one percent; null where one is smaller. */
function rowOf(own: Dependencies, heldUsd: number, issuers: readonly Issuer[]) {
  const { id, name, resolved } = own
  const held = new Map(heldOf(own).map(({ to, share }) => [to.id, share]))
  const shares = issuers.map((issuer) => held.get(issuer.id) ?? 0)
  const shown = shares.reduce((sum, share) => sum + share, 0)
  return {
    ...{ id, name, heldUsd, cells: shares.map(cellOf) },
    others: cellOf(resolved.issuer - shown),
    unknown: cellOf(1 - resolved.issuer),
  }
}

function heldOf({ edges }: Dependencies) {
  return edges.flatMap(({ kind, to, share, usd: value }) =>
    kind === 'holds' && to && share !== null ? [{ to, share, value: value ?? 0 }] : [],
  )
}

function cellOf(share: number): number | null {
  return share < MIN_CELL ? null : share
}

/** How dark the cell of a share is, 1-5. */
export function shadeOf(share: number): number {
  return 1 + SHADES.filter((from) => share >= from).length
}

/** What is stood on, with its page. */
export interface StoodOn {
  document: StoodOnFile['data']
  /** Null where that is not in a document of the build, and for a protocol and a bridge. */
  class: IssuerClass | null
  isProtocol: boolean
  href: string
  count: number
  value: string
}

/** Everything that a protocol was found to stand on, most value first. */
export function allStoodOn(
  dependents: readonly StoodOnFile['data'][],
  protocols: readonly Dependencies[],
): StoodOn[] {
  const slugs = new Set(protocols.map(({ id }) => id))
  const classes = new Map(
    protocols.flatMap(({ edges }) => edges.flatMap(({ to }) => (to ? [[to.id, to.class]] : []))),
  )
  // A document is there under the former slugs of its protocol too.
  return [...new Map(dependents.map((document) => [document.id, document])).values()]
    .map((document) => {
      const { id, kind, model, rows } = document
      const isProtocol = kind !== 'oracle' && model === null && slugs.has(id)
      const known = rows.flatMap(({ usd: value, tvlUsd }) => tvlUsd ?? value ?? [])
      const sum = known.reduce((total, value) => total + value, 0)
      const isWhole = known.length === rows.length
      return {
        sum,
        ...{ document, isProtocol, class: classes.get(id) ?? null, count: rows.length },
        href: issuerPage({ id, isProtocol }),
        value: known.length === 0 ? 'not known' : `${isWhole ? '' : 'at least '}${usd(sum)}`,
      }
    })
    .sort((a, b) => b.sum - a.sum || compareText(a.document.id, b.document.id))
}

/** What it is: the promise of an issuer, how a bridge makes supply, or that it is a protocol. */
export function whatItPromises({ document, class: kind, isProtocol }: StoodOn): string {
  if (document.kind === 'oracle') return 'source of prices'
  if (document.model) return `bridge: ${words.bridgeModel[document.model]}`
  if (kind) return words.issuerClass[kind]
  return isProtocol ? 'protocol' : 'not known'
}

/** What the pages of dependencies show: thousands of documents. */
export const loadDependencyPages = oncePerFolder(async (folder) => {
  const protocols = await readAllDependencies(folder)
  return { protocols, stoodOn: allStoodOn(await readAllDependents(folder), protocols) }
})
