import type { AdapterChanges } from './adapter-changes.ts'
import type { Assets, Hallmark, Warning } from './assets.ts'
import type { ContractControl } from './control.ts'
import type { Day } from './day.ts'
import type { Market } from './market.ts'
import type { Reading } from './reading.ts'
import type { Ending } from './status.ts'

/** Why a row of the registry is not scored. `dead` includes rugged and deprecated. */
export type OutOfScope = 'cex' | 'chain-row' | 'dead' | 'unsupported-chain' | 'no-chain'

/** How TVL is split: what users hold in the protocol, and the parts that upstream keeps out of TVL. */
export const TVL_SECTIONS = [
  'tvl',
  'borrowed',
  'staking',
  'pool2',
  'vesting',
  'treasury',
  'offers',
] as const

export type TvlSection = (typeof TVL_SECTIONS)[number]

/** One amount in US dollars for one chain, section and day. */
export interface TvlPoint {
  chain: string
  section: TvlSection
  usd: number
}

/** What users hold in a protocol over all chains, in US dollars. */
export function sumTvl(points: readonly TvlPoint[]): number {
  return points.reduce((sum, { section, usd }) => (section === 'tvl' ? sum + usd : sum), 0)
}

/** Upstream's audit status; an enumeration, not a count. */
export type AuditFlag = 'none' | 'partial' | 'audited' | 'fork-of-audited'

export interface Oracle {
  name: string
  /** Upstream's word: Primary, Secondary, Fallback, Aggregator, RNG, Reference, PoR; `Declared` when it gives none. */
  type: string
  proof: string[]
  startDate?: string
}

export interface Bounty {
  /** Largest reward of the programme, in US dollars. */
  maxUsd: number
  programme: string
  url: string
}

/** Low, medium or high, as DeFiScan grades each of its five risks. */
export type ReviewGrade = 'L' | 'M' | 'H'

/** A wallet with several signers. Null: the review does not say. */
export interface Multisig {
  /** Signers that must agree. */
  threshold: number
  signers: number
  /** At least half of the signers are not insiders. */
  outsiders: boolean | null
  /** The signers are announced in public. */
  publicSigners: boolean | null
}

/** A DeFiScan review of one deployment. A grade is null where the review gives none. */
export interface Review {
  chain: string
  /** 0, 1 or 2; null when the review has no stage (infrastructure, other). */
  stage: 0 | 1 | 2 | null
  upgradeability: ReviewGrade | null
  autonomy: ReviewGrade | null
  exitWindow: ReviewGrade | null
  accessibility: ReviewGrade | null
  /** Every multisig that the review lists with a number of signers; empty when it lists none. */
  multisigs: Multisig[]
  /** Day of the last publication or update of the review. */
  reviewedOn: Day
  url: string
}

/** Facts about a protocol that change rarely, by name. Scoring reads them. Amounts over time are kept as TVL. */
interface FactValues {
  contract: string
  auditFlag: AuditFlag
  auditLinks: string[]
  oracles: Oracle[]
  /** Ids or names of the protocols that this one is a fork of, as upstream writes them. */
  forkedFrom: string[]
  governance: string[]
  listedOn: Day
  /** Change of TVL over seven days as a fraction: 0.05 is +5 %. */
  tvlChange7d: number
  bounty: Bounty
  reviews: Review[]
  /** Who can change, own or pause its contracts. */
  control: ContractControl[]
  /** Its lending markets and vaults. */
  markets: Market[]
  adapterChanges: AdapterChanges
  /** What the value in it consists of. */
  assets: Assets
  /** Events marked in its history, oldest first. */
  hallmarks: Hallmark[]
  /** That it ends or has ended. */
  ending: Ending
  /** Warnings that its source shows on the day of the reading. */
  warnings: Warning[]
}

export type FactName = keyof FactValues

export type FactValue<Name extends FactName> = FactValues[Name]

export type Facts = { [Name in FactName]?: Reading<FactValues[Name]> }

/** What a registry says about a protocol. */
export interface ProtocolDescription {
  /** The upstream's numeric id as text: the identity. */
  id: string
  slug: string
  name: string
  category: string | null
  /** Canonical chain names. */
  chains: string[]
  symbol: string | null
  url: string | null
  twitter: string | null
  logoUrl: string | null
  description: string | null
  parentId: string | null
  parentSlug: string | null
  facts: Facts
  /** All sections of the latest day. */
  tvl: Reading<TvlPoint[]>
}

export interface Incident {
  id: string
  /** Upstream id of the protocol; null when the incident could not be matched. */
  protocolId: string | null
  /** `parent#…` of the family, when upstream names one. */
  parentId: string | null
  name: string
  day: Day
  lossUsd: number | null
  returnedUsd: number | null
  /**
   * TVL in US dollars on the last known day at least two days before the incident: of its protocol, or of the whole family where it
   * names the family only. Null when there is none.
   */
  tvlBeforeUsd: number | null
  /** The day of `tvlBeforeUsd`. */
  tvlBeforeDay: Day | null
  /** The largest TVL that is known of the year before the loss and the month after it; left out when none is. */
  tvlAroundUsd?: number
  chain: string | null
  cause: string | null
  technique: string | null
  pocUrl: string | null
  source: string
  /**
   * Readings that have it, on different days or of different sources, while these are few. Left out when it is in the first list that
   * the store has read, which nothing can be held against.
   */
  readings?: number
  /** What upstream says was lost, where that is more than can have been lost: `lossUsd` is then null. */
  implausibleLossUsd?: number
  /** The day since which no list has it any more; left out while it is listed. */
  unlistedSince?: Day
  /** How the incident was matched with the protocol. */
  matchMethod: 'upstream-id' | 'alias' | 'none'
}

/** TVL history of one chain and section: `usd[i]` is the last value of day number `days[i]`; days ascend, one value a day. */
export interface TvlSeries {
  chain: string
  section: TvlSection
  days: number[]
  usd: number[]
}
