import type { ChainSecurity } from '../domain/chain.ts'
import type { Day } from '../domain/day.ts'
import type { FeedKind } from '../domain/market.ts'
import type { ReviewGrade } from '../domain/protocol.ts'
import type { Anchor } from './anchors.ts'

/** How raw facts become the value of a signal: the constants beside its anchors. */
export interface Parameters {
  audits: {
    /** Value of a declared audit without a linked report, and the least value of any linked report. */
    declaredOnly: number
    /** Worth of a further report by an auditor already counted. */
    furtherReport: number
    /** Worth of a further report without a named auditor: it may be by another one each time. */
    furtherUnnamedReport: number
    /** A report loses half of its worth in this time, because the code moves on. */
    halfLifeYears: number
    /** Assumed age of a report without a date. */
    undatedYears: number
  }
  changeActivity: {
    /** The activity of an adapter halves in this time after its last change. */
    halfLifeDays: number
  }
  quietAge: {
    /** DefiLlama began to note listing days late in 2021: a protocol without one was listed before this day. */
    listedBefore: Day
  }
  /** Values of DeFiScan's grades and stages, on one axis: 0 low risk, 2 high risk. */
  reviews: {
    grades: Record<ReviewGrade, number>
    stages: Record<0 | 1 | 2, number>
    /** Mean grade to risk points, for who can change the code and for leaving before a change. */
    control: Anchor[]
    exit: Anchor[]
  }
  signers: {
    /** A multisig that needs this many signatures or fewer has `tooFewValue`, however many people could sign. */
    tooFewSigners: number
    tooFewValue: number
    /** A multisig as strong as this many signatures has `middleValue`. */
    middleSigners: number
    middleValue: number
    /** Each signature more or fewer moves the value by this much. */
    perSigner: number
    /** Signatures added when at least half of the signers are outsiders. */
    outsidersCountAs: number
  }
  control: {
    /** Risk points of who acts, without a delay. */
    actors: {
      nobody: number
      governor: number
      /** Multisigs that need a majority, by the signatures needed; the others count as one that needs two. */
      multisigs: { threshold: number; points: number }[]
      unknownMultisig: number
      /** One key, anyone, or an unidentified actor. */
      alone: number
    }
    /** What remains of the points after a delay of so many hours. */
    delayFactors: { hours: number; factor: number }[]
    /** The worst path is that of the contracts on chains with at least this share of TVL; a paused market counts from this share. */
    reachShare: number
    /** Where contracts on less of TVL were read, what was read can only hurt. */
    seenShare: number
    /** Time to leave where it was not read: none below this `lockTerm` of the activity, else `usualWaitDays`. */
    instantBelow: number
    usualWaitDays: number
    /** A review that is older than the newest reading by this many years is not used. */
    reviewYears: number
    exitWindow: { unchangeable: number; singleKeyAtOnce: number; byDays: Anchor[] }
    pause: {
      nobody: number
      slowVote: number
      slowVoteSeconds: number
      strongThreshold: number
      strongMultisig: number
      multisig: number
      singleKey: number
      pausedNow: number
    }
    /** Symbols in lower case that fall together, by the name of the group. */
    collateralGroups: Record<string, string[]>
  }
  feeds: {
    kinds: Record<FeedKind, number>
    singleOwner: number
    stale: number
    /** A feed is stale after this many of its usual intervals. */
    staleIntervals: number
    bySources: Anchor[]
  }
  /** Value of the TVL on each kind of chain. Chains we have not classified count as sidechains. */
  chainSecurity: Record<ChainSecurity, number> & {
    /** With a larger share of the TVL on unclassified chains the signal is missing. */
    maxUnclassifiedShare: number
  }
  governance: { none: number; offChain: number; onChain: number }
  /** Windows of the signals that read past TVL. */
  history: {
    /** The signal is missing when a smaller share of the days in its window is known. */
    minKnownShare: number
    volatilityDays: number
    drawdownDays: number
    outflowDays: number
    /** An outflow is the fall of TVL over this many days. */
    outflowWithinDays: number
    /** A protocol that still has TVL data this long after an outflow has survived it. */
    outflowSurvivedDays: number
  }
}
