import { CIRCULAR, UNKNOWN } from '../domain/dependency.ts'
import { compareText } from '../domain/text-order.ts'
import type { Graph, ProtocolNode, Venue } from './graph.ts'
import { type FinalShares, type LookThrough, lookThrough } from './look-through.ts'
import { atStakeIn } from './stress.ts'

/** A token of a position, with its value. */
export interface StakeLeg {
  /** Id of the token in the reviewed table; null when it is not resolved. */
  token: string | null
  symbol: string
  usd: number
  /** `owned`: it lies there. `lent`: it is supplied to a protocol, and stands on what that holds if it is a lender. `owed`: a debt. */
  how: 'owned' | 'lent' | 'owed'
  /** Id of another protocol in whose contracts all of it lies. */
  within?: string
}

/** A position of a wallet. */
export interface Stake {
  id: string
  /** Id of its protocol in the graph, or any other that the graph does not have. */
  protocol: string
  /** What is lost if its protocol is lost: its assets less its debts, never below zero. */
  netUsd: number
  legs: readonly StakeLeg[]
}

/** What a position loses of its net value if an issuer or protocol fails whole. */
export interface PositionLoss {
  /** Of the position. */
  id: string
  usd: number
  /** `protocol`: it is that of the position. `token`: through `tokens`. `within`: it lies in its contracts. `held`: through what the position's protocol holds. */
  how: 'protocol' | 'token' | 'within' | 'held'
  /** Symbols. */
  tokens: string[]
}

export interface WalletStands {
  /** Sum of the net values: what all shares are of. */
  netUsd: number
  /**
   * What of the net value is gone if one issuer or protocol fails whole, by its id and position, most first. A value may need several, so this
   * adds up to more than the whole; within one, nothing counts twice.
   */
  needs: ReadonlyMap<string, readonly PositionLoss[]>
  /** The net value by the asset in which its claims end; adds up to the whole. */
  finals: ReadonlyMap<string, number>
  /** The part of which that is not known, by position. */
  unknownUsd: ReadonlyMap<string, number>
  /** Assets less debts by the asset in which the tokens themselves end: what rises and falls with it. Below zero for a debt. */
  exposure: ReadonlyMap<string, number>
  /** Net value of tokens without a known issuer. */
  unknownIssuerUsd: number
}

/**
 * What a wallet stands on: its tokens, what those are made of, and what the lenders hold that it has supplied to. A debt is owed to the
 * protocol of its position, so no position loses more than its net value.
 */
export function walletStands(all: readonly Stake[], whole: Graph): WalletStands {
  const graph = reachableFrom(whole, all)
  const finalsOf = lookThrough(graph)
  const stakes = all.filter(({ netUsd }) => netUsd > 0)
  const finals = new Map<string, number>()
  const unknownUsd = new Map<string, number>()
  let unknownIssuerUsd = 0
  for (const { id, legs, netUsd, protocol } of stakes) {
    const node = graph.protocols.get(protocol)
    const assets = legs.filter((leg) => !isOwed(leg))
    const assetsUsd = assets.reduce((sum, { usd }) => sum + usd, 0)
    for (const leg of assets) {
      const net = netUsd * (leg.usd / assetsUsd)
      if (leg.token === null) unknownIssuerUsd += net
      for (const [asset, share] of endsOf(leg, node, graph, finalsOf)) {
        add(finals, asset, net * share)
        if (asset === UNKNOWN || asset === CIRCULAR) add(unknownUsd, id, net * share)
      }
    }
  }
  return {
    netUsd: stakes.reduce((total, { netUsd }) => total + netUsd, 0),
    needs: needsOf(stakes, graph),
    ...{ finals, unknownUsd },
    exposure: exposureOf(all, finalsOf),
    unknownIssuerUsd,
  }
}

const isOwed = ({ how }: StakeLeg) => how === 'owed'

function add(sums: Map<string, number>, key: string, value: number): void {
  if (value !== 0) sums.set(key, (sums.get(key) ?? 0) + value)
}

/** All that the positions stand on, through any number of claims, and nothing else. */
function reachableFrom({ day, protocols, tables }: Graph, stakes: readonly Stake[]): Graph {
  const tokens = new Set(stakes.flatMap(({ legs }) => legs.flatMap(({ token }) => token ?? [])))
  const nodes = new Set(
    stakes.flatMap(({ protocol, legs }) => [
      protocol,
      ...legs.flatMap(({ within }) => within ?? []),
    ]),
  )
  let before: number
  do {
    before = tokens.size + nodes.size
    for (const id of tokens)
      for (const part of tables.tokens.get(id)?.on ?? [])
        'token' in part ? tokens.add(part.token) : nodes.add(part.protocolId)
    for (const id of nodes) {
      const { holdings = [], venues = [] } = protocols.get(id) ?? {}
      for (const { token } of holdings) if (token !== null) tokens.add(token)
      for (const venue of venues) nodes.add(venue.id)
    }
  } while (tokens.size + nodes.size > before)
  return {
    day,
    protocols: new Map([...protocols].filter(([id]) => nodes.has(id))),
    tables: {
      ...tables,
      tokens: new Map([...tables.tokens].filter(([id]) => tokens.has(id))),
    },
  }
}

