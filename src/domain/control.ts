import type { Day } from './day.ts'
import type { NodeAnswers } from './node-answers.ts'

/** What a contract of a protocol is for. Paths that reach a `funds` or `logic` contract decide over deposits. */
export type ContractRole = 'funds' | 'logic' | 'oracle' | 'token' | 'governance' | 'periphery'

/**
 * Who stands at the end of a path. `nobody`: renounced, or fixed code. `anyone`: unprotected. `timelock`: its proposers are
 * not known. `multisig`: of a kind that is not a Safe, with threshold and signers. `curated`: a governance contract or multisig of a kind that no getter names, identified by a person.
 * `unidentified`: a contract without a known way to its owner.
 */
export type ActorKind =
  | 'nobody'
  | 'eoa'
  | 'safe'
  | 'multisig'
  | 'governor'
  | 'timelock'
  | 'curated'
  | 'unidentified'
  | 'anyone'

/** One way from a contract to an actor who can act on it. */
export interface ControlPath {
  actor: ActorKind
  address: string | null
  /** Signatures needed and signers, of a multisig; null elsewhere and where not known. */
  threshold: number | null
  signers: number | null
  /** Sum of the delays on the path, in seconds; null when not known, which is never 0. Votes are not part of it. */
  delaySeconds: number | null
  /** Time of voting on the path, in seconds; null when not known, 0 without a vote. */
  voteSeconds: number | null
  /** Contracts on the way, from the contract outward. */
  via: string[]
  /**
   * How it is known. `read`: getters and slots. `asked`: a call from the actor passes and one from a stranger reverts. `code`: the
   * bytecode. `convention`: the getter of a known kind of proxy. `curated`: our table. `recorded`: a public record. `unconfirmed`:
   * one node says so, and no other node or record; only in readings that were stored before two nodes were asked.
   */
  proof: 'read' | 'asked' | 'code' | 'convention' | 'curated' | 'recorded' | 'unconfirmed'
  note: string | null
}

/**
 * Why a question about a contract has no answer. `no-code`: nothing is deployed there. `not-listable`: holders of a role cannot be
 * listed. `unidentified`: no known way to the owner. `unknown-proxy`: it delegates to code that no known slot names.
 * `node-failed`: no node answered. `not-recorded`: the record does not say.
 */
export type ControlGap =
  | 'no-code'
  | 'not-listable'
  | 'unidentified'
  | 'unknown-proxy'
  | 'node-failed'
  | 'not-recorded'

/** Who can change the code. `complete` is false when there may be more paths than these: "at least". */
export type CodeChange =
  | { known: true; paths: ControlPath[]; complete: boolean }
  | { known: false; why: ControlGap }

/** Who can change, own or pause one contract of a protocol, on one day. */
export interface ContractControl extends NodeAnswers {
  /** Canonical chain name, as in `data/chains.json`. */
  chain: string
  address: string
  name: string | null
  role: ContractRole
  /** Kind of proxy, such as `eip1967`; null when it is not one. */
  proxy: string | null
  codeChange: CodeChange
  /** Who holds other powers over it, such as `owner`, by getter or role. */
  powers: { getter: string; paths: ControlPath[] }[]
  /** Who can pause it; null when nothing was found that could. */
  pause: { paths: ControlPath[]; complete: boolean; pausedNow: boolean | null } | null
  day: Day
  /** Null where the record names none. */
  block: number | null
  /** `onchain`, or the public record that it is from. */
  source: string
  /** A page where a reader can check it. */
  link: string
  /** What users hold in it, in US dollars; null when not known. */
  tvlUsd: number | null
}
