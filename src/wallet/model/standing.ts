import {
  MAX_STANDS,
  MAX_THROUGH,
  type WalletStanding,
  type WalletThrough,
} from '../../contract/wallet-standing.ts'
import type { NamedGraph, PublicName } from '../../dependencies/named-graph.ts'
import {
  type PositionLoss,
  type Stake,
  type StakeLeg,
  walletStands,
} from '../../dependencies/wallet.ts'
import { CIRCULAR, UNKNOWN } from '../../domain/dependency.ts'
import { compareText } from '../../domain/text-order.ts'
import { toUsd } from './amounts.ts'
import type { Holding } from './exposure.ts'
import { listed, percent } from './figure-text.ts'
import type { ProtocolScores } from './protocol-scores.ts'
import { publishedName } from './protocols.ts'
import { createTokenRows, type FindReceipt } from './token-rows.ts'

type Position = Holding['position']
type Leg = Position['legs'][number]

export interface StandingWorld {
  graph: NamedGraph
  scores: ProtocolScores
  findReceipt: FindReceipt
}

export interface Standing {
  /** Null without a position that is worth more than its debts. */
  standsOn: WalletStanding | null
  /** What each position needs beside its protocol, by its id. */
  through: ReadonlyMap<string, WalletThrough>
}

/** What a wallet and each of its positions stand on. Shares are of the net exposure; dust and what contracts on no list say that they hold are left out. */
export function standingOf(holdings: readonly Holding[], world: StandingWorld): Standing {
  const { graph, bySlug } = world.graph
  const slugOf = (slug: string) => world.scores.get(slug)?.slug ?? slug
  const idOf = (slug: string) => bySlug.get(slugOf(slug)) ?? slugOf(slug)
  const rows = createTokenRows(graph.tables, world.findReceipt, idOf)
  const counted = holdings.filter(({ counts }) => counts)
  const stakes = counted.map(({ position, net, within }): Stake => {
    const { id, chain, protocolSlug, legs, receiptToken } = position
    const tokenOf = ({ token: address, symbol }: Leg) =>
      rows.rowOf({
        ...{ chain, address, symbol },
        ...(address === receiptToken && { receipt: { protocol: protocolSlug } }),
      })
    const stakeLegs = legs.flatMap((leg): StakeLeg[] =>
      leg.usd === null || leg.usd === 0
        ? []
        : [
            {
              ...{ token: tokenOf(leg), symbol: leg.symbol, usd: leg.usd },
              how: HOW[leg.role] ?? 'owned',
              ...(within !== null && leg.role !== 'reward' && { within: idOf(within) }),
            },
          ],
    )
    return { id, protocol: idOf(protocolSlug), netUsd: toUsd(net), legs: stakeLegs }
  })
  const tables = rows.tables()
  const found = walletStands(stakes, { ...graph, tables })
  const { netUsd } = found
  if (netUsd <= 0) return { standsOn: null, through: new Map() }
  const shareOf = (usd: number) => shareIn(usd, netUsd)
  const nameOf = createNames(counted, world)
  const issuers = [...found.needs]
    .map(([key, losses]) => {
      const usd = sum(losses)
      const directUsd = sum(losses.filter(({ how }) => how === 'protocol'))
      const via = losses.map(({ id }) => id).slice(0, MAX_STANDS)
      return {
        ...nameOf(key),
        ...{ share: Math.min(1, shareOf(usd)), usd: cents(usd) },
        ...{ directUsd: cents(directUsd), throughUsd: cents(cents(usd) - cents(directUsd)), via },
      }
    })
    .filter(({ usd }) => usd > 0)
    .sort((a, b) => b.usd - a.usd || compareText(a.id, b.id))
  const largest = issuers.filter(({ share }) => share > 0).slice(0, MAX_STANDS)
  const assets = (sums: ReadonlyMap<string, number>) => {
    const parts = [...sums]
      .map(([asset, usd]) => ({ asset: tables.tokens.get(asset)?.symbols[0] ?? asset, usd }))
      .sort((a, b) => Math.abs(b.usd) - Math.abs(a.usd) || compareText(a.asset, b.asset))
    const rest = parts.slice(MAX_STANDS).reduce((total, { usd }) => total + usd, 0)
    const shown = [
      ...parts.slice(0, MAX_STANDS),
      ...(rest === 0 ? [] : [{ asset: OTHER, usd: rest }]),
    ]
    return shown.map(({ asset, usd }) => ({ asset, share: shareOf(usd), usd: cents(usd) }))
  }
  const unknown = (found.finals.get(UNKNOWN) ?? 0) + (found.finals.get(CIRCULAR) ?? 0)
  const standsOn = {
    ...{ day: graph.day, netUsd: cents(netUsd) },
    ...{
      issuers: largest,
      moreIssuers: issuers.length - largest.length,
    },
    ...{ finalAssets: assets(found.finals), exposure: assets(found.exposure) },
    unresolved: {
      issuer: Math.min(1, shareOf(found.unknownIssuerUsd)),
      final: Math.min(1, shareOf(unknown)),
    },
  }
  const through = new Map(
    counted
      .filter(({ net }) => net > 0n)
      .map(({ position, net }) => {
        const shareOfNet = (usd: number) => Math.min(1, shareIn(usd, toUsd(net)))
        const needed = [...found.needs]
          .flatMap(([key, losses]) =>
            losses
              .filter(({ id, how }) => id === position.id && how !== 'protocol')
              .map((loss) => ({ key, loss, share: shareOfNet(loss.usd) })),
          )
          .filter(({ loss }) => cents(loss.usd) > 0)
          .map(({ key, loss, share }) => {
            const { class: _, ...named } = nameOf(key)
            const text = lossText(named.name, share, loss, position.protocol)
            return { ...named, usd: cents(loss.usd), share, text }
          })
          .sort((a, b) => b.usd - a.usd || compareText(a.id, b.id))
        const unresolved = shareOfNet(found.unknownUsd.get(position.id) ?? 0)
        const needs = needed.filter(({ share }) => share > 0).slice(0, MAX_THROUGH)
        return [position.id, { needs, more: needed.length - needs.length, unresolved }] as const
      }),
  )
  return { standsOn, through }
}