/** Where the claims of a token end: what lies at a lender, directly or through a vault, ends in what that lender holds. */
function endsOf(
  leg: StakeLeg,
  node: ProtocolNode | undefined,
  { protocols }: Graph,
  { ofToken, ofProtocol }: LookThrough,
): FinalShares {
  const lenders = venuesOf(leg, node).filter(
    ({ id }) => protocols.get(id)?.holdsAs === 'collateral',
  )
  const ends = new Map<string, number>()
  for (const { id, share } of lenders)
    for (const [asset, part] of ofProtocol.get(id) ?? NOT_KNOWN)
      add(ends, asset, part * (share ?? 0))
  const rest = 1 - lenders.reduce((total, { share }) => total + (share ?? 0), 0)
  const isHidden = lenders.some(({ share }) => share === null)
  const own = (!isHidden && leg.token !== null && ofToken.get(leg.token)) || NOT_KNOWN
  for (const [asset, part] of own) add(ends, asset, part * Math.max(0, rest))
  return ends
}

const NOT_KNOWN: FinalShares = new Map([[UNKNOWN, 1]])

/** Where a leg lies: in the protocol that it is within, with the lender that it is lent to, or where its protocol keeps what it holds. */
function venuesOf(
  { how, within }: StakeLeg,
  node: ProtocolNode | undefined,
): readonly Pick<Venue, 'id' | 'share'>[] {
  if (how === 'owed') return []
  if (within !== undefined) return [{ id: within, share: 1 }]
  if (!node) return []
  if (node.holdsAs !== 'collateral') return node.venues
  return how === 'lent' ? [{ id: node.id, share: 1 }] : []
}

/** Losses of the net value for each issuer and protocol that something stands on, if it fails whole. */
function needsOf(stakes: readonly Stake[], graph: Graph): Map<string, PositionLoss[]> {
  const { issuers } = graph.tables
  const issuerOf = new Map([...issuers.values()].map(({ id, protocolId }) => [protocolId, id]))
  const keyOf = (protocol: string) => issuerOf.get(protocol) ?? protocol
  const needs = new Map<string, PositionLoss[]>()
  for (const key of partiesOf(stakes, graph, keyOf)) {
    if (issuers.get(key)?.class === 'native') continue
    const lost = atStakeIn(graph, new Map([[key, 1]]))
    const losses = stakes
      .map((stake) => lossOf(stake, keyOf(stake.protocol) === key))
      .filter(({ usd }) => usd > 0)
      .sort((a, b) => b.usd - a.usd || compareText(a.id, b.id))
    if (losses.length > 0) needs.set(key, losses)

    function lossOf({ id, protocol, netUsd, legs }: Stake, isItsProtocol: boolean): PositionLoss {
      if (isItsProtocol) return { id, usd: netUsd, how: 'protocol', tokens: [] }
      const node = graph.protocols.get(protocol)
      const found = legs.map((leg) => ({ leg, ...partLost(leg, node) }))
      const usd = found.reduce(
        (sum, { leg, own, there }) => sum + leg.usd * Math.max(own, there) * (isOwed(leg) ? -1 : 1),
        0,
      )
      const hit = found.filter(({ leg, own, there }) => !isOwed(leg) && own > 0 && own >= there)
      const isWithin = legs.some(({ within }) => within !== undefined && keyOf(within) === key)
      return {
        ...{ id, usd: Math.min(netUsd, usd) },
        how: isWithin ? 'within' : hit.length > 0 ? 'token' : 'held',
        tokens: [...new Set(hit.map(({ leg }) => leg.symbol))],
      }
    }

    /** Of a leg: what its own token loses, and what is lost where it lies. The two are one value: the larger counts. */
    function partLost(leg: StakeLeg, node: ProtocolNode | undefined) {
      const lossAt = (id: string) => {
        if (keyOf(id) === key) return 1
        // What lies in a pool or a gauge is its own legs, and not what the protocol holds elsewhere.
        const isApart = id === leg.within && graph.protocols.get(id)?.holdsAs !== 'collateral'
        return isApart ? 0 : (lost.protocols.get(id) ?? 0)
      }
      const there = venuesOf(leg, node).reduce(
        (sum, { id, share }) => sum + (share ?? 0) * lossAt(id),
        0,
      )
      const own = leg.token === null ? 0 : (lost.tokens.get(leg.token) ?? 0)
      return { own, there: Math.min(1, there) }
    }
  }
  return needs
}

/** Every issuer and protocol that may fail, by the key of each: those of the graph, of the positions, and of tokens and their bridges. */
function partiesOf(
  stakes: readonly Stake[],
  { protocols, tables: { bridges, tokens } }: Graph,
  keyOf: (protocol: string) => string,
): Set<string> {
  const named = [
    ...protocols.keys(),
    ...stakes.flatMap(({ protocol, legs }) => [
      protocol,
      ...legs.flatMap(({ within }) => within ?? []),
    ]),
    ...[...tokens.values()].flatMap(({ protocolId, bridge = '' }) =>
      [protocolId, bridges.get(bridge)?.protocolId].filter((id) => id !== undefined),
    ),
  ]
  return new Set([...[...tokens.values()].map(({ issuer }) => issuer), ...named.map(keyOf)])
}

function exposureOf(stakes: readonly Stake[], { ofToken }: LookThrough): Map<string, number> {
  const exposure = new Map<string, number>()
  for (const { token, usd, how } of stakes.flatMap(({ legs }) => legs)) {
    const ends = (token !== null && ofToken.get(token)) || NOT_KNOWN
    for (const [asset, share] of ends) add(exposure, asset, usd * share * (how === 'owed' ? -1 : 1))
  }
  return exposure
}
