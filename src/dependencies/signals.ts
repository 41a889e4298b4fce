import points from '../../data/dependencies/points.json' with { type: 'json' }
import { type DependencySignal, type SignalGap, UNKNOWN } from '../domain/dependency.ts'
import { roomLoss } from './beyond.ts'
import type { Graph, ProtocolNode } from './graph.ts'
import type { Holding } from './holdings.ts'
import type { LentAsset } from './lent-assets.ts'
import { tokenLosses } from './stress.ts'
import type { TokenRow } from './table-rows.ts'
import { type DependencyTables, isOwnToken } from './tables.ts'

/** A signal of one protocol: its value, or why it is missing. */
export type SignalReading = { value: number; missing: null } | { value: null; missing: SignalGap }

export interface SignalContext {
  graph: Graph
  /** Counterparty risk of a protocol, 0-10; null when it has none. Of the snapshot before, if a score ever reads it, or scores would go in rings. */
  counterpartyOf: (protocolId: string) => number | null
  /** The upper bound of the worst named failure of an issuer, as a share of what is held; null when none costs it anything that is known. */
  worstOf: (protocolId: string) => number | null
  /** Losses of tokens when one issuer or bridge fails whole, of each. */
  failures: readonly ReadonlyMap<string, number>[]
}

/** The failures that `signalsOf` reads: whole ones of every issuer that can fail, and of every bridge. */
export function wholeFailures(graph: Graph): ReadonlyMap<string, number>[] {
  const { issuers, bridges } = graph.tables
  const isLenderRead = [...graph.protocols.values()].some(({ lent }) => lent !== null)
  if (!isLenderRead) return []
  const failing = [...issuers.values()].filter((issuer) => issuer.class !== 'native')
  return [...failing, ...bridges.values()].map(({ id }) => tokenLosses(graph, new Map([[id, 1]])))
}

/** What is read of what one protocol stands on. No value falls when a holding, an amount, an issuer or a market is hidden, but `freeRun`, which never rises. */
export function signalsOf(
  node: ProtocolNode,
  context: SignalContext,
): Record<DependencySignal, SignalReading> {
  const { tables } = context.graph
  const isLender = node.holdsAs === 'collateral'
  const ofHoldings = (value: () => number): SignalReading =>
    node.holdings.length === 0 ? missing('no-makeup') : known(value())
  const ofMarkets = (value: (lent: readonly LentAsset[]) => number | null): SignalReading => {
    if (!isLender) return missing('not-a-lender')
    const found = node.lent && value(node.lent)
    return found === null ? missing('markets-not-read') : known(found)
  }
  return {
    issuerTop: ofHoldings(() => issuerTop(node, tables)),
    stressLoss: isLender
      ? knownOr(context.worstOf(node.id), 'no-scenario')
      : missing('not-a-lender'),
    standsOn: ofHoldings(() =>
      node.holdings.reduce((sum, holding) => sum + holding.share * pointsOf(holding, context), 0),
    ),
    room: roomOf(node, context),
    priceStuck: ofMarkets((lent) => priceStuck(lent, tables)),
    freeRun: ofMarkets((lent) => freeRun(lent, tables)),
  }
}

const known = (value: number): SignalReading => ({ value, missing: null })
const missing = (gap: SignalGap): SignalReading => ({ value: null, missing: gap })
const knownOr = (value: number | null, gap: SignalGap) =>
  value === null ? missing(gap) : known(value)

/** The largest issuer's share with all that is unknown, which may be of it too; coins and the own token have no issuer to fail. The larger of what is held and owed. */
function issuerTop({ id, holdings }: ProtocolNode, tables: DependencyTables): number {
  const topOf = (share: (holding: Holding) => number): number => {
    const sums = new Map<string, number>()
    for (const holding of holdings) {
      const row = rowOf(holding, tables)
      const issuer = row && tables.issuers.get(row.issuer)
      if (issuer?.class === 'native' || isOwnToken(holding.token, id, tables)) continue
      const key = row?.issuer ?? UNKNOWN
      sums.set(key, (sums.get(key) ?? 0) + share(holding))
    }
    const unknown = sums.get(UNKNOWN) ?? 0
    sums.delete(UNKNOWN)
    return Math.min(1, unknown + Math.max(0, ...sums.values()))
  }
  const isOwedKnown = holdings.every(({ owedShare }) => owedShare !== null)
  return Math.max(
    topOf(({ share }) => share),
    isOwedKnown ? topOf(({ owedShare }) => owedShare ?? 0) : 0,
  )
}

function rowOf(
  { token }: Pick<Holding, 'token'>,
  { tokens }: DependencyTables,
): TokenRow | undefined {
  return token === null ? undefined : tokens.get(token)
}

/** Points of those who must keep the promise of a holding, its bridge included; the worse of the two. */
function pointsOf(holding: Holding, { graph: { tables }, counterpartyOf }: SignalContext): number {
  const row = rowOf(holding, tables)
  const issuer = row && tables.issuers.get(row.issuer)
  if (!row || !issuer) return points.unknown
  const own = issuer.protocolId === undefined ? null : counterpartyOf(issuer.protocolId)
  const model = tables.bridges.get(row.bridge ?? '')?.model
  return Math.max(
    points.classes[issuer.class] ?? own ?? points.unknown,
    model ? points.bridges[model] : 0,
  )
}

/** At most this share is lost to new collateral when the worst issuer or bridge fails whole. */
function roomOf(node: ProtocolNode, { failures }: SignalContext): SignalReading {
  if (node.holdsAs !== 'collateral') return missing('not-a-lender')
  if (!node.lent) return missing('markets-not-read')
  const { heldUsd } = node
  const losses = failures.map((losses) => roomLoss(node, (token) => losses.get(token) ?? 0))
  if (losses.includes(null) || !heldUsd) return missing('no-bound')
  return known(Math.max(0, ...losses.map((usd) => usd ?? 0)) / heldUsd)
}

/** Share of the collateral that is priced by a fixed or redemption rate and has an issuer; null when an amount was not read. */
function priceStuck(lent: readonly LentAsset[], tables: DependencyTables): number | null {
  const backing = lent.filter(({ isCollateral }) => isCollateral)
  const total = suppliedOf(backing)
  if (!total) return null
  const stuck = backing.filter((asset) => asset.isStuck && !isNative(asset.collateral, tables))
  return (suppliedOf(stuck) ?? 0) / total
}

/** What is free of dollars at a bank and of coins, as a share of what is deposited; null when an amount was not read. */
function freeRun(lent: readonly LentAsset[], tables: DependencyTables): number | null {
  const total = suppliedOf(lent)
  if (!total) return null
  const free = lent.reduce((sum, { token, freeUsd }) => {
    const kind = classOf(token, tables)
    return kind === 'fiat' || kind === 'native' ? sum + (freeUsd ?? 0) : sum
  }, 0)
  return Math.min(1, free / total)
}

function suppliedOf(lent: readonly LentAsset[]): number | null {
  if (lent.some(({ suppliedUsd }) => suppliedUsd === null)) return null
  return lent.reduce((sum, { suppliedUsd }) => sum + (suppliedUsd ?? 0), 0)
}

function classOf(token: string | null, tables: DependencyTables) {
  return tables.issuers.get(rowOf({ token }, tables)?.issuer ?? '')?.class
}

function isNative(token: string | null, tables: DependencyTables): boolean {
  return classOf(token, tables) === 'native'
}