const OTHER = 'other'

/** How a leg lies at its protocol, where it is not simply there. */
const HOW: Partial<Record<Leg['role'], StakeLeg['how']>> = { supply: 'lent', borrow: 'owed' }

type Named = PublicName & Pick<WalletThrough['needs'][number], 'score' | 'riskLevel'>

/** Names and scores of issuers and protocols by their ids in the graph; of one that the graph does not have, as positions name it. */
function createNames(
  holdings: readonly Holding[],
  { graph: { names }, scores }: StandingWorld,
): (key: string) => Named {
  const own = new Map(holdings.map(({ position }) => [position.protocolSlug, position]))
  return (key) => {
    const named = names.get(key) ?? {
      ...{ id: key, class: null, isProtocol: true },
      name: own.get(key)?.protocol ?? scores.get(key)?.name ?? publishedName(key),
    }
    const risk = (named.isProtocol && scores.get(named.id)?.risk) || null
    return { ...named, score: risk?.score ?? null, riskLevel: risk?.riskLevel ?? null }
  }
}

function lossText(
  name: string,
  share: number,
  { how, tokens }: PositionLoss,
  protocol: string,
): string {
  const why = {
    protocol: 'it is there',
    token: `through ${listed(tokens)}`,
    within: 'it lies there',
    held: `through what ${protocol} holds`,
  }[how]
  return `If ${name} fails, ${share === 1 ? 'all' : percent(share)} of it is gone: ${why}.`
}

function shareIn(usd: number, whole: number): number {
  return Math.round((usd / whole) * 1e4) / 1e4
}

function sum(losses: readonly PositionLoss[]): number {
  return losses.reduce((total, { usd }) => total + usd, 0)
}

function cents(usd: number): number {
  return Math.round(usd * 100) / 100
}
